/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/recording.h"
#include "base/text/ascii.h"
#include "base/text/number.h"
#include "base/text/query_bool.h"
#include "runner/recording/path.h"

const char *rec__kind_word(enum rec__kind kind)
{
	static const char *const words[] = {
#define X(name, word) [REC_##name] = word,
		REC_KINDS(X)
#undef X
	};

	return words[kind];
}

const char *rec__how_word(enum rec__how how)
{
	static const char *const words[] = {
#define X(name, word, unanswered) [REC_HOW_##name] = word,
		REC_HOWS(X)
#undef X
	};

	return words[how];
}

const char *rec__source_word(enum rec__source source)
{
	static const char *const words[] = {
#define X(name, word) [REC_SOURCE_##name] = word,
		REC_SOURCES(X)
#undef X
	};

	return words[source];
}

uint64_t rec__number(struct str s)
{
	uint64_t n = 0;

	(void)number_parse(s, INT64_MAX, &n);
	return n;
}

struct rec__line rec__line_of(enum rec__kind kind, uint32_t id, int64_t at_ns)
{
	return (struct rec__line) { .kind = kind, .id = id, .at_ns = at_ns, .length = -1 };
}

struct str rec__query(const struct rec__line *request, const char *name)
{
	for (size_t i = 0; i < request->query_count; i++)
		if (str_eqz(request->query[i].name, name))
			return request->query[i].value;
	return (struct str) { NULL, 0 };
}

bool rec__is_true(struct str value)
{
	return value.ptr && text_query_bool(value);
}

bool rec__has_earlier_state(const struct rec__line *request)
{
	return rec__number(rec__query(request, "resourceVersion")) > 0 ||
	       rec__query(request, "continue").len > 0;
}

bool rec__is_watch(const struct rec__line *request)
{
	size_t prefix = rec__prefix_len(request->path);

	return rec__is_true(rec__query(request, "watch")) ||
	       rec__target_is_old_watch(
		   (struct str) { request->path.ptr + prefix, request->path.len - prefix });
}

bool rec__reads_lease(const struct rec__line *request)
{
	size_t prefix = rec__prefix_len(request->path);
	struct rec__target target;

	return str_eqz(request->method, "GET") &&
	       rec__target_parse((struct str) { request->path.ptr + prefix,
						request->path.len - prefix },
				 &target) &&
	       str_eqz(target.group, "coordination.k8s.io") && str_eqz(target.resource, "leases") &&
	       target.name.len;
}

struct str rec__find_header(const struct rec__line *line, const char *name)
{
	for (size_t i = 0; i < line->header_count; i++)
		if (ascii_eq_nocase(line->headers[i].name, str_of(name)))
			return line->headers[i].value;
	return (struct str) { NULL, 0 };
}

static bool is_empty(json_t array)
{
	struct json_iter it;
	json_t one;

	json_iter_init(&it, array);
	return !json_iter_element(&it, &one);
}

bool rec__has_finalizers(json_t object)
{
	json_t kind = json_get(object, "kind");

	return !is_empty(json_path(object, "metadata", "finalizers", NULL)) ||
	       ((!kind.len || json_str_eq(kind, STR("Namespace"))) &&
		!is_empty(json_path(object, "spec", "finalizers", NULL)));
}

bool rec__is_dry_run(const struct rec__line *line)
{
	struct json_iter it;
	json_t one;

	if (rec__query(line, "dryRun").len)
		return true;
	if (!str_eqz(line->method, "DELETE") || line->body_kind != REC_BODY_JSON)
		return false;
	json_iter_init(&it, json_get(line->json, "dryRun"));
	return json_iter_element(&it, &one);
}

bool rec__is_ended(json_t object)
{
	json_t metadata = json_get(object, "metadata");
	int64_t grace = 0;

	(void)json_int64(json_get(metadata, "deletionGracePeriodSeconds"), &grace);
	return json_get(metadata, "deletionTimestamp").len && !rec__has_finalizers(object) &&
	       !grace;
}
