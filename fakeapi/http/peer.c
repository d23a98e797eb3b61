/* SPDX-License-Identifier: Apache-2.0 */
/* peer.c - reads the identity in a client certificate. */
#include <gnutls/x509.h>

#include "fakeapi/http/internal.h"

enum { GROUPS_MAX = 64 };

/* The text of an attribute of that type; empty: another type, or text that C strings cannot
 * hold. */
static struct str attribute_of(const gnutls_x509_ava_st *ava, const char *oid)
{
	enum { UTF8 = 12, NUMERIC = 18, PRINTABLE, TELETEX, IA5 = 22 };
	struct str is = { (const char *)ava->oid.data, strlen((const char *)ava->oid.data) };
	struct str value = { (const char *)ava->value.data, ava->value.size };
	unsigned long tag = ava->value_tag;

	if (!str_eqz(is, oid) || !value.len || memchr(value.ptr, '\0', value.len) ||
	    (tag != UTF8 && tag != IA5 && (tag < NUMERIC || tag > TELETEX)))
		return (struct str) { NULL, 0 };
	return value;
}

/* Copies the last CN to *name and all Os, separated by NULs, to *groups. Values are unescaped as in
 * Go's crypto/x509: gnutls_x509_crt_get_dn_by_oid() would write "a,b" as "a\,b". */
static void read_subject(gnutls_x509_crt_t cert, struct strbuf *name, struct strbuf *groups)
{
	gnutls_x509_dn_t dn;
	gnutls_x509_ava_st ava;
	unsigned count = 0;

	if (gnutls_x509_crt_get_subject(cert, &dn) != 0)
		return;
	for (int set = 0; gnutls_x509_dn_get_rdn_ava(dn, set, 0, &ava) == 0; set++) {
		for (int i = 0; gnutls_x509_dn_get_rdn_ava(dn, set, i, &ava) == 0; i++) {
			struct str cn = attribute_of(&ava, GNUTLS_OID_X520_COMMON_NAME);
			struct str o = attribute_of(&ava, GNUTLS_OID_X520_ORGANIZATION_NAME);

			if (cn.len) {
				strbuf_clear(name);
				strbuf_adds(name, cn);
			}
			if (!o.len || ++count > GROUPS_MAX)
				continue;
			if (groups->len)
				strbuf_addc(groups, '\0');
			strbuf_adds(groups, o);
		}
	}
}

void http__peer_read(struct conn *c, struct fakeapi__request *req, struct strbuf *name,
		     struct strbuf *groups)
{
	gnutls_typed_vdata_st usage = { GNUTLS_DT_KEY_PURPOSE_OID,
					(unsigned char *)(uintptr_t)GNUTLS_KP_TLS_WWW_CLIENT, 0 };
	const gnutls_datum_t *chain;
	gnutls_x509_crt_t cert;
	unsigned status = 0, count = 0;

	if (!c->h->opt.client_ca_pem || !c->tls)
		return;
	chain = gnutls_certificate_get_peers(c->tls, &count);
	if (!chain || !count)
		return;
	req->peer_unknown = true;
	if (gnutls_certificate_verify_peers(c->tls, &usage, 1, &status) != 0 || status != 0 ||
	    gnutls_x509_crt_init(&cert) != 0)
		return;
	if (gnutls_x509_crt_import(cert, &chain[0], GNUTLS_X509_FMT_DER) == 0)
		read_subject(cert, name, groups);
	gnutls_x509_crt_deinit(cert);
	if (!name->len || name->failed || groups->failed)
		return;
	req->peer_unknown = false;
	req->peer_name = strbuf_str(name);
	req->peer_groups = strbuf_str(groups);
}
