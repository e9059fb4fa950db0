// SPDX-License-Identifier: GPL-2.0-only
/*
 * isa-test: runs one instruction with chosen registers, catches its faults,
 * and provides the memory around it.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "isa.h"

/*
 * void isa_go(struct regs *): calls the code at regs->code with the registers of
 * regs.  EFLAGS are taken with PUSHF, which does not clear bit 30; POPF, which
 * does, comes only where regs->how asks for it.
 */
void isa_go(struct regs *r);

#ifdef __x86_64__
#define W 8
asm(".pushsection .text\n"
    "isa_go:\n"
    "	push %rbp\n	push %rbx\n	mov %rdi, %rbp\n"
    "	testb $1, 64(%rbp)\n	jz 1f\n	pushf\n	popf\n"
    "1:	testb $4, 64(%rbp)\n	jz 2f\n	pushf\n	btsq $30, (%rsp)\n	popf\n"
    "2:	testb $2, 64(%rbp)\n	jz 3f\n	std\n"
    "3:	mov 0(%rbp), %rax\n	mov 8(%rbp), %rbx\n	mov 16(%rbp), %rcx\n"
    "	mov 24(%rbp), %rdx\n	mov 32(%rbp), %rsi\n	mov 40(%rbp), %rdi\n"
    "	stc\n	pushf\n	popq 48(%rbp)\n"
    "	call *72(%rbp)\n"
    "	pushf\n	popq 56(%rbp)\n	cld\n"
    "	mov %rax, 0(%rbp)\n	mov %rbx, 8(%rbp)\n	mov %rcx, 16(%rbp)\n"
    "	mov %rdx, 24(%rbp)\n	mov %rsi, 32(%rbp)\n	mov %rdi, 40(%rbp)\n"
    "	pop %rbx\n	pop %rbp\n	ret\n"
    ".popsection");
#define REG(name) REG_R##name
#else
#define W 4
asm(".pushsection .text\n"
    "isa_go:\n"
    "	push %ebp\n	push %ebx\n	push %esi\n	push %edi\n	mov 20(%esp), %ebp\n"
    "	testb $1, 32(%ebp)\n	jz 1f\n	pushf\n	popf\n"
    "1:	testb $4, 32(%ebp)\n	jz 2f\n	pushf\n	btsl $30, (%esp)\n	popf\n"
    "2:	testb $2, 32(%ebp)\n	jz 3f\n	std\n"
    "3:	mov 0(%ebp), %eax\n	mov 4(%ebp), %ebx\n	mov 8(%ebp), %ecx\n"
    "	mov 12(%ebp), %edx\n	mov 16(%ebp), %esi\n	mov 20(%ebp), %edi\n"
    "	stc\n	pushf\n	popl 24(%ebp)\n"
    "	call *36(%ebp)\n"
    "	pushf\n	popl 28(%ebp)\n	cld\n"
    "	mov %eax, 0(%ebp)\n	mov %ebx, 4(%ebp)\n	mov %ecx, 8(%ebp)\n"
    "	mov %edx, 12(%ebp)\n	mov %esi, 16(%ebp)\n	mov %edi, 20(%ebp)\n"
    "	pop %edi\n	pop %esi\n	pop %ebx\n	pop %ebp\n	ret\n"
    ".popsection");
#define REG(name) REG_E##name
#endif
_Static_assert(offsetof(struct regs, flags_before) == 6 * W, "isa_go knows the layout");
_Static_assert(offsetof(struct regs, code) == 9 * W, "isa_go knows the layout");

/* ---- instructions: each its bytes and a RET, written once ---- */

struct insn {
	u8 *code;
	size_t len;
};

#define MAX_INSNS 128
#define INSN_ROOM 128

static struct insn insns[MAX_INSNS];
static size_t insn_count;
static u8 *insn_mem;

struct insn *insn(const char *bytes, size_t len)
{
	struct insn *in;

