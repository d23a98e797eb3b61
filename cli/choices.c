/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/choices.h"

#include "base/alloc.h"
#include "base/text/number.h"
#include "runner/posix/files.h"

enum { CHOICES_BYTES_MAX = 64 << 20 };

void cli__choices_fini(struct cli__choices *c)
{
	strbuf_fini(&c->cell);
	base__free(c->picks);
	c->picks = NULL;
}

static bool read_number(const char **p, uint64_t max, uint64_t *out)
{
	struct str digits = { *p, strspn(*p, "0123456789") };

	*p += digits.len;
	return number_parse(digits, max, out);
}

/* Reads the picks up to the end of the line. */
static bool read_picks(const char *p, struct cli__choices *out, bool *failed)
{
	size_t cap = strcspn(p, "\n") / 2 + 2;

	base__free(out->picks);
	out->count = 0;
	out->picks = base__calloc(cap, sizeof(*out->picks));
	*failed = !out->picks;
	while (out->picks && *p && *p != '\n') {
		uint64_t n;

		if (*p == ' ' || *p == '\r') {
			p++;
			continue;
		}
		if (!read_number(&p, UINT32_MAX, &n) || (*p && !strchr(" \r\n", *p)))
			return false;
		out->picks[out->count++] = (uint32_t)n;
	}
	return out->picks != NULL;
}

static int read_line(const char *line, size_t nth, struct cli__choices *out, const char *path,
		     struct relist_err *err)
{
	bool failed = false, ok = true;
	const char *number = line + 5;
	struct str at = { line, strcspn(line, "\n") + 1 };

	if (nth == 1)
		ok = str_begins(at, "relist-choices 1\n");
	else if (str_begins(at, "picks"))
		ok = read_picks(line + 5, out, &failed);
	else if (str_begins(at, "cell "))
		strbuf_add(&out->cell, line + 5, strcspn(line + 5, "\n"));
	else if (str_begins(at, "seed "))
		ok = read_number(&number, UINT64_MAX, &out->seed);
	else if (str_begins(at, "interleave\n"))
		out->interleave = true;
	else
		ok = str_begins(at, "file ") || str_begins(at, "what ") || line[0] == '\n';
	if (failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return ok ? 0
		  : relist_err_set(
			err, RELIST_EPARSE, "%.150s:%zu: %s", path, nth,
			nth == 1 ? "no choices: the first line must be "
				   "`relist-choices 1`"
				 : "must be file, cell, seed, interleave, what, or picks with "
				   "numbers");
}

int cli__choices_parse(const char *path, struct str text, struct cli__choices *out,
		       struct relist_err *err)
{
	AUTO_STRBUF lines = STRBUF_INIT;
	size_t nth = 0;
	int code = 0;

	strbuf_adds(&lines, text);
	if (!lines.len || lines.ptr[lines.len - 1] != '\n')
		strbuf_addc(&lines, '\n');
	if (lines.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (memchr(lines.ptr, 0, lines.len))
		return relist_err_set(err, RELIST_EPARSE, "%.150s: no text: it has NUL bytes",
				      path);
	for (const char *p = lines.ptr; !code && *p; p += strcspn(p, "\n") + 1)
		code = read_line(p, ++nth, out, path, err);
	if (!code && out->cell.failed)
		code = relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (!code && !out->picks)
		code = relist_err_set(err, RELIST_EPARSE, "%.150s: it has no picks", path);
	return code;
}

int cli__choices_read(const char *path, struct cli__choices *out, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	int code = runner__read_file(path, CHOICES_BYTES_MAX, &text, err);

	return code ? code : cli__choices_parse(path, strbuf_str(&text), out, err);
}
