/* SPDX-License-Identifier: Apache-2.0 */
/* import.c - first pass: splits bytes into values and values into entries. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "runner/import/impl.h"

enum { VALUE_MAX = 64 << 20, MEMORY_MAX = 64 << 20, OBJECTS_MAX = 1 << 30 };

/* --- the import --- */

struct imp__import *imp__new(const struct imp__options *opt, struct relist_err *err)
{
	struct imp__import *im = base__calloc(1, sizeof(*im));

	if (!im) {
		imp__no_memory(err);
		return NULL;
	}
	im->opt = *opt;
	im->opt.value_max = opt->value_max ? opt->value_max : VALUE_MAX;
	im->opt.memory_max = opt->memory_max ? opt->memory_max : MEMORY_MAX;
	im->opt.objects_max = opt->objects_max ? opt->objects_max : OBJECTS_MAX;
	runner__arena_init(&im->arena);
	map_init(&im->types, MAP_COPY_KEYS);
	map_init(&im->streams, MAP_COPY_KEYS);
	map_init(&im->objects, MAP_COPY_KEYS);
	map_init(&im->shots, MAP_COPY_KEYS);
	map_init(&im->audits, MAP_COPY_KEYS);
	map_init(&im->stages, MAP_COPY_KEYS);
	map_init(&im->har, MAP_COPY_KEYS);
	map_init(&im->paths, MAP_COPY_KEYS);
	rec__redactor_init(&im->redactor, &im->opt.redact);
	strbuf_init(&im->pending);
	strbuf_init(&im->notes.text);
	strbuf_init(&im->line);
	strbuf_init(&im->pieces.text);
	strbuf_init(&im->pieces.stream);
	imp__spool_init(&im->timed, im->opt.memory_max);
	imp__spool_init(&im->shots_in, im->opt.memory_max);
	imp__values_init(&im->values, im->opt.value_max, NULL, im);
	rec__writer_init(&im->writer, (struct rec__output) { 0 });
	im->registry = fakeapi__registry_new();
	if (!im->registry) {
		imp__free(im);
		imp__no_memory(err);
		return NULL;
	}
	return im;
}

void imp__free(struct imp__import *im)
{
	if (!im)
		return;
	imp__objects_fini(im);
	imp__streams_fini(im);
	map_fini(&im->types);
	map_fini(&im->audits);
	imp__audit_fini(im);
	map_fini(&im->har);
	imp__paths_fini(im);
	rec__redactor_fini(&im->redactor);
	imp__values_fini(&im->values);
	strbuf_fini(&im->pending);
	strbuf_fini(&im->notes.text);
	base__free(im->notes.entries);
	strbuf_fini(&im->line);
	strbuf_fini(&im->pieces.text);
	strbuf_fini(&im->pieces.stream);
	imp__spool_fini(&im->timed);
	imp__spool_fini(&im->shots_in);
	base__free(im->snapshot_at);
	base__free(im->snapshot_rv);
	for (size_t i = 0; im->untimed && i < im->file_count; i++)
		imp__spool_fini(&im->untimed[i]);
	for (size_t i = 0; i < im->window_len; i++)
		base__free(im->window[i].text);
	base__free(im->window);
	base__free(im->untimed);
	base__free(im->files);
	imp__order_fini(im);
	base__free(im->written);
	base__free(im->file_shift);
	rec__writer_fini(&im->writer);
	fakeapi__registry_free(im->registry);
	runner__arena_fini(&im->arena);
	base__free(im);
}

/* --- first pass: bytes --- */

int imp__begin(struct imp__import *im, struct str name, struct relist_err *err)
{
	if (im->file_count == im->file_cap) {
		size_t cap = im->file_cap ? 2 * im->file_cap : 8;
		struct str *files = base__reallocarray(im->files, cap, sizeof(*files));
		struct imp__spool *spools;

		if (!files)
			return imp__no_memory(err);
		im->files = files;
		spools = base__reallocarray(im->untimed, cap, sizeof(*spools));
		if (!spools)
			return imp__no_memory(err);
		im->untimed = spools;
		im->file_cap = cap;
	}
	imp__spool_init(&im->untimed[im->file_count], im->opt.memory_max);
	im->files[im->file_count++] = imp__copy(im, name);
	imp__values_fini(&im->values);
	imp__values_init(&im->values, im->opt.value_max, imp__on_value, im);
	strbuf_clear(&im->pending);
	strbuf_clear(&im->line);
	strbuf_clear(&im->pieces.text);
	im->behind.number = im->behind.column = 0;
	im->mode = IMP_MODE_SNIFF;
	im->resync = false;
	im->last_at = IMP_NO_TIME;
	im->yaml_line = im->yaml_doc_line = 1;
	return im->arena.failed ? imp__no_memory(err) : 0;
}

