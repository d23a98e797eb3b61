/* SPDX-License-Identifier: Apache-2.0 */
/* values.c - shared by the builders: errors with a position, suggestions, memory, and scalars read
 * as a given type. */
#include "base/regex.h"
#include "base/text/number.h"
#include "runner/language/build.h"
#include "base/suggest.h"

enum { DURATION_HOURS_MAX = 10000 };

void scn__fail(struct scn__build *b, struct scn__pos pos, const char *fmt, ...)
{
	char msg[512];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(msg, sizeof(msg), fmt, ap);
	va_end(ap);
	/* Once the limit is reached, further errors are only consequences. */
	if (b->bytes_left)
		scn__error(b->errors, pos, false, "%s", msg);
}

void scn__warn(struct scn__build *b, struct scn__pos pos, const char *fmt, ...)
{
	char msg[512];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(msg, sizeof(msg), fmt, ap);
	va_end(ap);
	scn__error(b->errors, pos, true, "%s", msg);
}

static const char *word_at(const void *words, size_t stride, size_t i)
{
	const char *word;

	memcpy(&word, (const char *)words + i * stride, sizeof(const char *));
	return word;
}

void scn__unknown(struct scn__build *b, struct scn__pos pos, const char *what, const char *where,
		  struct str typed, const void *words, size_t count, size_t stride)
{
	int i = suggest_word(typed, words, count, stride);
	char known[160];
	size_t len = 0;
	const char *name = scn__copy(b, typed).ptr;

	if (i >= 0) {
		scn__fail(b, pos, "unknown %s `%.60s`%s, did you mean `%s`?", what, name, where,
			  word_at(words, stride, (size_t)i));
		return;
	}
	known[0] = '\0';
	for (size_t j = 0; j < count && len + 4 < sizeof(known); j++)
		len += (size_t)snprintf(known + len, sizeof(known) - len, "%s%s", j ? ", " : "",
					word_at(words, stride, j));
	if (count == 0)
		scn__fail(b, pos, "unknown %s `%.60s`%s: there is none", what, name, where);
	else if (len + 4 < sizeof(known))
		scn__fail(b, pos, "unknown %s `%.60s`%s; there is %s", what, name, where, known);
	else
		scn__fail(b, pos, "unknown %s `%.60s`%s: relist explain lists them", what, name,
			  where);
}

/* Limits the memory that `times`, templates and matrices can multiply. */
static bool spend(struct scn__build *b, size_t bytes)
{
	if (bytes <= b->bytes_left) {
		b->bytes_left -= bytes;
		return true;
	}
	b->bytes_left = 0;
	scn__error(b->errors, (struct scn__pos) { 1, 1 }, false,
		   "the file becomes too large when `times` and `matrix` are written out");
	return false;
}

void *scn__alloc(struct scn__build *b, size_t count, size_t size)
{
	size_t bytes = (count ? count : 1) * size;

	return spend(b, bytes) ? runner__arena_alloc(b->arena, bytes) : NULL;
}

struct str scn__copy(struct scn__build *b, struct str s)
{
	return spend(b, s.len + 1) ? runner__arena_str(b->arena, s) : STR("");
}

/* The position of a part of a scalar's text, as exactly as possible. */
struct scn__pos scn__shift(const struct scn__node *node, struct str part)
{
	struct scn__pos pos = node->pos;
	size_t offset;

	if (node->kind != SCN_SCALAR || node->block || part.ptr < node->text.ptr ||
	    part.ptr > node->text.ptr + node->text.len)
		return pos;
	offset = (size_t)(part.ptr - node->text.ptr);
	/* Folded over lines, or with escapes: use the position of the whole value. */
	if (node->end.line != node->pos.line ||
	    node->end.column - node->pos.column != node->text.len + (node->quoted ? 2 : 0))
		return pos;
	pos.column += (uint32_t)offset + node->quoted;
	return pos;
}

bool scn__key_is(struct str typed, const char *key)
{
	size_t i = 0;

	if (str_eqz(typed, key))
		return true;
	/* A program that read `off:` as YAML 1.1 writes it so. */
	if (strcmp(key, "off") == 0 && str_eqz(typed, "false"))
		return true;
	for (; i < typed.len && *key; i++, key++) {
		char c = typed.ptr[i];

		if (c == *key)
			continue;
		if (*key != '-' || c < 'A' || c > 'Z' || key[1] != c - 'A' + 'a')
			return false;
		key++;
	}
	return i == typed.len && !*key;
}

bool scn__is_null(const struct scn__node *node)
{
	return node->kind == SCN_SCALAR && !node->quoted &&
	       (node->text.len == 0 || str_eqz(node->text, "null") || str_eqz(node->text, "~"));
}

const char *scn__node_what(const struct scn__node *node)
{
	if (node->kind == SCN_LIST)
		return "a list";
	if (node->kind == SCN_MAP)
		return "a map";
	return scn__is_null(node) ? "nothing" : "text";
}

bool scn__want_map(struct scn__build *b, const struct scn__node *node, const char *what)
{
	if (node->kind == SCN_MAP)
		return true;
	scn__fail(b, node->pos, "%s is %s, must be a map", what, scn__node_what(node));
	return false;
}

bool scn__want_list(struct scn__build *b, const struct scn__node *node, const char *what)
{
	if (node->kind == SCN_LIST)
		return true;
	scn__fail(b, node->pos, "%s is %s, must be a list", what, scn__node_what(node));
	return false;
}

bool scn__want_text(struct scn__build *b, const struct scn__node *node, const char *what,
		    struct str *out)
{
	if (node->kind == SCN_SCALAR && !scn__is_null(node)) {
		*out = node->text;
		return true;
	}
	scn__fail(b, node->pos, "%s is %s, must be text", what, scn__node_what(node));
	return false;
}

