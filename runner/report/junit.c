/* SPDX-License-Identifier: Apache-2.0 */
/* junit.c - JUnit XML: one testcase per trace and per matrix cell, in the dialect that Jenkins,
 * GitLab and GitHub's actions read. The testsuite element needs the counts, so the testcases are
 * buffered until the end. */
#include "runner/report/impl.h"

void runner__add_xml(struct strbuf *out, struct str s)
{
	for (size_t i = 0; i < s.len;) {
		unsigned char c = (unsigned char)s.ptr[i];
		size_t len = utf8_seq_len(s.ptr + i, s.len - i);

		if (!len || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f ||
		    (len == 3 && (memcmp(s.ptr + i, "\xef\xbf\xbe", 3) == 0 ||
				  memcmp(s.ptr + i, "\xef\xbf\xbf", 3) == 0)))
			strbuf_addz(out, "\xef\xbf\xbd");
		else if (c == '<')
			strbuf_addz(out, "&lt;");
		else if (c == '>')
			strbuf_addz(out, "&gt;");
		else if (c == '&')
			strbuf_addz(out, "&amp;");
		else if (c == '"')
			strbuf_addz(out, "&quot;");
		else if (c == '\n' || c == '\t' || c == '\r')
			strbuf_addf(out, "&#%d;", c);
		else
			strbuf_add(out, s.ptr + i, len);
		i += len ? len : 1;
	}
}

/* Newlines are kept: only attributes would lose them. */
static void add_body(struct strbuf *out, struct str s)
{
	while (s.len) {
		runner__add_xml(out, runner__cut_line(&s));
		strbuf_addc(out, '\n');
	}
}

static void add_attribute(struct strbuf *out, const char *name, struct str value)
{
	strbuf_addf(out, " %s=\"", name);
	runner__add_xml(out, value);
	strbuf_addc(out, '"');
}

/* The path with dots for slashes, without its suffix: JUnit tools derive packages from it. */
static void add_class(struct strbuf *out, const char *path)
{
	AUTO_STRBUF name = STRBUF_INIT;
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	size_t len = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);

	while (len && (*path == '/' || *path == '.'))
		path++, len--;
	for (size_t i = 0; i < len; i++)
		strbuf_addc(&name, path[i] == '/' ? '.' : path[i]);
	out->failed |= name.failed;
	add_attribute(out, "classname", strbuf_str(&name));
}

void runner__junit_begin(struct strbuf *out)
{
	strbuf_addz(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
}

void runner__junit_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	const struct runner__result *res = &c->result;
	struct strbuf *cases = &r->kept;
	AUTO_STRBUF text = STRBUF_INIT, message = STRBUF_INIT;
	bool failed = res->verdict == RUNNER_FAIL;

	(void)out;
	strbuf_addz(cases, "    <testcase");
	add_attribute(cases, "name", c->name);
	add_class(cases, c->path);
	add_attribute(cases, "file", str_of(c->path));
	strbuf_addf(cases, " time=\"%.3f\"", r->no_times ? 0.0 : (double)c->wall_ns / 1e9);
	if (res->verdict == RUNNER_PASS) {
		strbuf_addz(cases, "/>\n");
		return;
	}
	strbuf_addz(cases, ">\n");
	if (res->verdict == RUNNER_SKIP) {
		strbuf_addz(cases, "      <skipped");
		add_attribute(cases, "message", str_of(res->what));
		strbuf_addz(cases, "/>\n    </testcase>\n");
		return;
	}
	strbuf_addf(cases, "      <%s", failed ? "failure" : "error");
	add_attribute(cases, "type", str_of(runner__verdict_word(res->verdict)));
	strbuf_addz(&message, res->what);
	if (res->program[0])
		strbuf_addf(&message, "; the program: %s", res->program);
	if (c->page)
		strbuf_addf(&message, "; page: %s", c->page);
	add_attribute(cases, "message", strbuf_str(&message));
	strbuf_addc(cases, '>');
	runner__report_failure(r, c, &text);
	cases->failed |= message.failed || text.failed;
	add_body(cases, strbuf_str(&text));
	strbuf_addf(cases, "</%s>\n    </testcase>\n", failed ? "failure" : "error");
}

static void add_counts(const struct runner__report *r, int64_t wall_ns, struct strbuf *out)
{
	size_t errors = r->counts[RUNNER_UNSETTLED] + r->counts[RUNNER_INVARIANT] +
			r->counts[RUNNER_ERROR] + r->counts[RUNNER_BAD_INPUT];

	strbuf_addf(out,
		    " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\"",
		    r->total, r->counts[RUNNER_FAIL], errors, r->counts[RUNNER_SKIP],
		    r->no_times ? 0.0 : (double)wall_ns / 1e9);
}

void runner__junit_end(const struct runner__report *r, int64_t wall_ns, struct strbuf *out)
{
	strbuf_addz(out, "<testsuites name=\"relist\"");
	add_counts(r, wall_ns, out);
	strbuf_addz(out, ">\n  <testsuite");
	strbuf_addf(out, " name=\"relist run (%s)\"", r->world);
	add_counts(r, wall_ns, out);
	strbuf_addf(out, ">\n" STR_FMT "  </testsuite>\n</testsuites>\n", STR_ARG(r->kept));
}
