# SPDX-License-Identifier: GPL-2.0-only
# Targets for people. What kbuild needs is in Kbuild.

# the kernel to build for, and the headers of it
KVER ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KVER)/build

MODULES := padlock-aes padlock-sha
INSTALL_DIR := $(INSTALL_MOD_PATH)/lib/modules/$(KVER)/updates
DEPMOD := depmod $(if $(INSTALL_MOD_PATH),-b $(INSTALL_MOD_PATH)) $(KVER)

all: modules

modules:
	@test -e $(KDIR)/Makefile || { \
		echo "No headers of kernel $(KVER) in $(KDIR): install linux-headers-$(KVER), or set KVER or KDIR." >&2; \
		exit 1; }
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

# Distributions' headers ask for signed modules, but come without their key.
UNSIGNED := $(if $(wildcard $(KDIR)/certs/signing_key.pem),,CONFIG_MODULE_SIG_ALL=)

install: modules
	$(MAKE) -C $(KDIR) M=$(CURDIR) INSTALL_MOD_DIR=updates $(UNSIGNED) modules_install
	$(DEPMOD)

uninstall:
	rm -f $(foreach m,$(MODULES),$(wildcard $(INSTALL_DIR)/$(m).ko*))
	$(DEPMOD)

# The version that DKMS knows the modules by
VERSION := $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)

dkms-install:
	packaging/install-files /
	dkms install --force -m padlock -v $(VERSION) -k $(KVER)

# The images of the kernels that had them must lose them, too.
dkms-uninstall:
	kernels=$$(dkms status -m padlock | sed -n 's/^padlock[^,]*, *\([^,]*\),.*/\1/p'); \
	dkms remove -m padlock -v $(VERSION) --all && \
	packaging/install-files --remove / && \
	for kernel in $$kernels; do initramfs/refresh $$kernel; done

deb:
	dpkg-buildpackage -us -uc -A
	@echo "The package is $(abspath ..)/padlock-dkms_$(VERSION)_all.deb"

deb-openssl:
	dpkg-buildpackage -us -uc -B
	@echo "The package is $(abspath ..)/padlock-openssl_$(VERSION)_$$(dpkg --print-architecture).deb"

# The OpenSSL provider, see openssl/Makefile

openssl:
	$(MAKE) -C openssl

install-openssl: openssl
	$(MAKE) -C openssl install

uninstall-openssl:
	$(MAKE) -C openssl uninstall

clean:
	$(MAKE) -C openssl clean
	$(if $(wildcard $(KDIR)/Makefile),$(MAKE) -C $(KDIR) M=$(CURDIR) clean)

# An emulated CPU with PadLock, see tests/README.md

demo:
	@tests/setup
	@tests/demo

check:
	@tests/setup check
	@tests/run

bench:
	@tests/setup bench
	@tests/bench/run

check-debug:
	@tests/setup debug
	@tests/run --kernel 6.12-debug --kernel 6.12-kcsan --cpu via-nano --cpu zhaoxin-kx \
		--irq none --irq random --slow 10 --results build/debug-results.json

check-boot:
	@tests/setup boot
	@tests/boot/run

check-user:
	@tests/setup user
	@tests/run --results build/user-results.json 60 61 62 63 64 65 66 67 68 69

check-all:
	@tests/setup
	@tests/all

check-mutants:
	@tests/setup
	@tests/mutants/run

style:
	@tests/setup style
	@tests/style

help:
	@echo "On a machine with PadLock:"
	@echo "  make              build the modules for the running kernel (KVER=... for another)"
	@echo "  make install      install them, for root; make uninstall takes them away"
	@echo "  make dkms-install through DKMS, for later kernels too; make dkms-uninstall"
	@echo "  make openssl      build the OpenSSL provider"
	@echo "  make install-openssl  install it, for root; make uninstall-openssl takes it away"
	@echo "  make deb          Debian package padlock-dkms; make deb-openssl: padlock-openssl"
	@echo "On any Debian 12 (x86-64), emulated:"
	@echo "  make demo         a LUKS volume without and with PadLock, speeds side by side"
	@echo "  make check        the tests; tests/run --help for a single one"
	@echo "  make bench        what requests and volumes cost: generic C, the stock drivers, ours"
	@echo "  make check-debug  the tests on kernels with KASAN, lockdep and KCSAN (builds them)"
	@echo "  make check-boot   whole Debian systems on LUKS, booted (much longer)"
	@echo "  make check-user   the OpenSSL provider, and what uses it (half an hour)"
	@echo "  make check-all    every kernel, CPU and boot (an hour; goes on where it was interrupted)"
	@echo "  make check-mutants faults planted in the drivers, each of which a test must notice"
	@echo "  make style        the sources looked over: checkpatch, sparse, shellcheck, compilers"
	@echo "make clean removes what a build left."

.PHONY: all modules install uninstall dkms-install dkms-uninstall deb deb-openssl openssl install-openssl \
	uninstall-openssl demo check bench \
	check-debug check-boot check-user check-all check-mutants style help clean
