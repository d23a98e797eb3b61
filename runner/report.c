/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/report.h"

#include "base/clock.h"

enum { TAIL_LINES = 24 };

void runner__report_init(struct runner__report *r, enum runner__format format)
{
	memset(r, 0, sizeof(*r));
	r->format = format;
	r->index = 1;
	strbuf_init(&r->bad_names);
}

void runner__report_fini(struct runner__report *r)
{
	strbuf_fini(&r->bad_names);
}

static bool is_bad(enum runner__verdict v)
{
	return v != RUNNER_PASS && v != RUNNER_SKIP;
}

/* `path:line:column`, as compilers write it. */
static void add_place(const struct runner__case *c, struct strbuf *out)
{
	strbuf_addz(out, c->path);
	if (c->result.line)
		strbuf_addf(out, ":%u:%u", c->result.line, c->result.column ? c->result.column : 1);
}

/* A shell word. */
static void add_word(struct strbuf *out, const char *word)
{
	if (word[0] && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-./:@%+=,") == strlen(word)) {
		strbuf_addz(out, word);
		return;
	}
	strbuf_addc(out, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			strbuf_addz(out, "'\\''");
		else
			strbuf_addc(out, *word);
	}
	strbuf_addc(out, '\'');
}

static void add_rerun(const struct runner__report *r, const struct runner__case *c,
		      struct strbuf *out)
{
	strbuf_addz(out, "relist run ");
	add_word(out, c->path);
	if (strcmp(r->world, "sim") != 0)
		strbuf_addf(out, " --world %s", r->world);
	if (c->cell.len) {
		strbuf_addz(out, " --matrix ");
		add_word(out, c->cell.ptr);
	}
	strbuf_addf(out, " --seed %llu", (unsigned long long)c->result.seed);
	if (r->cuts && strcmp(r->cuts, "whole") != 0)
		strbuf_addf(out, " --cuts %s", r->cuts);
}

static struct str cut_line(struct str *rest)
{
	const char *newline = memchr(rest->ptr, '\n', rest->len);
	struct str line = { rest->ptr, newline ? (size_t)(newline - rest->ptr) : rest->len };

	rest->ptr += line.len + (newline ? 1 : 0);
	rest->len -= line.len + (newline ? 1 : 0);
	return line;
}

static void add_indented(struct strbuf *out, struct str text, const char *indent)
{
	while (text.len) {
		struct str line = cut_line(&text);

		strbuf_addf(out, "%s" STR_FMT "\n", indent, STR_ARG(line));
	}
}

/* The last `max` lines of `text`. */
static struct str last_lines(struct str text, size_t max)
{
	size_t i = text.len;

	while (i > 0) {
		if (text.ptr[i - 1] == '\n' && i < text.len && max-- == 1)
			break;
		i--;
	}
	return (struct str) { text.ptr + i, text.len - i };
}

/* --- text --- */

void runner__report_failure(const struct runner__report *r, const struct runner__case *c,
			    struct strbuf *out)
{
	const struct runner__result *res = &c->result;
	char at[32];

	duration_format(res->virtual_ns, at, sizeof(at));
	strbuf_addf(out, "%s " STR_FMT " seed=%llu (virtual %s)\n",
		    res->verdict == RUNNER_FAIL ? "FAIL" : runner__verdict_word(res->verdict),
		    STR_ARG(c->name), (unsigned long long)res->seed, at);
	add_place(c, out);
	strbuf_addf(out, ": %s\n", res->what);
	if (res->expected.len) {
		strbuf_addz(out, "\n  expected\n");
		add_indented(out, strbuf_str(&res->expected), "    ");
	}
	if (res->actual.len) {
		strbuf_addz(out, "  actual\n");
		add_indented(out, strbuf_str(&res->actual), "    ");
	}
	if (res->tail.len) {
		strbuf_addz(out, "\n  what happened last\n");
		add_indented(out, last_lines(strbuf_str(&res->tail), TAIL_LINES), "    ");
	}
	strbuf_addz(out, "\nrerun: ");
	add_rerun(r, c, out);
	strbuf_addz(out, "\n\n");
}

