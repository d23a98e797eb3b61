/* SPDX-License-Identifier: Apache-2.0 */
/* errors.c - collects a file's errors, sorts them by position, prints them with their line. */
#include "base/alloc.h"
#include "runner/language/yaml.h"

void scn__errors_fini(struct scn__errors *e)
{
	base__free(e->items);
	*e = (struct scn__errors) { 0 };
}

/* Cells of a matrix are built from the same lines and report the same errors. */
static bool known(const struct scn__errors *e, struct scn__pos pos, const char *msg)
{
	for (size_t i = 0; i < e->len; i++)
		if (e->items[i].pos.line == pos.line && e->items[i].pos.column == pos.column &&
		    strcmp(e->items[i].msg, msg) == 0)
			return true;
	return false;
}

static struct scn__file_error *room(struct scn__errors *e)
{
	if (e->len == SCN_ERRORS_MAX) {
		e->truncated = true;
		return NULL;
	}
	if (e->len == e->cap) {
		size_t cap = e->cap ? e->cap * 2 : 8;
		struct scn__file_error *items = base__reallocarray(e->items, cap, sizeof(*items));

		if (!items) {
			e->failed = true;
			return NULL;
		}
		e->items = items;
		e->cap = cap;
	}
	return &e->items[e->len];
}

/* Cuts a message after a whole character. */
static void cut_at_character(char *msg, size_t cap)
{
	size_t len = strlen(msg), start = len;

	if (len + 1 < cap)
		return;
	while (start > 0 && ((unsigned char)msg[start - 1] & 0xC0) == 0x80)
		start--;
	if (start > 0 && (unsigned char)msg[start - 1] >= 0xC0 &&
	    utf8_seq_len(msg + start - 1, len - start + 1) == 0)
		msg[start - 1] = '\0';
}

/* Replaces control characters in a message: it is a line for a terminal or a log and may quote a
 * word of the file. */
static void make_plain(char *msg)
{
	for (unsigned char *p = (unsigned char *)msg; *p; p++) {
		if (*p < 0x20 || *p == 0x7f)
			*p = '?';
		else if (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0)
			p[0] = p[1] = '?';
	}
}

void scn__error(struct scn__errors *e, struct scn__pos pos, bool warning, const char *fmt, ...)
{
	struct scn__file_error *item;
	char msg[sizeof(item->msg)];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(msg, sizeof(msg), fmt, ap);
	va_end(ap);
	cut_at_character(msg, sizeof(msg));
	make_plain(msg);
	if (known(e, pos, msg))
		return;
	/* Count errors beyond the limit, too: a file with an error must not look valid. */
	if (!warning)
		e->error_count++;
	item = room(e);
	if (!item)
		return;
	item->pos = pos;
	item->warning = warning;
	memcpy(item->msg, msg, sizeof(msg));
	e->len++;
}

/* Stable insertion sort, since there are few: errors at one position keep their order. */
void scn__errors_sort(struct scn__errors *e)
{
	for (size_t i = 1; i < e->len; i++) {
		struct scn__file_error item = e->items[i];
		size_t j = i;

		for (; j > 0; j--) {
			const struct scn__pos *before = &e->items[j - 1].pos;

			if (before->line < item.pos.line ||
			    (before->line == item.pos.line && before->column <= item.pos.column))
				break;
			e->items[j] = e->items[j - 1];
		}
		e->items[j] = item;
	}
}

void scn__errors_print(const struct scn__errors *e, struct str path, struct strbuf *out)
{
	for (size_t i = 0; i < e->len; i++) {
		const struct scn__file_error *item = &e->items[i];

		strbuf_addf(out, STR_FMT ":%u:%u: %s%s\n", STR_ARG(path), item->pos.line,
			    item->pos.column, item->warning ? "warning: " : "", item->msg);
	}
	if (e->truncated)
		strbuf_addf(out, STR_FMT ": more than %d errors, the rest is not shown\n",
			    STR_ARG(path), SCN_ERRORS_MAX);
}
