/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_credentials.c - any bytes as credentials: the first byte selects the part of it. Each is
 * answered, nothing unsigned makes a user, and the server goes on. */
#include "base/base64.h"
#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/core.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CSRS	"/apis/certificates.k8s.io/v1/certificatesigningrequests"
#define REVIEWS "/apis/authentication.k8s.io/v1/tokenreviews"

/* Everything is signed that bears this. */
static const char seal[] = "seal";

static bool name(void *user, struct strbuf *alg, struct strbuf *kid)
{
	(void)user;
	strbuf_addz(alg, "ES256");
	strbuf_addz(kid, "k");
	return true;
}

static bool sign(void *user, struct str data, struct strbuf *signature)
{
	(void)user;
	(void)data;
	strbuf_addz(signature, seal);
	return true;
}

static bool verify(void *user, const char *alg, const char *kid, struct str data,
		   struct str signature)
{
	(void)user;
	(void)alg;
	(void)kid;
	(void)data;
	return str_eqz(signature, seal);
}

static bool jwks(void *user, struct strbuf *out)
{
	(void)user;
	strbuf_addz(out, "{\"keys\":[]}");
	return true;
}

/* The status; `got`: the body of the answer, or NULL. */
static int ask(struct fakeapi__core *core, const char *method, const char *uri, struct str who,
	       struct str body, struct strbuf *got)
{
	struct fakeapi__server *server = fakeapi__core_server(core);
	struct fakeapi__header headers[] = { { STR("Content-Type"), STR("application/json") },
					     { STR("Authorization"), who } };
	struct fakeapi__request req = { .method = str_of(method),
					.path = str_of(uri),
					.query = STR(""),
					.headers = headers,
					.header_count = ARRAY_LEN(headers),
					.body = body };
	struct fakeapi__exchange *x =
	    server->begin(server, NS_PER_S, &req, (struct fakeapi__wake) { NULL, NULL });
	char buf[4096];
	ptrdiff_t n;
	int status;

	ASSERT(x);
	ASSERT(x->ops->head(x, NS_PER_S) == FAKEAPI_HEAD_READY);
	status = x->status;
	ASSERT(status >= 200 && status < 500);
	while ((n = x->ops->pull(x, NS_PER_S, buf, sizeof(buf))) > 0)
		if (got)
			strbuf_add(got, buf, (size_t)n);
	x->ops->end(x, false);
	return status;
}

static void add_token(struct strbuf *out, struct str claims, const char *signature)
{
	base64_encode(out, STR("{\"alg\":\"ES256\",\"kid\":\"k\"}"), BASE64_RAW_URL);
	strbuf_addc(out, '.');
	base64_encode(out, claims, BASE64_RAW_URL);
	strbuf_addc(out, '.');
	base64_encode(out, str_of(signature), BASE64_RAW_URL);
}

static void send_request(struct fakeapi__core *core, struct str admin, struct str pem)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addz(&body, "{\"metadata\":{\"name\":\"c\"},\"spec\":{\"usages\":[\"client auth\"],"
			   "\"signerName\":\"kubernetes.io/kube-apiserver-client\",\"request\":\"");
	base64_encode(&body, pem, BASE64_STD);
	strbuf_addz(&body, "\"}}");
	(void)ask(core, "POST", CSRS, admin, strbuf_str(&body), NULL);
}

static void send_der(struct fakeapi__core *core, struct str admin, struct str der)
{
	AUTO_STRBUF pem = STRBUF_INIT;

	strbuf_addz(&pem, "-----BEGIN CERTIFICATE REQUEST-----\n");
	base64_encode(&pem, der, BASE64_STD);
	strbuf_addz(&pem, "\n-----END CERTIFICATE REQUEST-----\n");
	send_request(core, admin, strbuf_str(&pem));
}

/* Claims under a signature, and under another. */
static void send_claims(struct fakeapi__core *core, struct str admin, struct str claims)
{
	static const char *const signatures[] = { seal, "else" };

	for (size_t i = 0; i < ARRAY_LEN(signatures); i++) {
		AUTO_STRBUF token = STRBUF_INIT;
		AUTO_STRBUF who = STRBUF_INIT;
		AUTO_STRBUF body = STRBUF_INIT;
		AUTO_STRBUF got = STRBUF_INIT;
		int status;

		add_token(&token, claims, signatures[i]);
		strbuf_addf(&body, "{\"spec\":{\"token\":\"%s\"}}", token.ptr);
		ASSERT(ask(core, "POST", REVIEWS, admin, strbuf_str(&body), &got) == 201);
		ASSERT(i == 0 || !strstr(got.ptr, "\"authenticated\":true"));
		strbuf_addf(&who, "Bearer %s", token.ptr);
		status = ask(core, "GET", "/api/v1/secrets", strbuf_str(&who), STR(""), NULL);
		ASSERT(status == 401 || (i == 0 && status == 403));
	}
}

static void send_bearer(struct fakeapi__core *core, struct str bytes)
{
	AUTO_STRBUF who = STRBUF_INIT;

	strbuf_addz(&who, "Bearer ");
	strbuf_adds(&who, bytes);
	(void)ask(core, "GET", "/api/v1/secrets", strbuf_str(&who), STR(""), NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct fakeapi__token_keys keys = { NULL, name, sign, verify, jwks };
	const struct str admin = STR("Bearer root"), bytes = { (const char *)data + 1, size - 1 };
	struct fakeapi__options opt = { .empty = true,
					.any_namespace = true,
					.token_csv = STR("root,root,1,system:masters\n"),
					.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.token_keys = &keys };
	struct fakeapi__core *core;

	if (!size)
		return 0;
	core = fakeapi__core_new(&opt, NULL);
	ASSERT(core);
	ASSERT(ask(core, "POST", "/api/v1/namespaces/default/serviceaccounts", admin,
		   STR("{\"metadata\":{\"name\":\"sa\"}}"), NULL) == 201);
	switch (data[0] % 6) {
	case 0:
		send_der(core, admin, bytes);
		break;
	case 1:
		send_request(core, admin, bytes);
		break;
	case 2:
		send_bearer(core, bytes);
		break;
	case 3:
		send_claims(core, admin, bytes);
		break;
	case 4:
		(void)ask(core, "POST", REVIEWS, admin, bytes, NULL);
		break;
	default:
		(void)ask(core, "POST", "/api/v1/namespaces/default/serviceaccounts/sa/token",
			  admin, bytes, NULL);
	}
	ASSERT(ask(core, "GET", "/api/v1/namespaces/default/serviceaccounts/sa", admin, STR(""),
		   NULL) == 200);
	fakeapi__core_free(core);
	return 0;
}
