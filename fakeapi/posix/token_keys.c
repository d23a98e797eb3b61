/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/token_keys.h"

#include <errno.h>
#include <fcntl.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/str.h"
#include "fakeapi/posix/manifests.h"

enum { KEYS_MAX = 8, P256_BYTES = 32 };

struct key {
	gnutls_pubkey_t pub;
	bool rsa;
	char kid[48]; /* base64url of SHA-256 over the SubjectPublicKeyInfo */
};

struct fakeapi__key_ring {
	struct fakeapi__token_keys keys;
	gnutls_privkey_t signer;   /* NULL: not yet generated */
	struct key list[KEYS_MAX]; /* the signer's is first once it exists */
	size_t count;
	char *kept_file; /* NULL: not stored */
};

/* --- public keys ------------------------------------------------------------------------------ */

/* Sets the key's id; false: there is no algorithm for this type of key. */
static bool describe(struct key *k)
{
	gnutls_ecc_curve_t curve = GNUTLS_ECC_CURVE_INVALID;
	gnutls_datum_t der = { NULL, 0 };
	unsigned char digest[32];
	AUTO_STRBUF text = STRBUF_INIT;
	int algorithm = gnutls_pubkey_get_pk_algorithm(k->pub, NULL);
	bool ok;

	k->rsa = algorithm == GNUTLS_PK_RSA;
	if (!k->rsa && (gnutls_pubkey_export_ecc_raw2(k->pub, &curve, NULL, NULL, 0) != 0 ||
			curve != GNUTLS_ECC_CURVE_SECP256R1))
		return false;
	ok = gnutls_pubkey_export2(k->pub, GNUTLS_X509_FMT_DER, &der) == 0 &&
	     gnutls_hash_fast(GNUTLS_DIG_SHA256, der.data, der.size, digest) == 0;
	gnutls_free(der.data);
	base64_encode(&text, (struct str) { (const char *)digest, sizeof(digest) }, BASE64_RAW_URL);
	if (!ok || text.failed || text.len >= sizeof(k->kid))
		return false;
	memcpy(k->kid, text.ptr, text.len + 1);
	return true;
}

/* Consumes `pub`; `first`: it is the signer's. False: too many keys, or unsupported. */
static bool add_key(struct fakeapi__key_ring *ring, gnutls_pubkey_t take_pub, bool first)
{
	struct key k = { .pub = take_pub };

	if (ring->count == KEYS_MAX || !describe(&k)) {
		gnutls_pubkey_deinit(take_pub);
		return false;
	}
	for (size_t i = 0; !first && i < ring->count; i++)
		if (strcmp(ring->list[i].kid, k.kid) == 0) {
			gnutls_pubkey_deinit(take_pub);
			return true;
		}
	if (first)
		memmove(ring->list + 1, ring->list, ring->count * sizeof(*ring->list));
	ring->list[first ? 0 : ring->count] = k;
	ring->count++;
	return true;
}

static bool add_public_of(struct fakeapi__key_ring *ring, gnutls_privkey_t key, bool first)
{
	gnutls_pubkey_t pub;

	if (gnutls_pubkey_init(&pub) != 0)
		return false;
	if (gnutls_pubkey_import_privkey(pub, key, 0, 0) != 0) {
		gnutls_pubkey_deinit(pub);
		return false;
	}
	return add_key(ring, pub, first);
}

/* --- the signer ------------------------------------------------------------------------------- */

static bool import_private(gnutls_privkey_t *key, const gnutls_datum_t *pem)
{
	if (gnutls_privkey_init(key) != 0)
		return false;
	if (gnutls_privkey_import_x509_raw(*key, pem, GNUTLS_X509_FMT_PEM, NULL, 0) == 0)
		return true;
	gnutls_privkey_deinit(*key);
	*key = NULL;
	return false;
}

static bool use_signer(struct fakeapi__key_ring *ring, const gnutls_datum_t *pem)
{
	return import_private(&ring->signer, pem) && add_public_of(ring, ring->signer, true);
}

