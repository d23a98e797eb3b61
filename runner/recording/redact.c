/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/recording/redact.h"

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "runner/recording/redact_impl.h"

enum {
	DEPTH_MAX = 500,      /* deeper values go as a whole */
	LEARNED_MAX = 200000, /* values remembered */
	LEARN_BYTES_MIN = 8,  /* shorter ones are too common */
	LEARN_BYTES_MAX = 8192,
	NEAR_BYTES_MIN = 3,
	HASH_BYTES = 8,
};

void rec__redactor_init(struct rec__redactor *r, const struct rec__redact_options *opt)
{
	*r = (struct rec__redactor) { .opt = *opt };
	map_init(&r->secrets, MAP_COPY_KEYS);
	map_init(&r->names, MAP_COPY_KEYS);
	strbuf_init(&r->scratch);
	strbuf_init(&r->plain);
	r->failed = gnutls_global_init() < 0;
}

void rec__redactor_fini(struct rec__redactor *r)
{
	map_fini(&r->secrets);
	map_fini(&r->names);
	strbuf_fini(&r->scratch);
	strbuf_fini(&r->plain);
}

void rec__near_fini(struct rec__near *near)
{
	for (size_t i = 0; i < near->count; i++)
		base__free(near->values[i]);
	near->count = 0;
}

/* --- words --- */

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* "Client-Key_Data" -> "clientkeydata". */
static size_t normalize(struct str s, char *out, size_t cap)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len && n < cap; i++)
		if (s.ptr[i] != '-' && s.ptr[i] != '_' && s.ptr[i] != '.' && s.ptr[i] != ' ')
			out[n++] = lower(s.ptr[i]);
	return n;
}

static bool ends_with(const char *s, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len >= n && memcmp(s + len - n, end, n) == 0;
}

#define S(z)                                                                                       \
	{                                                                                          \
		z, sizeof(z) - 1                                                                   \
	}
bool rec__is_sensitive(struct str name)
{
	static const struct str ends[] = {
		S("password"),	   S("passwd"),		  S("passphrase"),	S("token"),
		S("apikey"),	   S("privatekey"),	  S("accesskey"),	S("secretkey"),
		S("clientsecret"), S("credential"),	  S("credentials"),	S("authorization"),
		S("accesskeyid"),  S("keydata"),	  S("certificatedata"), S("authoritydata"),
		S("cabundle"),	   S("dockerconfigjson"), S("dockercfg"),	S("cookie"),
		S("signature"),	   S("sharedsecret"),	  S("webhooksecret"),	S("authtoken"),
		S("pwd"),	   S("passcode"),
	};
	static const struct str whole[] = { S("certificate"), S("secret"), S("pass"),
					    S("kubeconfig"),  S("auth"),   S("clientcert"),
					    S("clientkey") };
	char text[64];
	size_t n = normalize(name, text, sizeof(text));

	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (n >= ends[i].len && text[n - 1] == ends[i].ptr[ends[i].len - 1] &&
		    memcmp(text + n - ends[i].len, ends[i].ptr, ends[i].len) == 0)
			return true;
	for (size_t i = 0; i < ARRAY_LEN(whole); i++)
		if (n == whole[i].len && memcmp(text, whole[i].ptr, n) == 0)
			return true;
	return false;
}
#undef S

/* An environment variable or argument whose value is likely a secret: also DB_PASS, AUTH_KEY. */
static bool is_sensitive_variable(struct str name)
{
	static const char *const parts[] = { "pass",   "secret",     "token",	  "credential",
					     "apikey", "privatekey", "accesskey", "authkey" };
	char text[128];
	size_t n = normalize(name, text, sizeof(text) - 1);

	text[n] = '\0';
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (strstr(text, parts[i]))
			return true;
	return rec__is_sensitive(name) || ends_with(text, n, "key");
}

/* --- values --- */

static void hash_of(struct rec__redactor *r, struct str value, char *hex, size_t bytes)
{
	unsigned char mac[32];

	if (gnutls_hmac_fast(GNUTLS_MAC_SHA256, r->opt.key, sizeof(r->opt.key), value.ptr,
			     value.len, mac) < 0) {
		r->failed = true;
		memset(mac, 0, sizeof(mac));
	}
	for (size_t i = 0; i < bytes; i++)
		(void)snprintf(hex + 2 * i, 3, "%02x", mac[i]);
}

