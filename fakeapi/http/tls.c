/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/http/tls.h"

#include <arpa/inet.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <time.h>

#include "base/alloc.h"

enum { DAY_S = 24 * 3600, VALID_DAYS = 365 };

/* A certificate and its key. */
struct pair {
	gnutls_x509_crt_t cert;
	gnutls_x509_privkey_t key;
};

static void pair_fini(struct pair *p)
{
	if (p->cert)
		gnutls_x509_crt_deinit(p->cert);
	if (p->key)
		gnutls_x509_privkey_deinit(p->key);
}

/* Sets everything but the subject's names: key, number, dates, name. */
static int pair_init(struct pair *p, const char *name, int64_t wall_s)
{
	unsigned char serial[16];
	int rc = gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof(serial));

	serial[0] &= 0x7f; /* a positive number */
	if (rc == 0)
		rc = gnutls_x509_crt_init(&p->cert);
	if (rc == 0)
		rc = gnutls_x509_privkey_init(&p->key);
	if (rc == 0)
		rc = gnutls_x509_privkey_generate(p->key, GNUTLS_PK_ECDSA,
						  GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1),
						  0);
	if (rc == 0)
		rc = gnutls_x509_crt_set_version(p->cert, 3);
	if (rc == 0)
		rc = gnutls_x509_crt_set_serial(p->cert, serial, sizeof(serial));
	if (rc == 0)
		rc = gnutls_x509_crt_set_activation_time(p->cert, (time_t)(wall_s - DAY_S));
	if (rc == 0)
		rc = gnutls_x509_crt_set_expiration_time(p->cert,
							 (time_t)(wall_s + VALID_DAYS * DAY_S));
	if (rc == 0)
		rc = gnutls_x509_crt_set_dn_by_oid(p->cert, GNUTLS_OID_X520_COMMON_NAME, 0, name,
						   (unsigned)strlen(name));
	if (rc == 0)
		rc = gnutls_x509_crt_set_key(p->cert, p->key);
	return rc;
}

static int make_ca(struct pair *ca, int64_t wall_s)
{
	int rc = pair_init(ca, "relist-ca", wall_s);

	if (rc == 0)
		rc = gnutls_x509_crt_set_basic_constraints(ca->cert, 1, -1);
	if (rc == 0)
		rc = gnutls_x509_crt_set_key_usage(ca->cert,
						   GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN);
	if (rc == 0)
		rc = gnutls_x509_crt_sign2(ca->cert, ca->cert, ca->key, GNUTLS_DIG_SHA256, 0);
	return rc;
}

static int add_name(gnutls_x509_crt_t cert, const char *name)
{
	unsigned char address[sizeof(struct in6_addr)];

	if (inet_pton(AF_INET, name, address) == 1)
		return gnutls_x509_crt_set_subject_alt_name(cert, GNUTLS_SAN_IPADDRESS, address, 4,
							    GNUTLS_FSAN_APPEND);
	if (inet_pton(AF_INET6, name, address) == 1)
		return gnutls_x509_crt_set_subject_alt_name(cert, GNUTLS_SAN_IPADDRESS, address, 16,
							    GNUTLS_FSAN_APPEND);
	return gnutls_x509_crt_set_subject_alt_name(cert, GNUTLS_SAN_DNSNAME, name,
						    (unsigned)strlen(name), GNUTLS_FSAN_APPEND);
}

static int make_server(struct pair *server, const struct pair *ca, const char *host, int64_t wall_s)
{
	const char *names[] = { "127.0.0.1",	      "::1", "localhost", "kubernetes",
				"kubernetes.default", host };
	int rc = pair_init(server, "relist", wall_s);

	for (size_t i = 0; rc == 0 && i < ARRAY_LEN(names) && names[i]; i++)
		rc = add_name(server->cert, names[i]);
	if (rc == 0)
		rc = gnutls_x509_crt_set_basic_constraints(server->cert, 0, -1);
	if (rc == 0)
		rc = gnutls_x509_crt_set_key_usage(server->cert, GNUTLS_KEY_DIGITAL_SIGNATURE);
	if (rc == 0)
		rc = gnutls_x509_crt_set_key_purpose_oid(server->cert, GNUTLS_KP_TLS_WWW_SERVER, 0);
	if (rc == 0)
		rc = gnutls_x509_crt_sign2(server->cert, ca->cert, ca->key, GNUTLS_DIG_SHA256, 0);
	return rc;
}

static char *take_datum(int rc, gnutls_datum_t *d)
{
	char *text = rc == 0 ? base__strndup((const char *)d->data, d->size) : NULL;

	gnutls_free(d->data);
	d->data = NULL;
	return text;
}

int fakeapi__tls_make(struct fakeapi__tls *out, const char *host, int64_t wall_s,
		      struct relist_err *err)
{
	struct pair ca = { 0 }, server = { 0 };
	gnutls_datum_t pem = { NULL, 0 };
	int rc = gnutls_global_init(), code = 0;

	*out = (struct fakeapi__tls) { 0 };
	if (rc == 0)
		rc = make_ca(&ca, wall_s);
	if (rc == 0)
		rc = make_server(&server, &ca, host, wall_s);
	if (rc == 0) {
		out->ca_pem =
		    take_datum(gnutls_x509_crt_export2(ca.cert, GNUTLS_X509_FMT_PEM, &pem), &pem);
		out->cert_pem =
		    take_datum(gnutls_x509_crt_export2(server.cert, GNUTLS_X509_FMT_PEM, &pem),
			       &pem);
		out->key_pem =
		    take_datum(gnutls_x509_privkey_export2(server.key, GNUTLS_X509_FMT_PEM, &pem),
			       &pem);
	}
	if (rc)
		code = relist_err_set(err, RELIST_EIO, "cannot make a certificate: %s",
				      gnutls_strerror(rc));
	else if (!out->ca_pem || !out->cert_pem || !out->key_pem)
		code = relist_err_set(err, RELIST_ENOMEM, "certificate: out of memory");
	if (code)
		fakeapi__tls_fini(out);
	pair_fini(&ca);
	pair_fini(&server);
	return code;
}

void fakeapi__tls_fini(struct fakeapi__tls *tls)
{
	base__free(tls->ca_pem);
	base__free(tls->cert_pem);
	base__free(tls->key_pem);
	*tls = (struct fakeapi__tls) { 0 };
}