/* Writes to a temporary name first: a later server must not find an incomplete key. */
static void keep(const char *path, const gnutls_datum_t *pem)
{
	AUTO_STRBUF fresh = STRBUF_INIT;
	int fd;
	bool whole;

	strbuf_addf(&fresh, "%s.new", path);
	fd = fresh.failed ? -1 : open(fresh.ptr, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	whole = write(fd, pem->data, pem->size) == (ssize_t)pem->size && fsync(fd) == 0;
	if (close(fd) != 0 || !whole || rename(fresh.ptr, path) != 0)
		(void)unlink(fresh.ptr);
}

static bool make_signer(struct fakeapi__key_ring *ring)
{
	gnutls_x509_privkey_t key = NULL;
	gnutls_datum_t pem = { NULL, 0 };
	bool ok = gnutls_x509_privkey_init(&key) == 0 &&
		  gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA,
					       GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1),
					       0) == 0 &&
		  gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &pem) == 0 &&
		  use_signer(ring, &pem);

	if (ok && ring->kept_file)
		keep(ring->kept_file, &pem);
	gnutls_free(pem.data);
	if (key)
		gnutls_x509_privkey_deinit(key);
	return ok;
}

static bool have_signer(struct fakeapi__key_ring *ring)
{
	if (ring->signer)
		return true;
	return gnutls_global_init() == 0 && make_signer(ring);
}

/* --- callbacks of the core -------------------------------------------------------------------- */

static bool name(void *user, struct strbuf *alg, struct strbuf *kid)
{
	struct fakeapi__key_ring *ring = user;

	if (!have_signer(ring))
		return false;
	strbuf_addz(alg, ring->list[0].rsa ? "RS256" : "ES256");
	strbuf_addz(kid, ring->list[0].kid);
	return true;
}

/* Appends a number with leading zeros up to `bytes`. */
static void add_padded(struct strbuf *out, const gnutls_datum_t *n, size_t bytes)
{
	size_t skip = 0;

	while (skip < n->size && n->size - skip > bytes && n->data[skip] == 0)
		skip++;
	for (size_t i = n->size - skip; i < bytes; i++)
		strbuf_addc(out, '\0');
	strbuf_add(out, (const char *)n->data + skip, n->size - skip);
}

static bool sign(void *user, struct str data, struct strbuf *signature)
{
	struct fakeapi__key_ring *ring = user;
	const gnutls_datum_t text = { (unsigned char *)(uintptr_t)data.ptr, (unsigned)data.len };
	gnutls_datum_t made = { NULL, 0 }, r = { NULL, 0 }, s = { NULL, 0 };
	bool rsa, ok;

	if (!have_signer(ring))
		return false;
	rsa = ring->list[0].rsa;
	ok = gnutls_privkey_sign_data2(ring->signer,
				       rsa ? GNUTLS_SIGN_RSA_SHA256 : GNUTLS_SIGN_ECDSA_SHA256, 0,
				       &text, &made) == 0;
	if (ok && rsa) {
		strbuf_add(signature, (const char *)made.data, made.size);
	} else if (ok) {
		ok = gnutls_decode_rs_value(&made, &r, &s) == 0;
		if (ok) {
			add_padded(signature, &r, P256_BYTES);
			add_padded(signature, &s, P256_BYTES);
		}
	}
	gnutls_free(made.data);
	gnutls_free(r.data);
	gnutls_free(s.data);
	return ok && !signature->failed;
}

