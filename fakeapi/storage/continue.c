/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/storage/continue.h"

#include <inttypes.h>

#include "base/base64.h"
#include "base/json_scan.h"
#include "fakeapi/meta/go_json.h"

enum { TOKEN_LEN_MAX = 8192 };

void fakeapi__continue_encode(struct strbuf *out, struct str key, bool slash, int64_t rv)
{
	AUTO_STRBUF start = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;

	if (slash)
		strbuf_addc(&start, '/');
	strbuf_adds(&start, key);
	strbuf_addc(&start, '\0');
	strbuf_addf(&text, "{\"v\":\"meta.k8s.io/v1\",\"rv\":%" PRId64 ",\"start\":", rv);
	strbuf_add_json(&text, strbuf_str(&start));
	strbuf_addc(&text, '}');
	if (start.failed || text.failed)
		out->failed = true;
	base64_encode(out, strbuf_str(&text), BASE64_RAW_URL);
}

static int invalid(struct fakeapi__status *st, const char *why, struct str what)
{
	return fakeapi__status_set(st, 400, "BadRequest",
				   "invalid continue token: continue key is not valid: %s" STR_FMT,
				   why, STR_ARG(what));
}

/* path.Clean("/" + key) == "/" + key: the key has no empty, "." or ".." segment. */
static bool is_clean(struct str key)
{
	size_t start = 0;

	for (size_t i = 0; i <= key.len; i++) {
		if (i < key.len && key.ptr[i] != '/')
			continue;
		if (i - start == 0 || (i - start == 1 && key.ptr[start] == '.') ||
		    (i - start == 2 && key.ptr[start] == '.' && key.ptr[start + 1] == '.'))
			return false;
		start = i + 1;
	}
	return true;
}

static int no_token(enum json_kind kind, struct fakeapi__status *st)
{
	AUTO_STRBUF why = STRBUF_INIT;

	strbuf_addf(&why, "json: cannot unmarshal %s into Go value of type storage.continueToken",
		    kind == JSON_BOOL	  ? "bool"
		    : kind == JSON_NUMBER ? "number"
		    : kind == JSON_STRING ? "string"
					  : "array");
	return why.failed ? -1 : invalid(st, why.ptr, STR(""));
}

static int decode_doc(json_t doc, struct strbuf *key, int64_t *rv, struct fakeapi__status *st)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF version = STRBUF_INIT;
	struct str start, v = json_str(json_get(doc, "v"), &version);
	json_t number = json_get(doc, "rv");

	if (json_kind(doc) != JSON_OBJECT && json_kind(doc) != JSON_NULL)
		return no_token(json_kind(doc), st);
	if (!str_eqz(v, "meta.k8s.io/v1"))
		return invalid(st, "server does not recognize this encoded version ", v);
	*rv = 0;
	if (number.len && !json_int64(number, rv))
		return invalid(st,
			       "json: cannot unmarshal into Go struct field continueToken.rv of "
			       "type int64",
			       STR(""));
	if (*rv == 0)
		return invalid(st,
			       "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
			       STR(""));
	start = json_str(json_get(doc, "start"), &scratch);
	if (!start.len)
		return invalid(st, "encoded start key empty (version meta.k8s.io/v1)", STR(""));
	if (start.ptr[0] == '/' ? !is_clean((struct str) { start.ptr + 1, start.len - 1 })
				: !is_clean(start))
		return invalid(st, "", start);
	if (start.ptr[0] == '/')
		strbuf_add(key, start.ptr + 1, start.len - 1);
	else
		strbuf_adds(key, start);
	return key->failed || scratch.failed ? -1 : 0;
}

int fakeapi__continue_decode(struct str token, struct strbuf *key, int64_t *rv,
			     struct fakeapi__status *st)
{
	AUTO_STRBUF raw = STRBUF_INIT;
	size_t bad;
	json_t doc;

	if (token.len > TOKEN_LEN_MAX)
		return invalid(st, "token too long", STR(""));
	if (!base64_decode(&raw, token, BASE64_RAW_URL, &bad)) {
		char at[32];

		if (raw.failed)
			return -1;
		(void)snprintf(at, sizeof(at), "%zu", bad);
		return invalid(st, "illegal base64 data at input byte ", str_of(at));
	}
	if (!json_valid(strbuf_str(&raw), &doc, &bad)) {
		AUTO_STRBUF why = STRBUF_INIT;

		if (fakeapi__go_json_check(strbuf_str(&raw), &why))
			strbuf_addz(&why, "exceeded max depth");
		return why.failed ? -1 : invalid(st, "", strbuf_str(&why));
	}
	return decode_doc(doc, key, rv, st);
}
