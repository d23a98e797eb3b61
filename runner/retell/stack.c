/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/retell/stack.h"

#include "base/alloc.h"
#include "base/url.h"
#include "runner/retell/lanes.h"

/* The additional wait for a request, since backoffs are random. */
static const int64_t PATIENCE_NS = 10 * 60 * NS_PER_S;

struct lane {
	const struct rec__talk *first;
	struct str labels, fields;
};

struct retelling {
	const struct rec__story *story;
	const struct rec__stack_options *opt;
	struct rec__stack_result *out;
	struct lane lane;
	struct runner__trace *trace;
	struct runner__log *log;
	struct runner__world *world;
	uint32_t *ids; /* per talk: the id of the replayed request; 0: not sent yet */
	uint32_t request_count;
	int64_t last_at; /* time of the lane's last line */
	bool over;
};

/* --- lanes --- */

static bool is_listing(const struct rec__talk *t)
{
	struct str path = t->request->path;

	return (str_begins(path, "/api/") || str_begins(path, "/apis/")) &&
	       !memmem(path.ptr, path.len, "//", 2) && str_eqz(t->request->method, "GET") &&
	       t->aim.resource.len && !t->aim.name.len && !t->aim.subresource.len;
}

static struct str selector(const struct rec__talk *t, const char *name)
{
	struct str s = rec__query(t->request, name);

	return s.ptr ? s : STR("");
}

static bool is_in(const struct lane *lane, const struct rec__talk *t)
{
	return is_listing(t) && str_eq(t->request->path, lane->first->request->path) &&
	       str_eq(t->agent, lane->first->agent) &&
	       str_eq(selector(t, "labelSelector"), lane->labels) &&
	       str_eq(selector(t, "fieldSelector"), lane->fields);
}

/* A lane begins with a list or a watch with initial events, and has a watch. */
static bool begins_lane(const struct rec__story *s, size_t i, struct lane *lane)
{
	const struct rec__talk *t = &s->talks[i];
	bool watches = t->is_watch;

	if (!is_listing(t) ||
	    (t->is_watch && !rec__is_true(rec__query(t->request, "sendInitialEvents"))))
		return false;
	*lane = (struct lane) { t, selector(t, "labelSelector"), selector(t, "fieldSelector") };
	for (size_t k = 0; k < i; k++)
		if (is_in(lane, &s->talks[k]))
			return false;
	for (size_t k = i + 1; k < s->talk_count && !watches; k++)
		watches = is_in(lane, &s->talks[k]) && s->talks[k].is_watch;
	return watches;
}

/* --- the informer --- */

/* The kind of the listed objects, from the first list or event. */
static struct str find_kind(const struct retelling *t, bool *namespaced)
{
	struct str kind = STR("Object");
	bool found = false;

	*namespaced = t->lane.first->aim.ns.len > 0;
	for (size_t i = 0; i < t->story->line_count; i++) {
		const struct rec__line *line = &t->story->lines[i];
		const struct rec__talk *talk =
		    line->id ? rec__story_talk(t->story, line->id) : NULL;
		json_t object = line->kind == REC_EVENT ? line->object : line->json, k, item;
		struct json_iter it;

		if (!talk || !object.len || !is_in(&t->lane, talk) ||
		    (line->kind == REC_EVENT && str_eqz(line->type, "ERROR")))
			continue;
		k = json_get(object, "kind");
		if (json_kind(k) == JSON_STRING && k.len > 6 && line->kind == REC_RESPONSE &&
		    memcmp(k.ptr + k.len - 5, "List\"", 5) == 0) {
			kind = (struct str) { k.ptr + 1, k.len - 6 };
			found = true;
			json_iter_init(&it, json_get(object, "items"));
			while (!*namespaced && json_iter_element(&it, &item))
				*namespaced =
				    json_path(item, "metadata", "namespace", NULL).len > 0;
		} else if (json_kind(k) == JSON_STRING && line->kind == REC_EVENT && !found) {
			kind = (struct str) { k.ptr + 1, k.len - 2 };
			found = true;
		}
		if (line->kind == REC_EVENT && !*namespaced)
			*namespaced = json_path(object, "metadata", "namespace", NULL).len > 0;
	}
	return kind;
}