static void note_slow(struct runner__report *r, const struct runner__case *c)
{
	size_t n = ARRAY_LEN(r->slowest), i = n;

	while (i > 0 && r->slowest[i - 1].wall_ns < c->wall_ns)
		i--;
	if (i == n)
		return;
	memmove(&r->slowest[i + 1], &r->slowest[i], (n - 1 - i) * sizeof(r->slowest[0]));
	(void)snprintf(r->slowest[i].name, sizeof(r->slowest[i].name), STR_FMT, STR_ARG(c->name));
	r->slowest[i].wall_ns = c->wall_ns;
}

static void text_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	note_slow(r, c);
	if (c->result.verdict == RUNNER_SKIP && !r->quiet)
		strbuf_addf(out, "SKIP " STR_FMT ": %s\n", STR_ARG(c->name), c->result.what);
	if (!is_bad(c->result.verdict))
		return;
	strbuf_addf(&r->bad_names, "  %s ", runner__verdict_word(c->result.verdict));
	add_place(c, &r->bad_names);
	strbuf_addc(&r->bad_names, '\n');
	if (c->result.verdict != RUNNER_BAD_INPUT) /* whoever read the file has said it */
		runner__report_failure(r, c, out);
}

static void text_end(struct runner__report *r, int64_t wall_ns, struct strbuf *out)
{
	static const char *const words[] = {
		[RUNNER_PASS] = "passed",
		[RUNNER_SKIP] = "skipped",
		[RUNNER_FAIL] = "failed",
		[RUNNER_UNSETTLED] = "did not settle",
		[RUNNER_INVARIANT] = "broke an invariant",
		[RUNNER_ERROR] = "could not be run",
		[RUNNER_BAD_INPUT] = "could not be read",
	};
	bool first = true;

	if (r->quiet)
		return;
	if (r->bad_names.len && r->total > 1)
		strbuf_addf(out, "not passed:\n" STR_FMT "\n", STR_ARG(r->bad_names));
	strbuf_addf(out, "%zu %s in the %s world: ", r->total, r->total == 1 ? "trace" : "traces",
		    r->world);
	for (size_t v = 0; v < ARRAY_LEN(words); v++) {
		if (!r->counts[v])
			continue;
		strbuf_addf(out, "%s%zu %s", first ? "" : ", ", r->counts[v], words[v]);
		first = false;
	}
	strbuf_addf(out, " (%llu %s, %.2f s)\n", (unsigned long long)r->runs,
		    r->runs == 1 ? "run" : "runs", (double)wall_ns / 1e9);
	if (r->total <= 1)
		return;
	strbuf_addz(out, "slowest:");
	for (size_t i = 0; i < ARRAY_LEN(r->slowest) && r->slowest[i].name[0]; i++)
		strbuf_addf(out, "%s %s %.1f ms", i ? "," : "", r->slowest[i].name,
			    (double)r->slowest[i].wall_ns / 1e6);
	strbuf_addc(out, '\n');
}

/* --- TAP 14 --- */

static void tap_block(struct strbuf *out, const char *name, const struct strbuf *text)
{
	if (!text->len)
		return;
	strbuf_addf(out, "  %s: |\n", name);
	add_indented(out, strbuf_str(text), "    ");
}

static void tap_description(struct strbuf *out, const char *path)
{
	for (; *path; path++) {
		if (*path == '#' || *path == '\\')
			strbuf_addc(out, '\\');
		strbuf_addc(out, (unsigned char)*path < 0x20 ? '?' : *path);
	}
}

static void tap_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	const struct runner__result *res = &c->result;
	AUTO_STRBUF place = STRBUF_INIT;

	strbuf_addf(out, "%s %zu - ", is_bad(res->verdict) ? "not ok" : "ok", r->index);
	tap_description(out, c->path);
	if (res->verdict == RUNNER_SKIP)
		strbuf_addf(out, " # SKIP %s", res->what);
	strbuf_addc(out, '\n');
	if (!is_bad(res->verdict))
		return;
	strbuf_addz(out, "  ---\n  message: ");
	strbuf_add_json(out, str_of(res->what));
	strbuf_addf(out, "\n  severity: %s\n  at: ", runner__verdict_word(res->verdict));
	add_place(c, &place);
	strbuf_add_json(out, strbuf_str(&place));
	strbuf_addc(out, '\n');
	tap_block(out, "expected", &res->expected);
	tap_block(out, "actual", &res->actual);
	strbuf_clear(&place);
	add_rerun(r, c, &place);
	strbuf_addz(out, "  rerun: ");
	strbuf_add_json(out, strbuf_str(&place));
	strbuf_addz(out, "\n  ...\n");
}