static void remember(struct rec__redactor *r, struct map *map, struct str value)
{
	if (map_len(map) < LEARNED_MAX && map_put(map, value, r, NULL) != 0)
		r->failed = true;
}

/* Not a word that could stand anywhere: it has a digit, a capital or a sign in it. */
static bool is_telling(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!(s.ptr[i] >= 'a' && s.ptr[i] <= 'z') && s.ptr[i] != '-' && s.ptr[i] != '.')
			return true;
	return false;
}

bool rec__is_word_char(char c)
{
	/* Bits of the characters 0 to 127: + - . / digits = letters _ ~ */
	static const uint32_t set[4] = { 0, 0x23ffe800, 0x87fffffe, 0x47fffffe };
	unsigned char u = (unsigned char)c;

	return u >= 0x80 || (set[u / 32] >> u % 32 & 1);
}

/* Its words, and itself if it is one. */
static void learn(struct rec__redactor *r, struct str value)
{
	size_t i = 0;

	if (value.len > LEARN_BYTES_MAX)
		value.len = LEARN_BYTES_MAX;
	while (i < value.len) {
		size_t start = i;

		while (i < value.len && rec__is_word_char(value.ptr[i]))
			i++;
		if (i - start >= LEARN_BYTES_MIN &&
		    is_telling((struct str) { value.ptr + start, i - start }))
			remember(r, &r->secrets, (struct str) { value.ptr + start, i - start });
		i += i < value.len;
	}
}

static void put_near(struct rec__redactor *r, struct rec__near *near, struct str value)
{
	char *copy;

	if (!near || near->count == REC_NEAR_MAX || value.len < NEAR_BYTES_MIN ||
	    value.len > LEARN_BYTES_MAX || memchr(value.ptr, '\0', value.len))
		return;
	copy = base__strndup(value.ptr, value.len);
	if (copy)
		near->values[near->count++] = copy;
	else
		r->failed = true;
}

static bool is_redacted(struct str s)
{
	return s.len >= 8 && memcmp(s.ptr, "redacted", 8) == 0;
}

static void add_hash(struct rec__redactor *r, struct str value, struct strbuf *out)
{
	char hex[2 * HASH_BYTES + 1];

	strbuf_addz(out, "redacted");
	if (r->opt.secrets == REC_SECRETS_HASH) {
		hash_of(r, value, hex, HASH_BYTES);
		strbuf_addc(out, '-');
		strbuf_addz(out, hex);
	}
}

void rec__redact_value(struct rec__redactor *r, struct str value, struct strbuf *out)
{
	if (!value.len || is_redacted(value) || r->opt.secrets == REC_SECRETS_KEEP) {
		strbuf_adds(out, value);
		return;
	}
	learn(r, value);
	add_hash(r, value, out);
}

/* As text that decodes: base64 if the value is. */
void rec__hide(struct rec__redactor *r, struct str value, bool bytes, struct rec__near *collect,
	       struct strbuf *out)
{
	AUTO_STRBUF plain = STRBUF_INIT;
	bool decodes = bytes && base64_decode(&plain, value, BASE64_STD, NULL);

	if (!value.len || is_redacted(decodes ? strbuf_str(&plain) : value)) {
		strbuf_adds(out, value);
		return;
	}
	put_near(r, collect, value);
	learn(r, value);
	if (decodes) {
		AUTO_STRBUF text = STRBUF_INIT;

		put_near(r, collect, strbuf_str(&plain));
		learn(r, strbuf_str(&plain));
		add_hash(r, strbuf_str(&plain), &text);
		base64_encode(out, strbuf_str(&text), BASE64_STD);
		r->failed = r->failed || text.failed;
	} else {
		add_hash(r, value, out);
	}
	r->failed = r->failed || plain.failed;
}

/* --- names --- */

static bool is_public_name(struct str s)
{
	static const char *const names[] = { "default", "kube-system", "kube-public",
					     "kube-node-lease", "kubernetes" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eqz(s, names[i]))
			return true;
	return memchr(s.ptr, ':', s.len) != NULL || !s.len;
}

bool rec__hash_name(struct rec__redactor *r, struct str name, struct strbuf *out)
{
	char hex[11];

	if (!r->opt.hash_names || is_public_name(name))
		return false;
	/* Hashed before? */
	if (name.len == 11 && name.ptr[0] == 'n' && map_get(&r->names, name) == &r->names)
		return false;
	remember(r, &r->names, name);
	hash_of(r, name, hex, 5);
	strbuf_addc(out, 'n');
	strbuf_addz(out, hex);
	{
		struct str made = { out->ptr + out->len - 11, 11 };

		if (!out->failed && map_put(&r->names, made, &r->names, NULL) != 0)
			r->failed = true;
	}
	return true;
}