static void add_member(struct strbuf *b, const char *name, struct str value)
{
	strbuf_addf(b, ",\"%s\":", name);
	strbuf_add_json(b, value);
}

/* "/apis/apps/v1/..." -> apps, v1 */
static void split_group(struct str path, struct str *group, struct str *version)
{
	const char *p = path.ptr, *end = path.ptr + path.len, *slash;

	*group = STR("");
	p = memchr(p + 1, '/', (size_t)(end - p) - 1);
	ASSERT(p);
	if (path.len > 6 && memcmp(path.ptr, "/apis/", 6) == 0) {
		slash = memchr(p + 1, '/', (size_t)(end - p) - 1);
		ASSERT(slash);
		*group = (struct str) { p + 1, (size_t)(slash - p) - 1 };
		p = slash;
	}
	slash = memchr(p + 1, '/', (size_t)(end - p) - 1);
	ASSERT(slash);
	*version = (struct str) { p + 1, (size_t)(slash - p) - 1 };
}

static bool set_up(struct retelling *t, struct relist_err *err)
{
	const struct rec__line *first = t->lane.first->request;
	struct str group, version, limit = rec__query(first, "limit"), kind;
	AUTO_STRBUF text = STRBUF_INIT;
	bool namespaced, watch_list = t->lane.first->is_watch;

	split_group(first->path, &group, &version);
	kind = find_kind(t, &namespaced);
	strbuf_addz(&text, "{\"trace\":1,\"name\":\"recording\",\"resource\":{\"namespaced\":");
	strbuf_addz(&text, namespaced ? "true" : "false");
	add_member(&text, "group", group);
	add_member(&text, "version", version);
	add_member(&text, "resource", t->lane.first->aim.resource);
	add_member(&text, "kind", kind);
	strbuf_addf(&text, "},\"informer\":{\"resync\":\"0s\",\"watchList\":%s",
		    watch_list ? "true" : "false");
	if (limit.len && limit.len < 10 && !str_eqz(limit, "500"))
		strbuf_addf(&text, ",\"pageSize\":" STR_FMT, STR_ARG(limit));
	if (t->lane.first->aim.ns.len)
		add_member(&text, "namespace", t->lane.first->aim.ns);
	if (t->lane.labels.len)
		add_member(&text, "labelSelector", t->lane.labels);
	if (t->lane.fields.len)
		add_member(&text, "fieldSelector", t->lane.fields);
	strbuf_addz(&text,
		    "},\"handlers\":[{\"name\":\"a\",\"add\":\"start\"}]}\n"
		    "{\"state\":{\"cache\":{},\"synced\":true,\"handlersSynced\":{\"a\":true},"
		    "\"lastSyncResourceVersion\":\"\"}}\n");
	if (text.failed) {
		relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
		return false;
	}
	t->trace = runner__trace_parse(STR("recording"), strbuf_str(&text), err);
	return t->trace != NULL;
}

/* --- replay --- */

static void fail(struct retelling *t, int code, const struct relist_err *err)
{
	t->over = true;
	t->out->stopped = true;
	t->out->unsettled = t->out->unsettled || code == RELIST_ETIMEDOUT;
	t->out->broken = t->out->broken || code == RELIST_ELIMIT;
	strbuf_addf(&t->out->text, "  the informer cannot go on: %s\n", err->msg);
}

static void add_actual(const struct fakeapi__player_request *got, struct strbuf *out)
{
	strbuf_adds(out, got->method);
	strbuf_addc(out, ' ');
	strbuf_adds(out, got->path);
	if (got->query.len)
		strbuf_addc(out, '?');
	strbuf_adds(out, got->query);
}

static bool same_request(struct retelling *t, const struct rec__line *want,
			 const struct fakeapi__player_request *got, bool *alike)
{
	struct rec__pair *pairs = base__calloc(got->param_count + 1, sizeof(*pairs));
	bool same = pairs && str_eq(want->method, got->method) && str_eq(want->path, got->path);

	for (size_t i = 0; pairs && i < got->param_count; i++)
		pairs[i] = (struct rec__pair) { got->params[i].name, got->params[i].value };
	*alike = same && (rec__query(want, "watch").ptr != NULL) ==
			     (fakeapi__player_param(got, "watch").ptr != NULL);
	same = same && rec__same_query(want->query, want->query_count, pairs, got->param_count);
	if (!pairs)
		fail(t, RELIST_ENOMEM, &(struct relist_err) { .msg = "out of memory" });
	base__free(pairs);
	return same;
}