static bool verify_by(const struct key *k, const gnutls_datum_t *text, struct str signature)
{
	unsigned char *bytes = (unsigned char *)(uintptr_t)signature.ptr;
	gnutls_datum_t whole = { bytes, (unsigned)signature.len }, der = { NULL, 0 };
	gnutls_datum_t r = { bytes, P256_BYTES }, s = { bytes + P256_BYTES, P256_BYTES };
	bool ok;

	if (k->rsa)
		return gnutls_pubkey_verify_data2(k->pub, GNUTLS_SIGN_RSA_SHA256, 0, text,
						  &whole) == 0;
	if (signature.len != 2 * P256_BYTES || gnutls_encode_rs_value(&der, &r, &s) != 0)
		return false;
	ok = gnutls_pubkey_verify_data2(k->pub, GNUTLS_SIGN_ECDSA_SHA256, 0, text, &der) == 0;
	gnutls_free(der.data);
	return ok;
}

/* Accepts only the key's own algorithm, which the token must name. */
static bool verify(void *user, const char *alg, const char *kid, struct str data,
		   struct str signature)
{
	struct fakeapi__key_ring *ring = user;
	const gnutls_datum_t text = { (unsigned char *)(uintptr_t)data.ptr, (unsigned)data.len };

	if (!signature.len || !have_signer(ring))
		return false;
	for (size_t i = 0; i < ring->count; i++) {
		const struct key *k = &ring->list[i];

		if ((*kid && strcmp(kid, k->kid) != 0) ||
		    strcmp(alg, k->rsa ? "RS256" : "ES256") != 0)
			continue;
		if (verify_by(k, &text, signature))
			return true;
	}
	return false;
}

static void add_number(struct strbuf *out, const char *member, const gnutls_datum_t *n,
		       size_t bytes)
{
	AUTO_STRBUF raw = STRBUF_INIT;

	if (bytes)
		add_padded(&raw, n, bytes);
	else
		strbuf_add(&raw, (const char *)n->data, n->size);
	strbuf_addf(out, ",\"%s\":\"", member);
	base64_encode(out, strbuf_str(&raw), BASE64_RAW_URL);
	strbuf_addc(out, '"');
	out->failed |= raw.failed;
}

static bool add_jwk(struct strbuf *out, const struct key *k)
{
	gnutls_datum_t a = { NULL, 0 }, b = { NULL, 0 };
	gnutls_ecc_curve_t curve;
	bool ok;

	strbuf_addf(out, "{\"use\":\"sig\",\"kty\":\"%s\",\"kid\":\"%s\"", k->rsa ? "RSA" : "EC",
		    k->kid);
	if (k->rsa) {
		ok = gnutls_pubkey_export_rsa_raw2(k->pub, &a, &b, GNUTLS_EXPORT_FLAG_NO_LZ) == 0;
		strbuf_addz(out, ",\"alg\":\"RS256\"");
		if (ok) {
			add_number(out, "n", &a, 0);
			add_number(out, "e", &b, 0);
		}
	} else {
		ok = gnutls_pubkey_export_ecc_raw2(k->pub, &curve, &a, &b,
						   GNUTLS_EXPORT_FLAG_NO_LZ) == 0;
		strbuf_addz(out, ",\"crv\":\"P-256\",\"alg\":\"ES256\"");
		if (ok) {
			add_number(out, "x", &a, P256_BYTES);
			add_number(out, "y", &b, P256_BYTES);
		}
	}
	strbuf_addc(out, '}');
	gnutls_free(a.data);
	gnutls_free(b.data);
	return ok;
}

static bool jwks(void *user, struct strbuf *out)
{
	struct fakeapi__key_ring *ring = user;

	if (!have_signer(ring))
		return false;
	strbuf_addz(out, "{\"keys\":[");
	for (size_t i = 0; i < ring->count; i++) {
		if (i)
			strbuf_addc(out, ',');
		if (!add_jwk(out, &ring->list[i]))
			return false;
	}
	strbuf_addz(out, "]}");
	return !out->failed;
}

/* --- files ------------------------------------------------------------------------------------ */

static int bad_file(struct relist_err *err, const char *path, const char *what)
{
	return relist_err_set(err, RELIST_EPARSE, "%s: found no %s", path, what);
}