static bool is_name_member(struct str key)
{
	return str_eqz(key, "name") || str_eqz(key, "namespace") || str_eqz(key, "generateName") ||
	       str_eqz(key, "hostname") || str_eqz(key, "continue") ||
	       (key.len > 4 && memcmp(key.ptr + key.len - 4, "Name", 4) == 0);
}

/* --- JSON --- */

struct walk {
	struct rec__redactor *r;
	struct strbuf *out;
	struct rec__near *near;
	bool collect;
	const char *base, *pos; /* everything before pos has been dealt with */
	uint32_t *cuts;
	size_t cut_count, cut_at;
	size_t out_base;
	unsigned depth;
};

struct scope {
	bool secret; /* data and stringData are a Secret's */
	bool hidden; /* every string in here is secret ... */
	bool bytes;  /* ... and base64 */
	struct str key;
};

/* Copies the source up to `to`; where reading goes on, the caller says. Borders of chunks move
 * along. */
static void copy_to(struct walk *w, const char *to)
{
	size_t from = (size_t)(w->pos - w->base), end = (size_t)(to - w->base);

	for (; w->cut_at < w->cut_count && w->cuts[w->cut_at] <= end; w->cut_at++) {
		uint32_t cut = w->cuts[w->cut_at];

		w->cuts[w->cut_at] =
		    (uint32_t)(w->out->len - w->out_base + (cut > from ? cut - from : 0));
	}
	strbuf_add(w->out, w->pos, (size_t)(to - w->pos));
}

static void replace(struct walk *w, json_t value, struct str text)
{
	copy_to(w, value.ptr);
	strbuf_add_json(w->out, text);
	w->pos = value.ptr + value.len;
}

static void walk_value(struct walk *w, json_t value, struct scope scope);

static bool is_bytes_member(struct str key)
{
	char text[64];
	size_t n = normalize(key, text, sizeof(text));

	return ends_with(text, n, "data") || ends_with(text, n, "cabundle") ||
	       ends_with(text, n, "certificate") || ends_with(text, n, "request");
}

static void walk_string(struct walk *w, json_t value, const struct scope *scope)
{
	struct rec__redactor *r = w->r;
	AUTO_STRBUF decoded = STRBUF_INIT;
	AUTO_STRBUF made = STRBUF_INIT;
	struct str text;

	if (value.len <= 2)
		return;
	text = json_str(value, &decoded);
	if (r->opt.secrets != REC_SECRETS_KEEP &&
	    (scope->hidden || rec__is_sensitive(scope->key))) {
		rec__hide(r, text, scope->hidden ? scope->bytes : is_bytes_member(scope->key),
			  w->collect ? w->near : NULL, &made);
		replace(w, value, strbuf_str(&made));
	} else if (r->opt.hash_names && is_name_member(scope->key) &&
		   rec__hash_name(r, text, &made)) {
		replace(w, value, strbuf_str(&made));
	} else if (rec__redact_text(r, w->collect ? NULL : w->near, text, &made)) {
		replace(w, value, strbuf_str(&made));
	}
	r->failed = r->failed || decoded.failed || made.failed || !text.ptr;
}

static bool key_is(json_t key, const char *z)
{
	size_t n = strlen(z);

	return key.len == n + 2 && memcmp(key.ptr + 1, z, n) == 0;
}

/* {"name": "DB_PASSWORD", "value": ...} */
static bool is_secret_variable(json_t object)
{
	AUTO_STRBUF text = STRBUF_INIT;
	json_t name = json_get(object, "name");

	return json_kind(name) == JSON_STRING && is_sensitive_variable(json_str(name, &text));
}

/* {"op": "replace", "path": "/data/password", "value": ...} */
static bool is_secret_patch(json_t object)
{
	AUTO_STRBUF text = STRBUF_INIT;
	json_t path = json_get(object, "path");
	struct str p;

	if (json_kind(path) != JSON_STRING || !json_get(object, "op").len)
		return false;
	p = json_str(path, &text);
	return (p.len >= 5 && memcmp(p.ptr, "/data", 5) == 0) ||
	       (p.len >= 11 && memcmp(p.ptr, "/stringData", 11) == 0);
}

