#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# purpose: curl and nginx through our provider, TLS 1.2 and 1.3; of sha1sum and sha256sum, that they do not ask a provider
# set: user
# suite: bookworm trixie sid
# cpu: via-nano
# irq: none
# memory: 1024
# timeout: 400
# packages: openssl curl nginx-light coreutils

# shellcheck source=tests/guest/lib/case.sh
. /lib/case.sh
# shellcheck source=tests/guest/lib/user.sh
. /lib/user.sh

start_nginx()
{
	mkdir -p /var/log/nginx /var/lib/nginx www
	printf 'root:x:0:0:root:/root:/bin/sh\nwww-data:x:33:33::/:/bin/false\n' > /etc/passwd
	printf 'root:x:0:\nwww-data:x:33:\n' > /etc/group
	openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=localhost \
		-addext subjectAltName=DNS:localhost > req.log 2>&1 || { cat req.log; fail "openssl req"; }
	cat > nginx.conf <<-EOF
	user root;
	pid $PWD/nginx.pid;
	error_log $PWD/error.log;
	events { }
	http {
		access_log off;
		server {
			listen 127.0.0.1:8443 ssl;
			root $PWD/www;
			ssl_certificate $PWD/cert.pem;
			ssl_certificate_key $PWD/key.pem;
			ssl_protocols TLSv1.2 TLSv1.3;
			ssl_ciphers ALL:@SECLEVEL=0;
		}
	}
	EOF
	/usr/sbin/nginx -c "$PWD/nginx.conf" > nginx.log 2>&1 || { cat nginx.log error.log; fail "nginx does not start"; }
}

# get OPTIONS: SOFTWARE is '' or `software`.
get()
{
	# shellcheck disable=SC2086 # several words
	$1 /usr/bin/curl -sS --cacert cert.pem --resolve localhost:8443:127.0.0.1 $2 -o got \
		https://localhost:8443/data > curl.log 2>&1 || { cat curl.log error.log; return 1; }
	cmp got www/data
}

install_provider
network
start_nginx
random_file www/data 4
for options in "--tls-max 1.2 --ciphers ECDHE-RSA-AES128-GCM-SHA256" "--tls-max 1.2 --ciphers ECDHE-RSA-AES256-SHA384" \
	"--tlsv1.3 --tls13-ciphers TLS_AES_256_GCM_SHA384"; do
	# 4 MiB: at both ends, at that of nginx
	used "curl $options" 524288 get '' "$options"
	used "nginx $options" 262144 get software "$options"
done

kill "$(cat nginx.pid)"

# They call libcrypto's SHA1_Update() and SHA256_Update(), which have no provider; or
# have code of their own. What they give must be right all the same.
random_file big 160
for name in sha1 sha256; do
	before=$(sum_of bytes_sha1 bytes_sha256)
	sum=$(openssl dgst -r -$name big | cut -d ' ' -f 1)
	[ $(($(sum_of bytes_sha1 bytes_sha256) - before)) -ge 167000000 ] || fail "openssl dgst -$name: not by the unit"
	before=$(sum_of bytes_sha1 bytes_sha256)
	[ "$(/usr/bin/${name}sum big | cut -d ' ' -f 1)" = "$sum" ] || fail "${name}sum and openssl dgst differ"
	did=$(($(sum_of bytes_sha1 bytes_sha256) - before))
	note "${name}sum of 160 MiB: $did bytes by the unit, all of them in openssl dgst"
done
note "$(/usr/bin/curl --version | head -n 1 | cut -d ' ' -f 1-2), $(/usr/sbin/nginx -v 2>&1): 3 suites"
