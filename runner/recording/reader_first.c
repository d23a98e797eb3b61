/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the first line of a recording. */
#include "runner/recording/reader_impl.h"

struct first {
	uint32_t version;
	struct str tool, started;
	json_t source, redaction, lacks;
	uint32_t part;
};

struct source {
	struct str kind, server, version;
	json_t files;
};

static int read_files(struct runner__loader *l, json_t array, struct rec__header *h)
{
	size_t count = json_count(array), i = 0;
	struct str *files = runner__arena_alloc(l->arena, (count + 1) * sizeof(*files));
	struct json_iter it;
	json_t element;

	if (!files)
		return RELIST_ENOMEM;
	json_iter_init(&it, array);
	for (; json_iter_element(&it, &element); i++) {
		if (json_kind(element) != JSON_STRING)
			return runner__fail(l, RELIST_EPARSE, element.ptr,
					    "files: every element must be a string");
		files[i] = runner__text(l, element);
	}
	h->files = files;
	h->file_count = count;
	return 0;
}

static int read_source(struct runner__loader *l, json_t json, struct rec__header *h)
{
	static const struct runner__member members[] = {
		{ "kind", MEMBER_STR, true, offsetof(struct source, kind) },
		{ "server", MEMBER_STR, false, offsetof(struct source, server) },
		{ "version", MEMBER_STR, false, offsetof(struct source, version) },
		{ "files", MEMBER_ARRAY, false, offsetof(struct source, files) },
	};
	static const char *const words[] = {
#define X(name, word) [REC_SOURCE_##name] = word,
		REC_SOURCES(X)
#undef X
	};
	struct source in = { 0 };
	int code = runner__members(l, json, "source", members, ARRAY_LEN(members), &in), kind;

	if (code)
		return code;
	kind = runner__word(l, json, in.kind, "kind of source", words, ARRAY_LEN(words),
			    sizeof(*words));
	if (kind < 0)
		return kind;
	h->has_source = true;
	h->source_kind = (enum rec__source)kind;
	h->server = in.server;
	h->version = in.version;
	return in.files.len ? read_files(l, in.files, h) : 0;
}

static int read_lacks(struct runner__loader *l, json_t array, struct rec__header *h)
{
	static const char *const words[] = {
#define X(name, word) [REC_LACK_##name] = word,
		REC_LACKS(X)
#undef X
	};
	struct json_iter it;
	json_t element;

	json_iter_init(&it, array);
	while (json_iter_element(&it, &element)) {
		int i;

		strbuf_clear(&l->scratch);
		i = runner__word(l, element, json_str(element, &l->scratch), "lack", words,
				 ARRAY_LEN(words), sizeof(*words));
		if (i < 0)
			return i;
		h->lacks |= UINT32_C(1) << i;
	}
	return 0;
}

static bool one_of(struct str s, const char *a, const char *b, const char *c)
{
	return !s.len || str_eqz(s, a) || str_eqz(s, b) || str_eqz(s, c);
}

static int read_redaction(struct runner__loader *l, json_t json, struct rec__header *h)
{
	static const struct runner__member members[] = {
		{ "secrets", MEMBER_STR, false, offsetof(struct rec__header, secrets) },
		{ "managedFields", MEMBER_STR, false,
		  offsetof(struct rec__header, managed_fields) },
		{ "names", MEMBER_STR, false, offsetof(struct rec__header, names) },
		{ "rules", MEMBER_STR, false, offsetof(struct rec__header, rules) },
	};
	int code = runner__members(l, json, "redaction", members, ARRAY_LEN(members), h);

	if (code)
		return code;
	if (!one_of(h->secrets, "hash", "drop", "keep") ||
	    !one_of(h->managed_fields, "hash", "drop", "keep") ||
	    !one_of(h->names, "hash", "drop", "keep"))
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "redaction: must be \"hash\", \"drop\" or \"keep\"");
	if (!one_of(h->rules, "normal", "strict", "strict"))
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "redaction.rules: must be \"normal\" or \"strict\"");
	return 0;
}

int rec__read_first(struct rec__reader *r, struct runner__loader *l, struct rec__header *h)
{
	static const struct runner__member members[] = {
		{ "recording", MEMBER_UINT, true, offsetof(struct first, version) },
		{ "tool", MEMBER_STR, false, offsetof(struct first, tool) },
		{ "started", MEMBER_STR, false, offsetof(struct first, started) },
		{ "source", MEMBER_OBJECT, false, offsetof(struct first, source) },
		{ "redaction", MEMBER_OBJECT, false, offsetof(struct first, redaction) },
		{ "lacks", MEMBER_ARRAY, false, offsetof(struct first, lacks) },
		{ "part", MEMBER_UINT, false, offsetof(struct first, part) },
	};
	struct first in = { 0 };
	json_t json;
	int code = rec__next_json(r, l, &json);

	if (code < 0)
		return code;
	if (code == 0)
		return rec__at_line(l->err, r, 1,
				    relist_err_set(l->err, RELIST_EPARSE,
						   "no recording: it has no first line"));
	if (json_get(json, "trace").len)
		return runner__fail(l, RELIST_EPARSE, json.ptr, "this is a trace, not a recording");
	if (json_kind(json) == JSON_OBJECT && !json_get(json, "recording").len)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "no recording: the first line has no \"recording\"");
	code = runner__members(l, json, "first line", members, ARRAY_LEN(members), &in);
	if (code)
		return code;
	if (in.version != 1)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "recording %u: only version 1 is known", in.version);
	*h = (struct rec__header) { .tool = in.tool, .started = in.started, .part = in.part };
	if (in.source.len)
		code = read_source(l, in.source, h);
	if (!code && in.redaction.len)
		code = read_redaction(l, in.redaction, h);
	if (!code && in.lacks.len)
		code = read_lacks(l, in.lacks, h);
	return code;
}