static void report_departure(struct retelling *t, const struct rec__line *want,
			     const struct fakeapi__player_request *got)
{
	struct strbuf *out = &t->out->text;

	t->out->departures++;
	strbuf_addf(out, "line %u: request %u of the recording\n    expected  ", want->number,
		    want->id);
	rec__request_text(want, out);
	strbuf_addz(out, "\n    actual    ");
	if (got)
		add_actual(got, out);
	else
		strbuf_addz(out, "no request");
	strbuf_addc(out, '\n');
}

static int64_t gap(struct retelling *t, const struct rec__line *line)
{
	int64_t at = line->at_ns < 0 ? t->last_at : line->at_ns;
	int64_t by = at > t->last_at ? at - t->last_at : 0;

	t->last_at = at > t->last_at ? at : t->last_at;
	return by;
}

static void pass_time(struct retelling *t, const struct rec__line *line)
{
	const struct runner__world_ops *ops = t->opt->world;
	struct relist_err err = { 0 };
	int64_t by = gap(t, line);
	int code = by ? ops->advance(t->world, time_add(ops->now_ns(t->world), by), 0, &err) : 0;

	if (code)
		fail(t, code, &err);
}

static void wait_for(struct retelling *t, const struct rec__line *line, size_t talk)
{
	const struct runner__world_ops *ops = t->opt->world;
	const struct fakeapi__player_request *got;
	struct relist_err err = { 0 };
	bool alike = false;
	int code = 0;

	t->ids[talk] = ++t->request_count;
	if (!ops->request(t->world, t->request_count)) {
		int64_t patience = time_add(gap(t, line), PATIENCE_NS);

		code = ops->advance(t->world, time_add(ops->now_ns(t->world), patience),
				    t->request_count, &err);
	} else {
		(void)gap(t, line);
	}
	if (code) {
		fail(t, code, &err);
		return;
	}
	got = ops->request(t->world, t->request_count);
	if (!got) {
		report_departure(t, line, NULL);
		t->over = t->out->stopped = true;
		return;
	}
	t->out->requests++;
	if (same_request(t, line, got, &alike))
		return;
	report_departure(t, line, got);
	if (!alike) {
		strbuf_addz(&t->out->text, "  the recorded answer does not fit: the lane ends\n");
		t->over = t->out->stopped = true;
	}
}

static struct fakeapi__header *headers_of(const struct rec__line *line, size_t *count)
{
	struct fakeapi__header *headers = base__calloc(line->header_count + 1, sizeof(*headers));

	*count = 0;
	for (size_t i = 0; headers && i < line->header_count; i++)
		if (!rec__header_is_regenerated(line->headers[i].name))
			headers[(*count)++] = (struct fakeapi__header) { line->headers[i].name,
									 line->headers[i].value };
	return headers;
}

static void apply(struct retelling *t, struct runner__line *line)
{
	const struct runner__world_ops *ops = t->opt->world;
	struct relist_err err = { 0 };
	int code = ops->apply(t->world, line, &err);

	/* A write to a disconnected client is not an error. */
	if (code == 0 || code == RELIST_ECLOSED)
		code = ops->settle(t->world, &err);
	if (code)
		fail(t, code, &err);
}

static void answer(struct retelling *t, const struct rec__line *line, size_t talk)
{
	struct runner__line in = { .number = line->number, .id = t->ids[talk] };
	struct fakeapi__header *headers = NULL;

	if (!in.id)
		return;
	switch (line->kind) {
	case REC_RESPONSE:
		in.kind = RUNNER_LINE_RESPONSE;
		headers = headers_of(line, &in.response.header_count);
		in.response.headers = headers;
		in.response.status = line->status;
		in.response.stream = line->stream;
		in.response.body = line->body.ptr ? line->body : STR("");
		break;
	case REC_EVENT:
	case REC_RAW:
		in.kind = RUNNER_LINE_RAW;
		in.bytes = line->body;
		t->out->events += line->kind == REC_EVENT;
		break;
	case REC_CLOSE:
		in.kind = RUNNER_LINE_CLOSE;
		in.how = rec__player_close(line->how);
		break;
	case REC_CONNECT:
	case REC_REQUEST:
	case REC_HANGUP:
	case REC_DISCONNECT:
	case REC_NOTE:
		return;
	}
	pass_time(t, line);
	if (!t->over && line->body_kind == REC_BODY_OMITTED) {
		strbuf_addf(&t->out->text, "line %u: %llu bytes were not recorded: the lane ends\n",
			    line->number, (unsigned long long)line->omitted);
		t->over = t->out->stopped = true;
	} else if (!t->over) {
		apply(t, &in);
	}
	base__free(headers);
}