/* Prefixes the error with the file's name. */
static int of_file(struct imp__import *im, int code, const struct relist_err *why,
		   struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (code == RELIST_ENOMEM || code == RELIST_EIO)
		return relist_err_set(err, code, "%s", why->msg);
	strbuf_addz(&text, imp__file_name(im, (uint32_t)im->file_count - 1));
	if (why->line)
		strbuf_addf(&text, ":%u", why->line);
	if (why->column)
		strbuf_addf(&text, ":%u", why->column);
	strbuf_addf(&text, ": %s", why->msg);
	relist_err_set(err, code, "%s", text.ptr);
	if (err) {
		err->line = why->line;
		err->column = why->column;
	}
	return code;
}

int imp__file_error(struct imp__import *im, const struct relist_err *why, struct relist_err *err)
{
	if (!im->opt.keep_going || why->code == RELIST_ENOMEM)
		return of_file(im, why->code, why, err);
	imp__note(im, (uint32_t)im->file_count - 1, why->line, "%s; what stands before is used",
		  why->msg);
	return 0;
}

int imp__value_error(struct imp__import *im, const struct relist_err *why, struct relist_err *err)
{
	if (!im->opt.keep_going || why->code == RELIST_ENOMEM || im->why.code)
		return of_file(im, why->code, why, err);
	imp__note(im, (uint32_t)im->file_count - 1, why->line,
		  "column %u: %s; the line is left out", why->column, why->msg);
	return 0;
}

int imp__too_long(struct imp__import *im, uint64_t line, struct relist_err *err)
{
	struct relist_err why = { .code = RELIST_ELIMIT, .line = (uint32_t)line };

	(void)snprintf(why.msg, sizeof(why.msg), "more than %zu bytes without an end",
		       im->opt.value_max);
	return of_file(im, RELIST_ELIMIT, &why, err);
}

/* Skips the rest of the line after an invalid byte. */
static bool resync(struct imp__import *im, struct str *bytes)
{
	const char *nl = bytes->len ? memchr(bytes->ptr, '\n', bytes->len) : NULL;
	size_t n = nl ? (size_t)(nl + 1 - bytes->ptr) : bytes->len;

	imp__values_skip(&im->values, (struct str) { bytes->ptr, n });
	bytes->ptr += n;
	bytes->len -= n;
	im->resync = nl == NULL;
	return nl != NULL;
}

static int feed_json(struct imp__import *im, struct str bytes, struct relist_err *err)
{
	while (bytes.len) {
		struct relist_err why = { 0 };
		size_t consumed = 0;
		int code;

		if (im->resync && !resync(im, &bytes))
			return 0;
		im->why = (struct relist_err) { 0 };
		code = imp__values_feed(&im->values, bytes, &consumed, &why);
		if (!code)
			return 0;
		if (im->why.code)
			why = im->why;
		if (code == RELIST_ENOMEM || !im->opt.keep_going || im->why.code)
			return of_file(im, code, &why, err);
		imp__note(im, (uint32_t)im->file_count - 1, why.line,
			  "column %u: %s; the rest of the line is left out", why.column, why.msg);
		imp__values_restart(&im->values);
		bytes = (struct str) { bytes.ptr + consumed, bytes.len - consumed };
		im->resync = true;
	}
	return 0;
}

/* --- YAML: one document at a time --- */

/* Converts the document's "yaml: line 4: why" to the file's line and "yaml: why". */
static void place_in_file(const char *why, uint64_t first, struct relist_err *at)
{
	static const char yaml_prefix[] = "yaml: line ";
	bool has = strncmp(why, yaml_prefix, strlen(yaml_prefix)) == 0;
	char *end = NULL;
	unsigned long n = has ? strtoul(why + strlen(yaml_prefix), &end, 10) : 0;

	at->line = (uint32_t)(first + (n ? n - 1 : 0));
	if (n && strncmp(end, ": ", 2) == 0)
		(void)snprintf(at->msg, sizeof(at->msg), "yaml: %.200s", end + 2);
	else
		(void)snprintf(at->msg, sizeof(at->msg), "%.200s", why);
}

