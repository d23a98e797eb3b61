/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_tls.c - the credentials of both sides, and certificates from the upstream's callback. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <gnutls/x509.h>

#include "base/alloc.h"
#include "runner/recording/posix/proxy_impl.h"

const gnutls_datum_t rec__protocols[REC_PROTOCOLS] = {
	{ (unsigned char *)(uintptr_t) "h2", 2 }, { (unsigned char *)(uintptr_t) "http/1.1", 8 }
};

static int tls_failed(struct relist_err *err, const char *what, int rc)
{
	return relist_err_set(err, RELIST_EINVAL, "%s: %s", what, gnutls_strerror(rc));
}

static gnutls_datum_t datum(const char *z)
{
	return (gnutls_datum_t) { (unsigned char *)(uintptr_t)z, (unsigned)strlen(z) };
}

static int trust(gnutls_certificate_credentials_t to, const struct rec__upstream *up)
{
	gnutls_datum_t pem;

	if (up->ca_pem) {
		pem = datum(up->ca_pem);
		return gnutls_certificate_set_x509_trust_mem(to, &pem, GNUTLS_X509_FMT_PEM);
	}
	if (up->ca_file)
		return gnutls_certificate_set_x509_trust_file(to, up->ca_file, GNUTLS_X509_FMT_PEM);
	return up->insecure ? 0 : gnutls_certificate_set_x509_system_trust(to);
}

/* Sets the client certificate: each half from memory or a file. */
static int present(struct rec__proxy *p, const struct rec__upstream *up)
{
	gnutls_datum_t cert = { NULL, 0 }, key = { NULL, 0 };
	bool cert_loaded = !up->cert_pem && up->cert_file,
	     key_loaded = !up->key_pem && up->key_file;
	int rc = 0;

	if (!up->cert_pem && !up->cert_file)
		return 0;
	if (cert_loaded)
		rc = gnutls_load_file(up->cert_file, &cert);
	else
		cert = datum(up->cert_pem);
	if (rc == 0 && key_loaded)
		rc = gnutls_load_file(up->key_file, &key);
	else if (rc == 0 && up->key_pem)
		key = datum(up->key_pem);
	if (rc == 0)
		rc = gnutls_certificate_set_x509_key_mem(p->to_server, &cert, &key,
							 GNUTLS_X509_FMT_PEM);
	if (cert_loaded)
		gnutls_free(cert.data);
	if (key_loaded)
		gnutls_free(key.data);
	return rc;
}

int rec__proxy_prepare_tls(struct rec__proxy *p, struct relist_err *err)
{
	const struct rec__upstream *up = &p->opt.upstream;
	int rc = gnutls_global_init();

	if (rc < 0)
		return tls_failed(err, "TLS", rc);
	if (p->target.tls) {
		rc = gnutls_certificate_allocate_credentials(&p->to_server);
		if (rc >= 0)
			rc = trust(p->to_server, up);
		if (rc < 0)
			return tls_failed(err, "the cluster's certificate authority", rc);
		rc = present(p, up);
		if (rc < 0)
			return tls_failed(err, "the user's certificate and key", rc);
	}
	if (p->opt.cert_pem) {
		gnutls_datum_t cert = datum(p->opt.cert_pem), key = datum(p->opt.key_pem);

		rc = gnutls_certificate_allocate_credentials(&p->to_client);
		if (rc >= 0)
			rc = gnutls_certificate_set_x509_key_mem(p->to_client, &cert, &key,
								 GNUTLS_X509_FMT_PEM);
		if (rc < 0)
			return tls_failed(err, "the proxy's certificate", rc);
	}
	return 0;
}

/* The credentials for the callback's certificate; NULL: out of memory, or `err` has the reason. */
static gnutls_certificate_credentials_t identity_of(struct rec__proxy *p, struct relist_err *err)
{
	const struct rec__upstream *up = &p->opt.upstream;
	char *cert = NULL, *key = NULL;
	struct identity *id;
	int rc;

	if (!up->certificate)
		return p->to_server;
	if (up->certificate(up->user, &cert, &key, err))
		return NULL;
	if (!cert || !key || (p->identities && strcmp(p->identities->cert_pem, cert) == 0)) {
		bool same = cert && key;

		base__free(cert);
		base__free(key);
		return same ? p->identities->credentials : p->to_server;
	}
	id = base__calloc(1, sizeof(*id));
	rc = id ? gnutls_certificate_allocate_credentials(&id->credentials) : GNUTLS_E_MEMORY_ERROR;
	if (rc >= 0)
		rc = trust(id->credentials, up);
	if (rc >= 0) {
		gnutls_datum_t c = { (unsigned char *)cert, (unsigned)strlen(cert) };
		gnutls_datum_t k = { (unsigned char *)key, (unsigned)strlen(key) };

		rc = gnutls_certificate_set_x509_key_mem(id->credentials, &c, &k,
							 GNUTLS_X509_FMT_PEM);
	}
	base__free(key);
	if (rc < 0) {
		relist_err_set(err, RELIST_EIO, "the exec plugin's certificate and key: %s",
			       gnutls_strerror(rc));
		if (id && id->credentials)
			gnutls_certificate_free_credentials(id->credentials);
		base__free(cert);
		base__free(id);
		return NULL;
	}
	id->cert_pem = cert;
	id->next = p->identities;
	p->identities = id;
	return id->credentials;
}

bool rec__conn_start_tls(struct conn *c, struct relist_err *err)
{
	struct rec__proxy *p = c->proxy;
	const char *host = p->opt.upstream.tls_name ? p->opt.upstream.tls_name : p->target.host;
	unsigned first = c->mux ? 0 : 1;
	unsigned char address[16];
	gnutls_certificate_credentials_t as = identity_of(p, err);
	gnutls_session_t tls;
	int rc;

	if (!as)
		return false;
	rc = gnutls_init(&tls, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL);
	if (rc < 0)
		return false;
	rc = gnutls_set_default_priority(tls);
	if (rc == 0)
		rc = gnutls_credentials_set(tls, GNUTLS_CRD_CERTIFICATE, as);
	if (rc == 0)
		rc = gnutls_alpn_set_protocols(tls, rec__protocols + first, REC_PROTOCOLS - first,
					       0);
	if (rc == 0 && inet_pton(AF_INET, host, address) != 1 &&
	    inet_pton(AF_INET6, host, address) != 1)
		rc = gnutls_server_name_set(tls, GNUTLS_NAME_DNS, host, strlen(host));
	if (rc < 0) {
		gnutls_deinit(tls);
		return false;
	}
	if (!p->opt.upstream.insecure)
		gnutls_session_set_verify_cert(tls, host, 0);
	stream_use_tls(&c->server, tls);
	c->server.holds = c->mux != NULL; /* until the protocol is known */
	return true;
}

void rec__proxy_forget_identities(struct rec__proxy *p)
{
	while (p->identities) {
		struct identity *id = p->identities;

		p->identities = id->next;
		gnutls_certificate_free_credentials(id->credentials);
		base__free(id->cert_pem);
		base__free(id);
	}
}