static struct scope member_scope(json_t object, json_t key, const struct scope *in,
				 struct strbuf *scratch)
{
	struct scope scope = *in;

	scope.key = json_str(key, scratch);
	if (scope.hidden)
		return scope;
	if (in->secret && (key_is(key, "data") || key_is(key, "stringData"))) {
		scope.hidden = true;
		scope.bytes = key_is(key, "data");
	} else if (key_is(key, "value") &&
		   (is_secret_variable(object) || (in->secret && is_secret_patch(object)))) {
		scope.hidden = true;
		scope.bytes = in->secret;
	}
	return scope;
}

static void walk_object(struct walk *w, json_t object, const struct scope *in)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	const char *kept_end = NULL, *dropped = NULL;
	json_t kind = json_get(object, "kind"), key, value;
	struct scope scope = *in;
	struct json_iter it;

	if (json_kind(kind) == JSON_STRING)
		scope.secret = scope.secret || json_str_eq(kind, STR("Secret")) ||
			       json_str_eq(kind, STR("SecretList"));
	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value)) {
		if (!w->r->opt.keep_managed_fields && key_is(key, "managedFields") &&
		    json_kind(value) == JSON_ARRAY) {
			/* What stands between two that go, goes with the first. */
			if (!dropped)
				copy_to(w, kept_end ? kept_end : key.ptr);
			else if (kept_end && kept_end > w->pos)
				copy_to(w, kept_end);
			dropped = key.ptr;
			w->pos = value.ptr + value.len;
			continue;
		}
		if (dropped && !kept_end)
			w->pos = key.ptr; /* the comma after what was dropped goes too */
		strbuf_clear(&scratch);
		walk_value(w, value, member_scope(object, key, &scope, &scratch));
		kept_end = value.ptr + value.len;
	}
	w->r->failed = w->r->failed || scratch.failed;
}

static void walk_value(struct walk *w, json_t value, struct scope scope)
{
	struct json_iter it;
	json_t element;

	switch (json_kind(value)) {
	case JSON_OBJECT:
	case JSON_ARRAY:
		break;
	case JSON_STRING:
		walk_string(w, value, &scope);
		return;
	case JSON_NUMBER:
		if (scope.hidden)
			replace(w, value, STR("redacted"));
		return;
	case JSON_NULL:
	case JSON_BOOL:
	case JSON_ABSENT:
		return;
	}
	if (w->depth == DEPTH_MAX) {
		replace(w, value, STR("redacted: nested too deeply"));
		return;
	}
	w->depth++;
	if (json_kind(value) == JSON_OBJECT) {
		walk_object(w, value, &scope);
	} else {
		json_iter_init(&it, value);
		while (json_iter_element(&it, &element))
			walk_value(w, element, scope);
	}
	w->depth--;
}

static bool nothing_to_do(const struct rec__redactor *r)
{
	return r->opt.secrets == REC_SECRETS_KEEP && r->opt.keep_managed_fields &&
	       !r->opt.hash_names;
}

void rec__redact_json(struct rec__redactor *r, const struct rec__aim *aim, json_t json,
		      struct rec__near *near, bool collect, uint32_t *cuts, size_t cut_count,
		      struct strbuf *out)
{
	struct walk w = { .r = r,
			  .out = out,
			  .near = near,
			  .collect = collect,
			  .base = json.ptr,
			  .pos = json.ptr,
			  .cuts = cuts,
			  .cut_count = cut_count,
			  .out_base = out->len };
	struct scope scope = { .secret = aim && aim->secret };

	if (!nothing_to_do(r))
		walk_value(&w, json, scope);
	copy_to(&w, json.ptr + json.len);
	r->failed = r->failed || out->failed;
}

/* --- JSON that was cut short --- */

static bool is_harmless(struct str key)
{
	static const char *const keys[] = {
		"type",	     "kind", "apiVersion",	"name",
		"namespace", "uid",  "resourceVersion", "creationTimestamp"
	};

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (str_eqz(key, keys[i]))
			return true;
	return false;
}

/* Past the string that begins at i, its end included if it has one. */
static size_t skip_string(struct str s, size_t i, bool *whole)
{
	*whole = false;
	for (i++; i < s.len; i++) {
		if (s.ptr[i] == '\\')
			i++;
		else if (s.ptr[i] == '"') {
			*whole = true;
			return i + 1;
		}
	}
	return s.len;
}