/* The document has only directives, comments and white space. */
static bool is_bare(struct str document)
{
	bool line_begins = true;

	for (size_t i = 0; i < document.len; i++) {
		char c = document.ptr[i];

		if (line_begins && (c == '%' || c == '#')) {
			while (i + 1 < document.len && document.ptr[i + 1] != '\n')
				i++;
			continue;
		}
		if (!strchr(" \t\r\n", c))
			return false;
		line_begins = c == '\n';
	}
	return true;
}

static int yaml_document(struct imp__import *im, struct str text, struct relist_err *err)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *doc = fakeapi__yaml_tree(text, JSON_DIGITS_ALL, NULL, &why);
	struct relist_err at = { .code = RELIST_EPARSE, .line = (uint32_t)im->yaml_doc_line };
	char *json = doc ? json_tree_print(doc, JSON_STYLE_WRITTEN) : NULL;
	bool nothing = cJSON_IsNull(doc);
	size_t consumed;
	int code;

	cJSON_Delete(doc);
	if (!json) {
		bool memory = doc || !why.len;

		if (!memory)
			place_in_file(why.ptr, im->yaml_doc_line, &at);
		return memory ? imp__no_memory(err) : imp__file_error(im, &at, err);
	}
	im->values.here = (struct imp__place) { im->yaml_doc_line, 1 };
	code = nothing ? 0 : imp__values_feed(&im->values, str_of(json), &consumed, &at);
	if (!code && !nothing)
		code = imp__values_end(&im->values, &at);
	cJSON_free(json);
	if (!code)
		return 0;
	imp__values_restart(&im->values);
	return of_file(im, code, im->why.code ? &im->why : &at, err);
}

static bool is_marker(struct str line)
{
	return line.len >= 3 && memcmp(line.ptr, "---", 3) == 0 &&
	       (line.len == 3 || memchr(" \t\r\n", line.ptr[3], 4) != NULL);
}

static int yaml_line(struct imp__import *im, struct str line, struct relist_err *err)
{
	int code = 0;

	if (im->line.failed || im->pending.failed)
		return imp__no_memory(err);
	if (is_marker(line)) {
		if (!is_bare(strbuf_str(&im->pending)))
			code = yaml_document(im, strbuf_str(&im->pending), err);
		strbuf_clear(&im->pending);
		im->yaml_doc_line = im->yaml_line + 1;
	} else {
		strbuf_adds(&im->pending, line);
	}
	im->yaml_line++;
	if (im->pending.len > im->opt.value_max) {
		struct relist_err why = { .code = RELIST_ELIMIT, .line = (uint32_t)im->yaml_line };

		(void)snprintf(why.msg, sizeof(why.msg), "a document of more than %zu bytes",
			       im->opt.value_max);
		return of_file(im, RELIST_ELIMIT, &why, err);
	}
	return code;
}

static int feed_yaml(struct imp__import *im, struct str bytes, struct relist_err *err)
{
	int code = 0;

	while (bytes.len && !code) {
		const char *nl = memchr(bytes.ptr, '\n', bytes.len);
		size_t n = nl ? (size_t)(nl + 1 - bytes.ptr) : bytes.len;

		strbuf_add(&im->line, bytes.ptr, n);
		bytes = (struct str) { bytes.ptr + n, bytes.len - n };
		if (im->line.len + im->pending.len > im->opt.value_max)
			return imp__too_long(im, im->yaml_line, err);
		if (nl) {
			code = yaml_line(im, strbuf_str(&im->line), err);
			strbuf_clear(&im->line);
		}
	}
	return code ? code : im->line.failed || im->pending.failed ? imp__no_memory(err) : 0;
}

/* --- the format of a file --- */

enum { SNIFF_BYTES = 512 };

static struct str without_space(struct str s)
{
	if (s.len >= 3 && memcmp(s.ptr, "\xEF\xBB\xBF", 3) == 0)
		s = (struct str) { s.ptr + 3, s.len - 3 };
	while (s.len && memchr(" \t\r\n", *s.ptr, 4))
		s.ptr++, s.len--;
	return s;
}