/* --- JSON Lines --- */

static void json_member(struct strbuf *out, const char *name, struct str value)
{
	strbuf_addf(out, ",\"%s\":", name);
	strbuf_add_json(out, value);
}

void runner__report_run(const struct runner__report *r, const char *path, struct str name,
			uint64_t seed, struct strbuf *out)
{
	strbuf_addz(out, "{\"run\":{\"file\":");
	strbuf_add_json(out, str_of(path));
	json_member(out, "name", name);
	json_member(out, "world", str_of(r->world));
	json_member(out, "cuts", str_of(r->cuts ? r->cuts : "whole"));
	strbuf_addf(out, ",\"seed\":%llu}}\n", (unsigned long long)seed);
}

static void add_event(void *user, const struct trace_event *ev)
{
	struct strbuf *out = user;

	strbuf_addf(out, "{\"event\":{\"at_ns\":%lld,\"group\":\"%s\",\"kind\":\"%s\"",
		    (long long)ev->at_ns, trace_kind_group(ev->kind), trace_kind_word(ev->kind));
	if (ev->id)
		strbuf_addf(out, ",\"id\":%u", ev->id);
	if (ev->n)
		strbuf_addf(out, ",\"n\":%lld", (long long)ev->n);
	if (ev->who.len)
		json_member(out, "who", ev->who);
	if (ev->key.len)
		json_member(out, "key", ev->key);
	if (ev->text.len)
		json_member(out, "text", ev->text);
	strbuf_addz(out, "}}\n");
}

struct trace_sink runner__report_events(struct strbuf *out)
{
	return (struct trace_sink) { add_event, out };
}

static void jsonl_case(const struct runner__case *c, struct strbuf *out)
{
	const struct runner__result *res = &c->result;

	strbuf_addz(out, "{\"result\":{\"file\":");
	strbuf_add_json(out, str_of(c->path));
	json_member(out, "name", c->name);
	json_member(out, "verdict", str_of(runner__verdict_word(res->verdict)));
	strbuf_addf(out, ",\"runs\":%llu,\"seed\":%llu,\"steps\":%llu,\"virtual_ns\":%lld",
		    (unsigned long long)c->runs, (unsigned long long)res->seed,
		    (unsigned long long)res->steps, (long long)res->virtual_ns);
	if (res->line)
		strbuf_addf(out, ",\"line\":%u,\"column\":%u", res->line, res->column);
	if (res->what[0])
		json_member(out, "what", str_of(res->what));
	if (res->expected.len)
		json_member(out, "expected", strbuf_str(&res->expected));
	if (res->actual.len)
		json_member(out, "actual", strbuf_str(&res->actual));
	strbuf_addz(out, "}}\n");
}

static void jsonl_end(const struct runner__report *r, struct strbuf *out)
{
	strbuf_addf(out, "{\"summary\":{\"files\":%zu", r->total);
	for (size_t v = 0; v < ARRAY_LEN(r->counts); v++)
		strbuf_addf(out, ",\"%s\":%zu", runner__verdict_word((enum runner__verdict)v),
			    r->counts[v]);
	strbuf_addf(out, ",\"runs\":%llu,\"status\":%d}}\n", (unsigned long long)r->runs,
		    r->status);
}

/* --- whichever it is --- */

void runner__report_begin(struct runner__report *r, struct strbuf *out)
{
	if (r->format == RUNNER_FORMAT_TAP)
		strbuf_addf(out, "TAP version 14\n1..%zu\n", r->total);
}

void runner__report_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	int status = runner__verdict_status(c->result.verdict);

	switch (r->format) {
	case RUNNER_FORMAT_TEXT:
		text_case(r, c, out);
		break;
	case RUNNER_FORMAT_TAP:
		tap_case(r, c, out);
		break;
	case RUNNER_FORMAT_JSONL:
		jsonl_case(c, out);
		break;
	}
	r->counts[c->result.verdict]++;
	r->runs += c->runs;
	r->index++;
	if (status > r->status)
		r->status = status;
}

void runner__report_end(struct runner__report *r, int64_t wall_ns, struct strbuf *out)
{
	switch (r->format) {
	case RUNNER_FORMAT_TEXT:
		text_end(r, wall_ns, out);
		break;
	case RUNNER_FORMAT_TAP:
		break;
	case RUNNER_FORMAT_JSONL:
		jsonl_end(r, out);
		break;
	}
}