	for (in = insns; in < insns + insn_count; in++)
		if (in->len == len && !memcmp(in->code, bytes, len))
			return in;
	if (insn_count == MAX_INSNS || len >= INSN_ROOM)
		fatal("no room for another instruction");
	if (!insn_mem) {
		insn_mem = mmap(NULL, MAX_INSNS * INSN_ROOM, PROT_READ | PROT_WRITE | PROT_EXEC,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (insn_mem == MAP_FAILED)
			fatal("no executable memory");
	}
	in->code = insn_mem + INSN_ROOM * insn_count++;
	in->len = len;
	memcpy(in->code, bytes, len);
	in->code[len] = 0xc3;
	return in;
}

/* ---- faults ---- */

#define MAX_ALLOWED 8
#define MAX_FAULTS 64	/* in one run: more means that it makes no progress */

static struct {
	u8 *page;
	size_t len;
	void (*note)(const struct trap *t);
} allowed[MAX_ALLOWED];
static size_t allowed_count;
static struct insn *running;
static volatile int ended;

struct trap trap;

void allow_fault(void *page, size_t len, void (*note)(const struct trap *t))
{
	if (allowed_count == MAX_ALLOWED)
		fatal("too many pages for allow_fault()");
	allowed[allowed_count].page = page;
	allowed[allowed_count].len = len;
	allowed[allowed_count++].note = note;
}

void reset_faults(void)
{
	while (allowed_count) {
		allowed_count--;
		protect(allowed[allowed_count].page, allowed[allowed_count].len, PROT_READ | PROT_WRITE);
	}
}

static bool repair(const struct trap *t)
{
	if (t->sig != SIGSEGV || t->code == SI_KERNEL || t->count > MAX_FAULTS)
		return false;
	for (size_t i = 0; i < allowed_count; i++) {
		if (t->addr < allowed[i].page || t->addr >= allowed[i].page + allowed[i].len)
			continue;
		if (allowed[i].note)
			allowed[i].note(t);
		protect(allowed[i].page, allowed[i].len, PROT_READ | PROT_WRITE);
		return true;
	}
	return false;
}

static void on_signal(int sig, siginfo_t *si, void *context)
{
	greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
	unsigned long ip = (unsigned long)g[REG(IP)];

	if (!running || ip - (unsigned long)running->code > running->len) {
		signal(sig, SIG_DFL);	/* the test itself is wrong: die here */
		return;
	}
	trap.sig = sig;
	trap.code = si->si_code;
	trap.addr = si->si_addr;
	trap.ip = ip - (unsigned long)running->code;
	trap.count++;
	trap.regs.a = (unsigned long)g[REG(AX)];
	trap.regs.b = (unsigned long)g[REG(BX)];
	trap.regs.c = (unsigned long)g[REG(CX)];
	trap.regs.d = (unsigned long)g[REG(DX)];
	trap.regs.S = (unsigned long)g[REG(SI)];
	trap.regs.D = (unsigned long)g[REG(DI)];
	if (!repair(&trap)) {
		ended = sig;
		g[REG(IP)] = (greg_t)(running->code + running->len);	/* its RET */
	}
}

void install_handlers(void)
{
	struct sigaction sa = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };

	sigaction(SIGSEGV, &sa, NULL);
	sigaction(SIGILL, &sa, NULL);
	sigaction(SIGBUS, &sa, NULL);
	sigaction(SIGFPE, &sa, NULL);
}

int run(struct insn *in, struct regs *r)
{
	memset(&trap, 0, sizeof(trap));
	ended = 0;
	r->code = (unsigned long)in->code;
	running = in;
	isa_go(r);
	running = NULL;
	return ended;
}

/* ---- memory ---- */

void protect(void *page, size_t len, int prot)
{
	if (mprotect(page, len, prot))
		fatal("mprotect failed");
}

u8 *guarded(size_t pages)
{
	u8 *mem = mmap(NULL, (pages + 2) * PAGE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (mem == MAP_FAILED)
		fatal("no memory");
	memset(mem + PAGE, 0, pages * PAGE);
	protect(mem, PAGE, PROT_NONE);
	protect(mem + (pages + 1) * PAGE, PAGE, PROT_NONE);
	return mem + PAGE;
}

void guarded_free(u8 *mem, size_t pages)
{
	munmap(mem - PAGE, (pages + 2) * PAGE);
}

/* ---- XCRYPT ---- */

const char *const mode_name[MODES] = { "ecb", "cbc", "ctr", "cfb", "ofb" };

struct insn *xcrypt_insn(enum mode mode)
{
	static const u8 modrm[MODES] = { 0xc8, 0xd0, 0xd8, 0xe0, 0xe8 };
	char code[4] = { '\xf3', '\x0f', '\xa7', (char)modrm[mode] };

	return insn(code, sizeof(code));
}

struct cw make_cw(int bits, u32 flags)
{
	return (struct cw){ { (u32)rounds_of(bits) | (u32)(bits / 64 - 2) << 10 | flags } };
}

int xcrypt(struct xc *x)
{
	struct regs *r = &x->regs;

	*r = (struct regs){
		.a = (unsigned long)x->iv, .b = (unsigned long)x->key, .c = x->n,
		.d = (unsigned long)x->cw, .S = (unsigned long)x->src, .D = (unsigned long)x->dst,
		.how = x->how,
	};
	return run(xcrypt_insn(x->mode), r);
}

/* padlock-isa.md section 10 */
int fetch_group(enum mode mode)
{
	switch (mode) {
	case ECB: return cfg.paranoid ? 8 : cfg.model->group_ecb;
	case CBC: return cfg.paranoid ? 4 : cfg.model->group_cbc;
	case CTR: return 2;
	default: return 1;
	}
}

size_t overread(enum mode mode, size_t n)
{
	size_t group = (size_t)fetch_group(mode);

	return BLOCK * ((n + group - 1) / group * group - n);
}