static int read_signer(struct fakeapi__key_ring *ring, const char *path, struct relist_err *err)
{
	size_t len;
	char *pem = fakeapi__file_read(path, &len, err);
	const gnutls_datum_t data = { (unsigned char *)pem, (unsigned)len };
	bool ok = pem && gnutls_global_init() == 0 && use_signer(ring, &data);

	if (!pem)
		return RELIST_EIO;
	base__free(pem);
	return ok ? 0 : bad_file(err, path, "RSA or P-256 private key");
}

/* Imports a public key, or that of a certificate. */
static bool import_public(gnutls_pubkey_t pub, const gnutls_datum_t *pem)
{
	gnutls_x509_crt_t cert;
	bool ok;

	if (gnutls_pubkey_import(pub, pem, GNUTLS_X509_FMT_PEM) == 0)
		return true;
	if (gnutls_x509_crt_init(&cert) != 0)
		return false;
	ok = gnutls_x509_crt_import(cert, pem, GNUTLS_X509_FMT_PEM) == 0 &&
	     gnutls_pubkey_import_x509(pub, cert, 0) == 0;
	gnutls_x509_crt_deinit(cert);
	return ok;
}

static int read_public(struct fakeapi__key_ring *ring, const char *path, struct relist_err *err)
{
	size_t len;
	char *pem = fakeapi__file_read(path, &len, err);
	const gnutls_datum_t data = { (unsigned char *)pem, (unsigned)len };
	gnutls_privkey_t private = NULL;
	gnutls_pubkey_t pub = NULL;
	bool ok = false;

	if (!pem)
		return RELIST_EIO;
	if (gnutls_global_init() == 0 && gnutls_pubkey_init(&pub) == 0) {
		if (import_public(pub, &data)) {
			ok = add_key(ring, pub, false);
		} else {
			gnutls_pubkey_deinit(pub);
			ok = import_private(&private, &data) && add_public_of(ring, private, false);
		}
	}
	if (private)
		gnutls_privkey_deinit(private);
	base__free(pem);
	return ok ? 0 : bad_file(err, path, "RSA or P-256 key");
}

static int read_publics(struct fakeapi__key_ring *ring, const char *paths, struct relist_err *err)
{
	int code = 0;

	for (const char *p = paths; *p && !code; p += strcspn(p, ","), p += *p == ',') {
		char *path = base__strndup(p, strcspn(p, ","));

		code = path ? read_public(ring, path, err)
			    : relist_err_set(err, RELIST_ENOMEM, "out of memory");
		base__free(path);
	}
	return code;
}

struct fakeapi__key_ring *fakeapi__key_ring_new(const char *signing_file, const char *key_files,
						const char *kept_file, struct relist_err *err)
{
	struct fakeapi__key_ring *ring = base__calloc(1, sizeof(*ring));
	int code = 0;

	if (!ring) {
		relist_err_set(err, RELIST_ENOMEM, "out of memory");
		return NULL;
	}
	ring->keys = (struct fakeapi__token_keys) { ring, name, sign, verify, jwks };
	ring->kept_file = kept_file ? base__strdup(kept_file) : NULL;
	if (kept_file && !ring->kept_file)
		code = relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (!code && signing_file)
		code = read_signer(ring, signing_file, err);
	else if (!code && kept_file && access(kept_file, R_OK) == 0)
		code = read_signer(ring, kept_file, err);
	if (!code && key_files)
		code = read_publics(ring, key_files, err);
	if (!code)
		return ring;
	fakeapi__key_ring_free(ring);
	return NULL;
}

void fakeapi__key_ring_free(struct fakeapi__key_ring *ring)
{
	if (!ring)
		return;
	for (size_t i = 0; i < ring->count; i++)
		gnutls_pubkey_deinit(ring->list[i].pub);
	if (ring->signer)
		gnutls_privkey_deinit(ring->signer);
	base__free(ring->kept_file);
	base__free(ring);
}

const struct fakeapi__token_keys *fakeapi__key_ring_keys(const struct fakeapi__key_ring *ring)
{
	return &ring->keys;
}
