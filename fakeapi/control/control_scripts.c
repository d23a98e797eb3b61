/* SPDX-License-Identifier: Apache-2.0 */
/* control_scripts.c - the bytes of `reply` and `send` in JSON: headers and chunks. */
#include "base/alloc.h"
#include "base/text/ascii.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/meta/go_json.h"

enum { CHUNKS_MAX = 10000 };

static int read_hex(struct fakeapi__call *c, const char *text, struct strbuf *out)
{
	for (; text[0] && hex_digit(text[0]) >= 0 && hex_digit(text[1]) >= 0; text += 2)
		strbuf_addc(out, (char)(hex_digit(text[0]) << 4 | hex_digit(text[1])));
	return text[0] ? fakeapi__control_bad(c, "hex", "no pairs of digits") : 0;
}

static int read_close(struct fakeapi__call *c, const char *how, struct fakeapi__chunk *out)
{
	static const struct {
		const char *word;
		enum fakeapi__chunk_kind kind;
	} ends[] = {
		{ "rst", FAKEAPI_CHUNK_RESET },
		{ "fin", FAKEAPI_CHUNK_CUT },
		{ "end", FAKEAPI_CHUNK_END },
		{ "blackhole", FAKEAPI_CHUNK_STALL },
	};

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		if (strcmp(how, ends[i].word) == 0) {
			out->kind = ends[i].kind;
			return 0;
		}
	}
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "close: found \"%s\", wanted one of rst, fin, end, blackhole",
				   how);
}

/* Appends the chunk's bytes to `text`; out->bytes.len is their number. */
static int read_chunk(struct fakeapi__call *c, const cJSON *item, struct strbuf *text,
		      struct fakeapi__chunk *out)
{
	const cJSON *v = cJSON_IsObject(item) ? item->child : NULL;
	size_t before = text->len;
	char *json;
	int rc = 0;

	if (cJSON_IsString(item)) {
		strbuf_addz(text, item->valuestring);
	} else if (v && !v->next && strcmp(v->string, "json") == 0) {
		json = fakeapi__print(v);
		strbuf_addz(text, json ? json : "");
		strbuf_addc(text, '\n');
		text->failed |= !json;
		cJSON_free(json);
	} else if (v && !v->next && strcmp(v->string, "hex") == 0 && cJSON_IsString(v)) {
		rc = read_hex(c, v->valuestring, text);
	} else if (v && !v->next && strcmp(v->string, "wait") == 0) {
		out->kind = FAKEAPI_CHUNK_WAIT;
		rc = fakeapi__read_duration(c, item, "wait", &out->wait_ns);
	} else if (v && !v->next && strcmp(v->string, "close") == 0 && cJSON_IsString(v)) {
		rc = read_close(c, v->valuestring, out);
	} else {
		rc = fakeapi__control_bad(
		    c, "body", "a chunk that is no text, {json}, {hex}, {wait} or {close}");
	}
	out->bytes.len = text->len - before;
	return rc;
}

static int make_script(struct fakeapi__call *c, const cJSON *obj, int status,
		       const struct fakeapi__header *headers, size_t header_count,
		       struct fakeapi__script **out)
{
	const cJSON *body = cJSON_GetObjectItemCaseSensitive(obj, "body"), *item;
	size_t count = (size_t)cJSON_GetArraySize(body), i = 0, at = 0;
	struct fakeapi__chunk *chunks;
	AUTO_STRBUF text = STRBUF_INIT;
	int rc = 0;

	if (body && !cJSON_IsArray(body))
		return fakeapi__control_bad(c, "body", "no list of chunks");
	if (count > CHUNKS_MAX)
		return fakeapi__control_bad(c, "body", "too many chunks");
	chunks = base__calloc(count + 1, sizeof(*chunks));
	cJSON_ArrayForEach(item, body)
	{
		if (rc == 0 && chunks)
			rc = read_chunk(c, item, &text, &chunks[i++]);
	}
	for (i = 0; chunks && i < count; at += chunks[i].bytes.len, i++)
		chunks[i].bytes.ptr = text.ptr + at;
	if (rc == 0 && chunks && !text.failed)
		*out = fakeapi__script_new(status, headers, header_count, chunks, count);
	base__free(chunks);
	if (rc < 0)
		return -1;
	return *out ? 0 : fakeapi__status_set(&c->st, 500, NULL, "out of memory");
}

/* RFC 9110: a token, and a line of text. */
static bool is_header(const char *name, const char *value)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < n; i++)
		if (!ascii_is_alnum(name[i]) && !strchr("!#$%&'*+-.^_`|~", name[i]))
			return false;
	return n > 0 && !value[strcspn(value, "\r\n")];
}

int fakeapi__read_script(struct fakeapi__call *c, const cJSON *obj, int status,
			 struct fakeapi__script **out)
{
	const cJSON *headers = cJSON_GetObjectItemCaseSensitive(obj, "headers"), *h;
	struct fakeapi__header list[32];
	size_t count = 0;

	*out = NULL;
	if (headers && !cJSON_IsNull(headers) && !cJSON_IsObject(headers))
		return fakeapi__control_bad(c, "headers", "no object of names and texts");
	cJSON_ArrayForEach(h, headers)
	{
		if (!cJSON_IsString(h) || count == ARRAY_LEN(list))
			return fakeapi__control_bad(c, "headers",
						    "no names with texts, or too many");
		if (!is_header(h->string, h->valuestring))
			return fakeapi__status_set(&c->st, 400, "BadRequest",
						   "headers: found \"%.100s\", whose name or value "
						   "cannot be sent",
						   h->string);
		list[count++] =
		    (struct fakeapi__header) { str_of(h->string), str_of(h->valuestring) };
	}
	return make_script(c, obj, status, list, count, out);
}