static void partial_string(struct rec__redactor *r, struct str raw, bool whole, bool secret,
			   struct str key, struct strbuf *out)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF made = STRBUF_INIT;
	struct str text;

	if (!whole || !json_valid(raw, &raw, NULL)) {
		strbuf_addz(out, "\"redacted");
		return;
	}
	text = json_str(raw, &scratch);
	if (!secret && is_harmless(key)) {
		if (!(is_name_member(key) && rec__hash_name(r, text, &made)) &&
		    !rec__redact_text(r, NULL, text, &made)) {
			strbuf_adds(out, raw);
			return;
		}
	} else {
		add_hash(r, text, &made);
	}
	strbuf_add_json(out, strbuf_str(&made));
	r->failed = r->failed || scratch.failed || made.failed;
}

void rec__redact_partial(struct rec__redactor *r, const struct rec__aim *aim, struct str text,
			 struct strbuf *out)
{
	struct str key = { NULL, 0 };

	if (r->opt.secrets == REC_SECRETS_KEEP && !r->opt.hash_names) {
		strbuf_adds(out, text);
		return;
	}
	for (size_t i = 0; i < text.len;) {
		size_t start = i, after;
		bool whole;

		if (text.ptr[i] != '"') {
			strbuf_addc(out, text.ptr[i++]);
			continue;
		}
		after = i = skip_string(text, i, &whole);
		while (after < text.len && strchr(" \t\r\n", text.ptr[after]))
			after++;
		if (whole && after < text.len && text.ptr[after] == ':') { /* a member's name */
			key = (struct str) { text.ptr + start + 1, i - start - 2 };
			strbuf_add(out, text.ptr + start, i - start);
		} else {
			partial_string(r, (struct str) { text.ptr + start, i - start }, whole,
				       aim && aim->secret && !is_harmless(key), key, out);
			key = (struct str) { NULL, 0 };
		}
	}
	r->failed = r->failed || out->failed;
}

/* --- requests --- */

static struct str take_segment(struct str *path)
{
	const char *slash;
	struct str s;

	while (path->len && *path->ptr == '/')
		*path = (struct str) { path->ptr + 1, path->len - 1 };
	slash = path->len ? memchr(path->ptr, '/', path->len) : NULL;
	s = (struct str) { path->ptr, slash ? (size_t)(slash - path->ptr) : path->len };
	*path = (struct str) { path->ptr + s.len, path->len - s.len };
	return s;
}

static bool is_opaque(struct str subresource)
{
	static const char *const names[] = { "log", "exec", "attach", "portforward", "proxy" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eqz(subresource, names[i]))
			return true;
	return false;
}

struct rec__aim rec__aim_of(struct str path)
{
	struct rec__aim aim = { 0 };
	struct str root = take_segment(&path), after;

	if (str_eqz(root, "apis"))
		(void)take_segment(&path);
	else if (!str_eqz(root, "api"))
		return aim;
	(void)take_segment(&path); /* version */
	aim.resource = take_segment(&path);
	if (str_eqz(aim.resource, "watch"))
		aim.resource = take_segment(&path);
	if (str_eqz(aim.resource, "namespaces")) {
		struct str ns = take_segment(&path);

		after = path;
		aim.name = ns;
		aim.subresource = take_segment(&after);
		if (aim.subresource.len && !str_eqz(aim.subresource, "status") &&
		    !str_eqz(aim.subresource, "finalize")) {
			aim.ns = ns;
			aim.resource = take_segment(&path);
			aim.name = take_segment(&path);
			aim.subresource = take_segment(&path);
		}
	} else {
		aim.name = take_segment(&path);
		aim.subresource = take_segment(&path);
	}
	aim.secret = str_eqz(aim.resource, "secrets");
	aim.opaque = is_opaque(aim.subresource);
	return aim;
}

static void replace_segment(struct rec__redactor *r, const char **pos, struct str segment,
			    struct strbuf *out)
{
	AUTO_STRBUF made = STRBUF_INIT;

	if (!segment.len || !rec__hash_name(r, segment, &made))
		return;
	strbuf_add(out, *pos, (size_t)(segment.ptr - *pos));
	strbuf_adds(out, strbuf_str(&made));
	*pos = segment.ptr + segment.len;
}

