/* SPDX-License-Identifier: Apache-2.0 */
/* jsonl.c - one JSON object a line: runs, their events, results, the summary. */
#include "runner/report/impl.h"

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

/* The latest writes of an external program. */
static void add_writes(const struct runner__result *res, struct strbuf *out)
{
	size_t n = res->write_count, i = n > RUNNER_WRITES_MAX ? n - RUNNER_WRITES_MAX : 0;

	strbuf_addf(out, ",\"writes\":{\"count\":%zu,\"newest\":[", n);
	for (size_t k = i; k < n; k++) {
		const struct runner__write *w = &res->writes[k % RUNNER_WRITES_MAX];

		strbuf_addf(out, "%s{\"at_ns\":%lld", k > i ? "," : "", (long long)w->at_ns);
		json_member(out, "write", w->line);
		json_member(out, "sent", w->shown);
		strbuf_addc(out, '}');
	}
	strbuf_addz(out, "]}");
}

void runner__jsonl_case(const struct runner__case *c, struct strbuf *out)
{
	const struct runner__result *res = &c->result;

	strbuf_addz(out, "{\"result\":{\"file\":");
	strbuf_add_json(out, str_of(c->path));
	json_member(out, "name", c->name);
	if (c->cell.len)
		json_member(out, "cell", c->cell);
	json_member(out, "verdict", str_of(runner__verdict_word(res->verdict)));
	strbuf_addf(out, ",\"runs\":%llu,\"seed\":%llu,\"steps\":%llu,\"virtual_ns\":%lld",
		    (unsigned long long)c->runs, (unsigned long long)res->seed,
		    (unsigned long long)res->steps, (long long)res->virtual_ns);
	if (c->repeat)
		strbuf_addf(out, ",\"repeat\":%llu", (unsigned long long)c->repeat);
	if (res->line)
		strbuf_addf(out, ",\"line\":%u,\"column\":%u", res->line, res->column);
	if (res->what[0])
		json_member(out, "what", str_of(res->what));
	if (c->page)
		json_member(out, "page", str_of(c->page));
	if (res->program[0])
		json_member(out, "program", str_of(res->program));
	if (res->expected.len)
		json_member(out, "expected", strbuf_str(&res->expected));
	if (res->actual.len)
		json_member(out, "actual", strbuf_str(&res->actual));
	if (res->nearest.len)
		json_member(out, "nearest", strbuf_str(&res->nearest));
	if (res->write_count)
		add_writes(res, out);
	strbuf_addz(out, "}}\n");
}

void runner__jsonl_end(const struct runner__report *r, struct strbuf *out)
{
	strbuf_addf(out, "{\"summary\":{\"files\":%zu", r->total);
	for (size_t v = 0; v < ARRAY_LEN(r->counts); v++)
		strbuf_addf(out, ",\"%s\":%zu", runner__verdict_word((enum runner__verdict)v),
			    r->counts[v]);
	if (r->shards)
		strbuf_addf(out, ",\"shard\":%llu,\"shards\":%llu",
			    (unsigned long long)r->shard + 1, (unsigned long long)r->shards);
	if (r->job)
		strbuf_addz(out, r->job);
	strbuf_addf(out, ",\"runs\":%llu,\"status\":%d}}\n", (unsigned long long)r->runs,
		    r->status);
}
