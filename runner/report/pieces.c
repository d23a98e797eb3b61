/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.c - output that several formats share. */
#include "runner/report/impl.h"

void runner__add_place(const struct runner__case *c, struct strbuf *out)
{
	strbuf_addz(out, c->path);
	if (c->result.line)
		strbuf_addf(out, ":%u:%u", c->result.line, c->result.column ? c->result.column : 1);
}

void runner__add_rerun(const struct runner__report *r, const struct runner__case *c,
		       struct strbuf *out)
{
	if (c->again) {
		strbuf_addz(out, c->again);
		return;
	}
	strbuf_addz(out, "relist run ");
	strbuf_add_shell(out, str_of(c->path));
	if (r->options)
		strbuf_addz(out, r->options);
	if (c->cell.len) {
		strbuf_addz(out, " --matrix ");
		strbuf_add_shell(out, c->cell);
	}
	strbuf_addf(out, " --seed %llu", (unsigned long long)c->result.seed);
}

struct str runner__cut_line(struct str *rest)
{
	const char *newline = memchr(rest->ptr, '\n', rest->len);
	struct str line = { rest->ptr, newline ? (size_t)(newline - rest->ptr) : rest->len };

	rest->ptr += line.len + (newline ? 1 : 0);
	rest->len -= line.len + (newline ? 1 : 0);
	return line;
}

void runner__add_clean(struct strbuf *out, struct str s)
{
	for (size_t i = 0; i < s.len;) {
		size_t len = utf8_seq_len(s.ptr + i, s.len - i);
		unsigned char c = (unsigned char)s.ptr[i];

		if (!len)
			strbuf_addz(out, "\xef\xbf\xbd");
		else if (c < 0x20 || c == 0x7f ||
			 (len == 2 && c == 0xc2 && (unsigned char)s.ptr[i + 1] < 0xa0))
			strbuf_addc(out, '?');
		else
			strbuf_add(out, s.ptr + i, len);
		i += len ? len : 1;
	}
}

void runner__add_html(struct strbuf *out, struct str s)
{
	static const struct {
		char c;
		const char *entity;
	} entities[] = { { '<', "&lt;" },
			 { '>', "&gt;" },
			 { '&', "&amp;" },
			 { '"', "&quot;" },
			 { '\'', "&#39;" } };
	AUTO_STRBUF clean = STRBUF_INIT;

	runner__add_clean(&clean, s);
	out->failed |= clean.failed;
	for (size_t i = 0, k; i < clean.len; i++) {
		for (k = 0; k < ARRAY_LEN(entities) && entities[k].c != clean.ptr[i];)
			k++;
		if (k < ARRAY_LEN(entities))
			strbuf_addz(out, entities[k].entity);
		else
			strbuf_addc(out, clean.ptr[i]);
	}
}

void runner__add_indented(struct strbuf *out, struct str text, const char *indent)
{
	while (text.len) {
		struct str line = runner__cut_line(&text);

		strbuf_addz(out, indent);
		runner__add_clean(out, line);
		strbuf_addc(out, '\n');
	}
}

struct str runner__last_lines(struct str text, size_t max)
{
	size_t i = text.len;

	while (i > 0) {
		if (text.ptr[i - 1] == '\n' && i < text.len && max-- == 1)
			break;
		i--;
	}
	return (struct str) { text.ptr + i, text.len - i };
}