static int decide(struct imp__import *im, struct relist_err *err)
{
	struct str first = without_space(strbuf_str(&im->pending));
	const char *bad = imp__unreadable(strbuf_str(&im->pending));

	if (!first.len && !bad) {
		/* with that much white space the format only decides how positions count */
		im->mode = im->pending.len > SNIFF_BYTES ? IMP_MODE_JSON : IMP_MODE_SNIFF;
		return 0;
	}
	if (!bad && !imp__is_prefixed(first) && !imp__begins_json(first))
		bad = imp__for_people(first);
	if (bad && (!first.len || (*first.ptr != '{' && *first.ptr != '[') || first.len < 2 ||
		    !first.ptr[1])) {
		struct relist_err why = { .code = RELIST_EPARSE, .line = 1, .column = 1 };

		im->mode = IMP_MODE_SKIP;
		(void)snprintf(why.msg, sizeof(why.msg), "%s", bad);
		return imp__file_error(im, &why, err);
	}
	im->mode = imp__is_prefixed(first)   ? IMP_MODE_LINES
		   : imp__begins_json(first) ? IMP_MODE_JSON
					     : IMP_MODE_YAML;
	return 0;
}

static int feed(struct imp__import *im, struct str bytes, struct relist_err *err)
{
	return im->mode == IMP_MODE_JSON    ? feed_json(im, bytes, err)
	       : im->mode == IMP_MODE_YAML  ? feed_yaml(im, bytes, err)
	       : im->mode == IMP_MODE_LINES ? imp__lines_feed(im, bytes, err)
					    : 0;
}

static int decide_and_feed(struct imp__import *im, struct relist_err *err)
{
	AUTO_STRBUF first = STRBUF_INIT;
	struct str text;
	int code = decide(im, err);

	if (code || im->mode == IMP_MODE_SNIFF)
		return code;
	text = strbuf_str(&im->pending);
	if (str_begins(text, "\xEF\xBB\xBF"))
		text = (struct str) { text.ptr + 3, text.len - 3 };
	strbuf_adds(&first, text);
	strbuf_clear(&im->pending);
	return first.failed ? imp__no_memory(err) : feed(im, strbuf_str(&first), err);
}

int imp__feed(struct imp__import *im, struct str bytes, struct relist_err *err)
{
	if (im->mode != IMP_MODE_SNIFF)
		return feed(im, bytes, err);
	strbuf_adds(&im->pending, bytes);
	if (im->pending.failed)
		return imp__no_memory(err);
	if (im->pending.len < SNIFF_BYTES)
		return 0;
	if (im->pending.len > im->opt.value_max)
		return imp__too_long(im, im->yaml_line, err);
	return decide_and_feed(im, err);
}

static int end_of_bytes(struct imp__import *im, struct relist_err *err)
{
	struct relist_err why = { 0 };
	int code = im->mode == IMP_MODE_SNIFF && im->pending.len ? decide_and_feed(im, err) : 0;

	if (!code && im->mode == IMP_MODE_SNIFF)
		imp__note(im, (uint32_t)im->file_count - 1, 0, "there is nothing in the file");
	if (!code && im->mode == IMP_MODE_LINES)
		code = imp__lines_end(im, err);
	if (!code && im->pieces.text.len)
		imp__note(im, (uint32_t)im->file_count - 1, im->pieces.line,
			  "the file ends in the middle of a line that is in pieces; left out");
	if (code || im->mode == IMP_MODE_SKIP || im->mode == IMP_MODE_SNIFF ||
	    im->mode == IMP_MODE_LINES)
		return code;
	if (im->mode == IMP_MODE_YAML) {
		if (im->line.len)
			code = yaml_line(im, strbuf_str(&im->line), err);
		strbuf_clear(&im->line);
		if (!code && im->pending.len)
			code = yaml_document(im, strbuf_str(&im->pending), err);
		strbuf_clear(&im->pending);
		return code;
	}
	if (im->resync)
		return 0;
	im->why = (struct relist_err) { 0 };
	code = imp__values_end(&im->values, &why);
	if (!code)
		return 0;
	why = im->why.code ? im->why : why;
	why.code = code;
	return im->why.code ? of_file(im, code, &why, err) : imp__file_error(im, &why, err);
}

int imp__end(struct imp__import *im, struct relist_err *err)
{
	int code = end_of_bytes(im, err);

	/* manifests and arrays have no end marker */
	return code ? code : imp__file_list_end(im, err);
}

int imp__left_out(struct imp__import *im, struct str name, const char *why, struct relist_err *err)
{
	int code = imp__begin(im, name, err);

	if (code)
		return code;
	im->mode = IMP_MODE_SKIP;
	imp__note(im, (uint32_t)im->file_count - 1, 0, "%s; left out", why);
	return 0;
}

bool imp__is_log(struct str first)
{
	return imp__is_prefixed(first);
}