void rec__redact_path(struct rec__redactor *r, struct str path, struct strbuf *out)
{
	AUTO_STRBUF named = STRBUF_INIT;
	struct rec__aim aim = rec__aim_of(path);
	const char *pos = path.ptr;

	if (r->opt.hash_names) {
		replace_segment(r, &pos, aim.ns, &named);
		replace_segment(r, &pos, aim.name, &named);
	}
	strbuf_add(&named, pos, (size_t)(path.ptr + path.len - pos));
	r->failed = r->failed || named.failed;
	/* What comes after .../proxy/ is somebody else's. */
	(void)(rec__redact_text(r, NULL, strbuf_str(&named), out) ||
	       (strbuf_adds(out, strbuf_str(&named)), true));
}

/* "metadata.name=web,spec.nodeName!=n1" */
static void redact_selector(struct rec__redactor *r, struct str text, struct strbuf *out)
{
	while (text.len) {
		const char *comma = memchr(text.ptr, ',', text.len);
		struct str term = { text.ptr, comma ? (size_t)(comma - text.ptr) : text.len };
		const char *eq = memrchr(term.ptr, '=', term.len);
		struct str key = { term.ptr, eq ? (size_t)(eq - term.ptr) : 0 };
		const char *dot;

		while (key.len && (key.ptr[key.len - 1] == '=' || key.ptr[key.len - 1] == '!'))
			key.len--;
		dot = key.len ? memrchr(key.ptr, '.', key.len) : NULL;
		if (dot)
			key = (struct str) { dot + 1, (size_t)(key.ptr + key.len - dot - 1) };
		if (eq && is_name_member(key)) {
			struct str value = { eq + 1, (size_t)(term.ptr + term.len - eq - 1) };

			strbuf_add(out, term.ptr, (size_t)(eq + 1 - term.ptr));
			if (!rec__hash_name(r, value, out))
				strbuf_adds(out, value);
		} else {
			strbuf_adds(out, term);
		}
		if (comma)
			strbuf_addc(out, ',');
		term.len += comma != NULL;
		text = (struct str) { text.ptr + term.len, text.len - term.len };
	}
}

void rec__redact_query(struct rec__redactor *r, struct str name, struct str value,
		       struct strbuf *out)
{
	AUTO_STRBUF selector = STRBUF_INIT;

	if (r->opt.secrets != REC_SECRETS_KEEP &&
	    (rec__is_sensitive(name) || str_eqz(name, "command"))) {
		rec__redact_value(r, value, out);
		return;
	}
	if (r->opt.hash_names && str_eqz(name, "continue")) {
		if (rec__hash_name(r, value, out))
			return;
	} else if (r->opt.hash_names && str_eqz(name, "fieldSelector")) {
		redact_selector(r, value, &selector);
		value = strbuf_str(&selector);
	}
	if (!rec__redact_text(r, NULL, value, out))
		strbuf_adds(out, value);
	r->failed = r->failed || selector.failed;
}

void rec__redact_header(struct rec__redactor *r, struct str name, struct str value,
			struct strbuf *out)
{
	static const char *const names[] = { "cookie", "setcookie", "authorization",
					     "proxyauthorization", "secwebsocketprotocol" };
	static const char prefix[] = "base64url.bearer.authorization.k8s.io.";
	char text[64];
	size_t n = normalize(name, text, sizeof(text));
	bool known = rec__is_sensitive(name) || ends_with(text, n, "apikey");

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		known = known || (n == strlen(names[i]) && memcmp(text, names[i], n) == 0);
	if (r->opt.secrets == REC_SECRETS_KEEP) {
		strbuf_adds(out, value);
	} else if (n == strlen("secwebsocketprotocol") &&
		   ends_with(text, n, "secwebsocketprotocol")) {
		const char *at = memmem(value.ptr, value.len, prefix, sizeof(prefix) - 1);
		size_t kept = at ? (size_t)(at - value.ptr) + sizeof(prefix) - 1 : value.len;
		size_t end = kept;

		while (end < value.len && value.ptr[end] != ',' && value.ptr[end] != ' ')
			end++;
		strbuf_add(out, value.ptr, kept);
		rec__redact_value(r, (struct str) { value.ptr + kept, end - kept }, out);
		strbuf_add(out, value.ptr + end, value.len - end);
	} else if (known) {
		/* The scheme says how one logs in, not with what. */
		const char *space = memchr(value.ptr, ' ', value.len);
		size_t kept = space && space - value.ptr < 12 ? (size_t)(space + 1 - value.ptr) : 0;

		strbuf_add(out, value.ptr, kept);
		rec__redact_value(r, (struct str) { value.ptr + kept, value.len - kept }, out);
	} else if (!rec__redact_text(r, NULL, value, out)) {
		strbuf_adds(out, value);
	}
}
