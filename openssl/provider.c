// SPDX-License-Identifier: Apache-2.0
/*
 * An OpenSSL provider for the PadLock unit of VIA and Zhaoxin CPUs: what OpenSSL asks
 * when it loads it, provider-base(7).
 */
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "provider.h"

#define VERSION	"0.1.0"

#define VISIBLE	__attribute__((__visibility__("default")))

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache)
{
	(void)provider;
	*no_cache = 0;
	if (operation == OSSL_OP_CIPHER && unit.aes)
		return padlock_ciphers;
	if (operation == OSSL_OP_DIGEST && unit.sha != PADLOCK_SHA_NONE)
		return padlock_digests;
	return NULL;
}

static const OSSL_PARAM *gettable_params(void *provider)
{
	static const OSSL_PARAM list[] = {
		OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
		OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
		OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
		OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL),
		OSSL_PARAM_END
	};

	(void)provider;
	return list;
}

/* What this CPU gives, for `openssl list -providers -verbose` */
static const char *build_info(void)
{
	if (!unit.aes)
		return VERSION " (SHA)";
	return unit.sha == PADLOCK_SHA_NONE ? VERSION " (AES)" :
					      VERSION " (AES, SHA)";
}

static int get_params(void *provider, OSSL_PARAM params[])
{
	OSSL_PARAM *name = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_NAME);
	OSSL_PARAM *version = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_VERSION);
	OSSL_PARAM *info = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_BUILDINFO);
	OSSL_PARAM *status = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_STATUS);

	(void)provider;
	return (!name || OSSL_PARAM_set_utf8_ptr(name, "VIA PadLock provider")) &&
	       (!version || OSSL_PARAM_set_utf8_ptr(version, VERSION)) &&
	       (!info || OSSL_PARAM_set_utf8_ptr(info, build_info())) &&
	       (!status || OSSL_PARAM_set_int(status, 1));
}

static void teardown(void *context)
{
	struct provider *p = context;
	int i;

	for (i = 0; i < NAME_COUNT; i++)
		EVP_MD_free(p->software_md[i]);
	OSSL_LIB_CTX_free(p->software);
	OPENSSL_free(p);
}

/*
 * The digests of the default provider, whatever the application has loaded and asks
 * for: its own library context has other rules.
 */
static int find_software(struct provider *p)
{
	static const char *const names[NAME_COUNT] = {
		[NAME_SHA1] = "SHA1", [NAME_SHA224] = "SHA2-224", [NAME_SHA256] = "SHA2-256"
	};
	int i;

	p->software = OSSL_LIB_CTX_new();
	if (!p->software)
		return 0;
	for (i = 0; i < NAME_COUNT; i++) {
		p->software_md[i] = EVP_MD_fetch(p->software, names[i],
						 "provider=default");
		if (!p->software_md[i])
			return 0;
	}
	return 1;
}

static const OSSL_DISPATCH functions[] = {
	DISPATCH(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query),
	DISPATCH(OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, gettable_params),
	DISPATCH(OSSL_FUNC_PROVIDER_GET_PARAMS, get_params),
	DISPATCH(OSSL_FUNC_PROVIDER_TEARDOWN, teardown),
	DISPATCH_END
};

VISIBLE OSSL_provider_init_fn OSSL_provider_init;

/**
 * OSSL_provider_init - what OpenSSL calls when it has loaded the module
 * @handle: OpenSSL's name for it
 * @in:     functions of OpenSSL; libcrypto's own do for us
 * @out:    receives ours
 * @context: receives what is handed to these
 *
 * Return: 0, with one error raised, where there is no unit to be used.
 */
int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
		       const OSSL_DISPATCH **out, void **context)
{
	const char *problem = unit_find();
	struct provider *p;

	(void)handle;
	(void)in;
	if (problem) {
		ERR_raise_data(ERR_LIB_PROV, ERR_R_UNSUPPORTED, "padlock: %s",
			       problem);
		return 0;
	}
	p = OPENSSL_zalloc(sizeof(*p));
	if (!p)
		return 0;
	if (unit.sha == PADLOCK_SHA_ONESHOT && !find_software(p)) {
		teardown(p);
		return 0;
	}
	*context = p;
	*out = functions;
	return 1;
}