static void run_lane(struct retelling *t)
{
	const struct runner__world_ops *ops = t->opt->world;
	struct relist_err err = { 0 };
	int code;

	t->last_at = t->lane.first->request->at_ns < 0 ? 0 : t->lane.first->request->at_ns;
	code = ops->start(t->world, &err);
	if (!code)
		code = ops->settle(t->world, &err);
	if (code)
		fail(t, code, &err);
	for (size_t i = t->lane.first->at; i < t->story->line_count && !t->over; i++) {
		const struct rec__line *line = &t->story->lines[i];
		const struct rec__talk *talk =
		    line->id ? rec__story_talk(t->story, line->id) : NULL;

		if (!talk || !is_in(&t->lane, talk))
			continue;
		if (line->kind == REC_REQUEST)
			wait_for(t, line, (size_t)(talk - t->story->talks));
		else
			answer(t, line, (size_t)(talk - t->story->talks));
	}
	code = ops->finish(t->world, &err);
	if (code && !t->over)
		fail(t, code, &err);
}

/* `side_lanes` receives the lane's events; if it is NULL, opt->events receives them. */
static int replay_lane(const struct rec__story *story, const struct rec__stack_options *opt,
		       const struct lane *lane, struct rec__lanes *side_lanes,
		       struct rec__stack_result *out, struct relist_err *err)
{
	struct retelling t = { .story = story, .opt = opt, .out = out, .lane = *lane };
	struct runner__world_config config = { .seed = opt->seed, .cuts = opt->cuts };

	t.ids = base__calloc(story->talk_count + 1, sizeof(*t.ids));
	if (side_lanes)
		rec__lanes_begin(side_lanes, lane->first);
	if (t.ids && set_up(&t, err))
		t.log =
		    runner__log_new(side_lanes ? rec__lanes_sink(side_lanes) : opt->events, err);
	if (t.log) {
		config.trace = t.trace;
		config.log = t.log;
		t.world = opt->world->new (&config, err);
	}
	if (t.world) {
		run_lane(&t);
		opt->world->free(t.world);
	} else if (!t.ids) {
		relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
	}
	if (side_lanes && t.world)
		rec__lanes_end(side_lanes, story, t.ids);
	out->lanes++;
	runner__log_free(t.log);
	runner__trace_free(t.trace);
	base__free(t.ids);
	return t.world ? 0 : err->code;
}

int rec__stack_replay(const struct rec__story *story, const struct rec__stack_options *opt,
		      struct rec__stack_result *out, struct relist_err *err)
{
	struct lane *lanes = base__calloc(story->talk_count + 1, sizeof(*lanes));
	struct rec__lanes side_lanes = { 0 };
	bool side_by_side;
	size_t count = 0;
	int code = 0;

	runner__arena_init(&side_lanes.arena);
	for (size_t i = 0; lanes && i < story->talk_count; i++)
		count += begins_lane(story, i, &lanes[count]);
	side_by_side = opt->events.emit && count > 1;
	for (size_t i = 0; !code && i < count; i++)
		code =
		    replay_lane(story, opt, &lanes[i], side_by_side ? &side_lanes : NULL, out, err);
	if (!code && side_by_side && !side_lanes.failed)
		rec__lanes_write(&side_lanes, &opt->events);
	if (!code && (!lanes || out->text.failed || side_lanes.failed))
		code = relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
	if (!code && !out->lanes)
		code = relist_err_set(err, RELIST_EINVAL,
				      "no client in the recording lists and watches");
	rec__lanes_fini(&side_lanes);
	base__free(lanes);
	return code;
}