bool scn__parse_uint(struct scn__build *b, struct scn__pos pos, struct str text, const char *what,
		     uint64_t max, uint64_t *out)
{
	enum number_fault fault = number_read(text, max, out);

	if (fault == NUMBER_MALFORMED)
		scn__fail(b, pos, "%s is \"%.60s\", must be a whole number", what,
			  scn__copy(b, text).ptr);
	else if (fault == NUMBER_TOO_LARGE)
		scn__fail(b, pos, "%s is %.30s, at most %llu", what, scn__copy(b, text).ptr,
			  (unsigned long long)max);
	return fault == NUMBER_FINE;
}

void scn__check_pattern(struct scn__build *b, const struct scn__node *node)
{
	const char *why;
	struct regex *re = regex_new(node->arg, &why);

	if (!re && why)
		scn__fail(b, node->pos, "the regular expression %.80s cannot be read: %s",
			  node->text.ptr, why);
	regex_free(re);
}

bool scn__want_uint(struct scn__build *b, const struct scn__node *node, const char *what,
		    uint64_t max, uint64_t *out)
{
	if (node->kind == SCN_SCALAR && !node->quoted && !scn__is_null(node))
		return scn__parse_uint(b, node->pos, node->text, what, max, out);
	scn__fail(b, node->pos, "%s is %s, must be a whole number", what, scn__node_what(node));
	return false;
}

bool scn__want_bool(struct scn__build *b, const struct scn__node *node, const char *what, bool *out)
{
	bool yes = node->kind == SCN_SCALAR && !node->quoted && str_eqz(node->text, "true");
	bool no = node->kind == SCN_SCALAR && !node->quoted && str_eqz(node->text, "false");

	if (node->kind == SCN_SCALAR && !yes && !no)
		scn__fail(b, node->pos, "%s is \"%.60s\", must be true or false", what,
			  node->text.ptr);
	else if (!yes && !no)
		scn__fail(b, node->pos, "%s is %s, must be true or false", what,
			  scn__node_what(node));
	*out = yes;
	return yes || no;
}

bool scn__parse_duration(struct scn__build *b, struct scn__pos pos, struct str text, int64_t *out)
{
	int64_t ns;

	bool digits = text.len > 0 && text.len < 10;

	for (size_t i = 0; i < text.len; i++)
		digits = digits && text.ptr[i] >= '0' && text.ptr[i] <= '9';
	if (digits && !str_eqz(text, "0")) {
		scn__fail(b, pos, "%s needs a unit: %ss, %sms", scn__copy(b, text).ptr,
			  scn__copy(b, text).ptr, scn__copy(b, text).ptr);
		return false;
	}
	if (duration_parse(text, &ns, NULL)) {
		scn__fail(b, pos, "\"%.60s\" is no duration: 10s, 1m30s, 800ms",
			  scn__copy(b, text).ptr);
		return false;
	}
	if (ns < 0) {
		scn__fail(b, pos, "%.60s: time does not go backwards", scn__copy(b, text).ptr);
		return false;
	}
	if (ns > DURATION_HOURS_MAX * 3600 * NS_PER_S) {
		scn__fail(b, pos, "%.60s is too long, at most %dh", scn__copy(b, text).ptr,
			  DURATION_HOURS_MAX);
		return false;
	}
	*out = ns;
	return true;
}

bool scn__want_duration(struct scn__build *b, const struct scn__node *node, const char *what,
			int64_t *out)
{
	if (node->kind == SCN_SCALAR && !scn__is_null(node))
		return scn__parse_duration(b, node->pos, node->text, out);
	scn__fail(b, node->pos, "%s is %s, must be a duration: 10s, 1m30s, 800ms", what,
		  scn__node_what(node));
	return false;
}

bool scn__parse_range(struct scn__build *b, struct scn__pos pos, struct str text, int64_t *min,
		      int64_t *max)
{
	for (size_t i = 0; i + 1 < text.len; i++) {
		struct str from = { text.ptr, i };
		struct str to = { text.ptr + i + 2, text.len - i - 2 };

		if (text.ptr[i] != '.' || text.ptr[i + 1] != '.')
			continue;
		if (!scn__parse_duration(b, pos, from, min))
			return false;
		*max = TIME_NEVER;
		if (to.len && !scn__parse_duration(b, pos, to, max))
			return false;
		if (*max >= *min)
			return true;
		scn__fail(b, pos, "%.60s: the end is before the beginning", scn__copy(b, text).ptr);
		return false;
	}
	if (!scn__parse_duration(b, pos, text, min))
		return false;
	*max = *min;
	return true;
}

const struct str *scn__want_texts(struct scn__build *b, const struct scn__node *node,
				  const char *what, size_t *count)
{
	struct str *out = scn__alloc(b, node->count, sizeof(*out));

	*count = 0;
	if (!out)
		return NULL;
	if (node->kind == SCN_SCALAR && !scn__is_null(node)) {
		out[(*count)++] = node->text;
	} else if (node->kind == SCN_LIST) {
		for (size_t i = 0; i < node->count; i++)
			if (scn__want_text(b, &node->items[i], what, &out[*count]))
				(*count)++;
	} else {
		scn__fail(b, node->pos, "%s is %s, must be a list of texts", what,
			  scn__node_what(node));
	}
	return out;
}

int scn__word_index(struct str typed, const char *words)
{
	int index = 0;

	for (const char *p = words; *p; index++) {
		size_t len = strcspn(p, "|");

		if (len == typed.len && memcmp(p, typed.ptr, len) == 0)
			return index;
		p += len + (p[len] ? 1 : 0);
	}
	return -1;
}
