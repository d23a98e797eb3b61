/* SPDX-License-Identifier: Apache-2.0 */
/* A reflector against a naive server with a history: whatever goes wrong on the way (connections,
 * statuses, garbage, memory), once it stops going wrong the queue has the server's state. */
#include "tests/kit/testing.h"

#include "base/clock.h"
#include "base/str.h"
#include "informer/object.h"
#include "informer/reflector.h"

enum { NAMES = 6, HISTORY_MAX = 256, PAGE = 2 };

struct change {
	int name;
	bool deleted;
};

struct world {
	struct choice random; /* the server's moods */
	struct choice jitter;
	struct inf__queue queue;
	struct inf__reflector *r;
	int64_t now;
	bool faults, classic;

	struct change history[HISTORY_MAX + 1]; /* by RV, from 1 */
	int rv;
	int compacted; /* older RVs are gone */

	uint32_t open; /* a watch stream is open */
	int sent_rv;   /* up to here */
	bool marked;   /* its initial events are done */

	int cache[NAMES]; /* the queue's state: RV by name, 0: absent */
	bool listed;	  /* a list came */
};

static bool chance(struct world *w, uint32_t of)
{
	return w->faults && choice_pick(&w->random, of) == 0;
}

/* ---- the server's state ------------------------------------------------------------------ */

static int version_at(const struct world *w, int name, int rv)
{
	for (; rv > 0; rv--) {
		if (w->history[rv].name == name)
			return w->history[rv].deleted ? 0 : rv;
	}
	return 0;
}

static void change(struct world *w)
{
	int name = (int)choice_pick(&w->random, NAMES);

	if (w->rv == HISTORY_MAX)
		return;
	w->rv++;
	w->history[w->rv] = (struct change) { name, version_at(w, name, w->rv - 1) != 0 &&
							choice_pick(&w->random, 3) == 0 };
}

/* ---- the queue --------------------------------------------------------------------------- */

static struct world *world_of(struct inf__queue *q)
{
	return (struct world *)(void *)((char *)q - offsetof(struct world, queue));
}

/* Needs memory like a real one. */
static int want_memory(struct relist_err *err)
{
	void *p = base__malloc(16);

	base__free(p);
	return p ? 0 : relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

static int index_of(const struct inf_object *obj)
{
	return inf_object_key(obj)[1] - '0';
}

static int queue_put(struct inf__queue *q, enum inf__delta_type type, const struct inf_object *obj,
		     struct relist_err *err)
{
	struct world *w = world_of(q);

	if (want_memory(err))
		return RELIST_ENOMEM;
	w->cache[index_of(obj)] =
	    type == INF_DELTA_DELETED ? 0 : atoi(inf_object_resource_version(obj));
	return 0;
}

static int queue_replace(struct inf__queue *q, const struct inf_object *const *objs, size_t count,
			 const char *rv, struct relist_err *err)
{
	struct world *w = world_of(q);

	(void)rv;
	if (want_memory(err))
		return RELIST_ENOMEM;
	memset(w->cache, 0, sizeof(w->cache));
	for (size_t i = 0; i < count; i++)
		w->cache[index_of(objs[i])] = atoi(inf_object_resource_version(objs[i]));
	w->listed = true;
	return 0;
}

static int queue_resync(struct inf__queue *q, struct relist_err *err)
{
	(void)q;
	return want_memory(err);
}

static int queue_bookmark(struct inf__queue *q, const char *rv, struct relist_err *err)
{
	(void)q;
	(void)rv;
	return want_memory(err);
}

static const struct inf__queue_ops queue_ops = {
	.put = queue_put,
	.replace = queue_replace,
	.resync = queue_resync,
	.bookmark = queue_bookmark,
};

/* ---- answers ----------------------------------------------------------------------------- */

/* The server's own memory is not what is tested. */
#define AS_SERVER(...)                                                                             \
	do {                                                                                       \
		long left_ = base__alloc_fail_after;                                               \
		base__alloc_fail_after = -1;                                                       \
		__VA_ARGS__;                                                                       \
		base__alloc_fail_after = left_;                                                    \
	} while (0)

static void send_cut(struct world *w, uint32_t id, const char *bytes, size_t len)
{
	while (len) {
		size_t n = 1 + choice_pick(&w->random, (uint32_t)len);

		inf__reflector_on_bytes(w->r, w->now, id, bytes, n);
		bytes += n;
		len -= n;
	}
}

static void add_pod(struct strbuf *out, int name, int rv)
{
	strbuf_addf(out,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p%d\","
		    "\"resourceVersion\":\"%d\"}}",
		    name, rv);
}

static void answer(struct world *w, uint32_t id, int status, const char *retry_after,
		   const struct strbuf *body, enum inf__end how)
{
	inf__reflector_on_head(w->r, w->now, id,
			       &(struct inf__head) { .status = status,
						     .content_type = "application/json",
						     .retry_after = retry_after });
	send_cut(w, id, body->ptr, body->len);
	inf__reflector_on_end(w->r, w->now, id, how);
}

static void answer_status(struct world *w, uint32_t id)
{
	static const struct {
		int code;
		const char *reason, *retry_after;
	} moods[] = {
		{ 500, "InternalError", NULL },	 { 410, "Expired", NULL },
		{ 410, "Gone", NULL },		 { 429, "TooManyRequests", NULL },
		{ 429, "TooManyRequests", "2" }, { 503, "ServiceUnavailable", "0" },
		{ 504, "Timeout", NULL },	 { 403, "Forbidden", NULL },
		{ 422, "Invalid", NULL },
	};
	uint32_t k = choice_pick(&w->random, ARRAY_LEN(moods));
	struct strbuf body = STRBUF_INIT;

	AS_SERVER(strbuf_addf(&body,
			      "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\","
			      "\"code\":%d,\"reason\":\"%s\"}",
			      moods[k].code, moods[k].reason));
	answer(w, id, moods[k].code, moods[k].retry_after, &body, INF_END_CLEAN);
	strbuf_fini(&body);
}

static void answer_list(struct world *w, uint32_t id, const char *token, int limit)
{
	struct strbuf body = STRBUF_INIT;
	int from = 0, at = w->rv;
	enum inf__end how = INF_END_CLEAN;

	/* A token is "RV.NAME": the list goes on at that RV, which may be gone by now. */
	if (*token && sscanf(token, "%d.%d", &at, &from) == 2 && at < w->compacted) {
		AS_SERVER(strbuf_addz(&body, "{\"kind\":\"Status\",\"status\":\"Failure\","
					     "\"code\":410,\"reason\":\"Expired\"}"));
		answer(w, id, 410, NULL, &body, INF_END_CLEAN);
		strbuf_fini(&body);
		return;
	}
	AS_SERVER({
		int sent = 0, name = from;

		strbuf_addz(&body, "{\"items\":[");
		for (; name < NAMES && sent < limit; name++) {
			int rv = version_at(w, name, at);

			if (!rv)
				continue;
			strbuf_addz(&body, sent++ ? "," : "");
			add_pod(&body, name, rv);
		}
		strbuf_addf(&body, "],\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{");
		if (name < NAMES)
			strbuf_addf(&body, "\"continue\":\"%d.%d\",", at, name);
		strbuf_addf(&body, "\"resourceVersion\":\"%d\"}}", at);
	});
	if (chance(w, 5)) {
		body.len = choice_pick(&w->random, (uint32_t)body.len);
		how = INF_END_UNEXPECTED_EOF;
	}
	answer(w, id, 200, NULL, &body, how);
	strbuf_fini(&body);
}

static void close_stream(struct world *w)
{
	static const enum inf__end ends[] = { INF_END_CLEAN, INF_END_UNEXPECTED_EOF, INF_END_RESET,
					      INF_END_TIMED_OUT, INF_END_OTHER };
	uint32_t id = w->open;

	w->open = 0;
	inf__reflector_on_end(w->r, w->now, id, ends[choice_pick(&w->random, ARRAY_LEN(ends))]);
}

/* Sends what the stream has missed; sometimes the connection breaks on the way. */
static void send_stream(struct world *w, struct strbuf *take_out)
{
	bool breaks = take_out->len && chance(w, 5);

	if (breaks)
		take_out->len = choice_pick(&w->random, (uint32_t)take_out->len);
	w->sent_rv = w->rv;
	send_cut(w, w->open, take_out->ptr, take_out->len);
	strbuf_fini(take_out);
	if (breaks)
		close_stream(w);
}

static void send_events(struct world *w)
{
	static const char *const garbage[] = { "nonsense", "{}", "{\"type\":\"ADDED\"}", "7\n" };
	struct strbuf out = STRBUF_INIT;

	AS_SERVER({
		for (int rv = w->sent_rv + 1; rv <= w->rv; rv++) {
			const struct change *c = &w->history[rv];
			bool existed = version_at(w, c->name, rv - 1) != 0;

			strbuf_addf(&out, "{\"type\":\"%s\",\"object\":",
				    c->deleted ? "DELETED"
				    : existed  ? "MODIFIED"
					       : "ADDED");
			add_pod(&out, c->name, rv);
			strbuf_addz(&out, "}\n");
		}
		if (chance(w, 8))
			strbuf_addz(&out, garbage[choice_pick(&w->random, ARRAY_LEN(garbage))]);
	});
	send_stream(w, &out);
}

static void send_initial(struct world *w)
{
	struct strbuf out = STRBUF_INIT;

	AS_SERVER({
		for (int name = 0; name < NAMES; name++) {
			int rv = version_at(w, name, w->rv);

			if (!rv)
				continue;
			strbuf_addz(&out, "{\"type\":\"ADDED\",\"object\":");
			add_pod(&out, name, rv);
			strbuf_addz(&out, "}\n");
		}
		strbuf_addf(&out,
			    "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":"
			    "\"v1\",\"metadata\":{\"resourceVersion\":\"%d\",\"annotations\":{"
			    "\"k8s.io/initial-events-end\":\"true\","
			    "\"kubernetes.io/initial-events-list-blueprint\":"
			    "\"eyJraW5kIjoiTGlzdCJ9\"}}}}\n",
			    w->rv);
	});
	send_stream(w, &out);
}
/* ---- requests ---------------------------------------------------------------------------- */

static const char *param(const struct inf__effect *e, const char *name)
{
	for (size_t i = 0; i < e->query_count; i++) {
		if (strcmp(e->query[i].name, name) == 0)
			return e->query[i].value;
	}
	return "";
}

static void open_watch(struct world *w, uint32_t id, int rv, bool initial)
{
	inf__reflector_on_head(w->r, w->now, id, &(struct inf__head) { .status = 200 });
	w->open = id;
	w->sent_rv = rv;
	if (initial)
		send_initial(w);
}

static void serve(struct world *w, const struct inf__effect *e)
{
	static const enum inf__end ends[] = { INF_END_EOF, INF_END_RESET, INF_END_REFUSED,
					      INF_END_OTHER };
	char token[64];
	int rv = atoi(param(e, "resourceVersion"));
	bool initial = *param(e, "sendInitialEvents");
	bool limited = *param(e, "limit");
	uint32_t id = e->request_id;

	(void)snprintf(token, sizeof(token), "%s", param(e, "continue"));
	if (chance(w, 6))
		inf__reflector_on_end(w->r, w->now, id,
				      ends[choice_pick(&w->random, ARRAY_LEN(ends))]);
	else if (chance(w, 4))
		answer_status(w, id);
	else if (e->watch && (rv >= w->compacted || initial))
		open_watch(w, id, rv, initial);
	else if (e->watch)
		inf__reflector_on_end(w->r, w->now, id, INF_END_OTHER);
	else
		answer_list(w, id, token, limited ? PAGE : NAMES);
}

static void pump(struct world *w)
{
	struct inf__effect e;

	/* Answers may cause requests at once, a refused watch-list even without end. */
	for (int i = 0; i < 40 && inf__reflector_poll(w->r, &e); i++) {
		if (e.kind == INF_EFFECT_OPEN)
			serve(w, &e);
		else if (e.request_id == w->open)
			w->open = 0;
	}
}

static void pass_time(struct world *w, int64_t ns)
{
	int64_t until = w->now + ns;

	for (int i = 0; i < 2000; i++) {
		int64_t at = inf__reflector_deadline_ns(w->r);

		if (at > until)
			break;
		w->now = at > w->now ? at : w->now;
		inf__reflector_on_time(w->r, w->now);
		pump(w);
	}
	w->now = until;
}

static void step(struct world *w)
{
	switch (choice_pick(&w->random, 5)) {
	case 0:
		change(w);
		break;
	case 1:
		if (w->open)
			send_events(w);
		break;
	case 2:
		if (w->open && chance(w, 2))
			close_stream(w);
		break;
	case 3:
		if (chance(w, 4))
			w->compacted = w->rv;
		break;
	default:
		pass_time(w, (int64_t)choice_pick(&w->random, 4000) * NS_PER_MS);
		break;
	}
	pump(w);
}

/* ---- running ----------------------------------------------------------------------------- */

static bool begin(struct world *w, uint64_t seed, unsigned variant)
{
	struct inf__reflector_config c = {
		.name = "model",
		.group = "",
		.version = "v1",
		.resource = "pods",
		.kind = variant & 4 ? "Pod" : "",
		.namespace_ = "",
		.label_selector = "",
		.field_selector = "",
		.classic = variant & 1,
		.watch_list = variant & 2,
		.resync_ns = 5 * NS_PER_S,
		.choice = &w->jitter,
	};

	memset(w, 0, sizeof(*w));
	choice_init_seed(&w->random, seed, false);
	choice_init_seed(&w->jitter, seed + 1, false);
	w->queue.ops = &queue_ops;
	w->r = inf__reflector_new(&c, &w->queue, NULL);
	if (!w->r)
		return false;
	inf__reflector_start(w->r, w->now);
	return true;
}

static void settle(struct world *w)
{
	w->faults = false;
	for (int i = 0; i < 20; i++) {
		pump(w);
		if (w->open)
			send_events(w);
		pass_time(w, 30 * NS_PER_S);
	}
}

static void end(struct world *w)
{
	struct inf__effect e;

	inf__reflector_stop(w->r, w->now);
	while (inf__reflector_poll(w->r, &e))
		assert_int_equal(e.kind, INF_EFFECT_CLOSE);
	inf__reflector_free(w->r);
	assert_int_equal(inf__object_count(), 0);
}

static void assert_told_everything(const struct world *w, uint64_t seed)
{
	assert_true(w->listed);
	for (int name = 0; name < NAMES; name++) {
		if (w->cache[name] != version_at(w, name, w->rv))
			fail_msg("seed %llu: p%d is at %d, the queue received %d",
				 (unsigned long long)seed, name, version_at(w, name, w->rv),
				 w->cache[name]);
	}
}

static void queue_converges_to_the_servers_state_after_any_faults(void **state)
{
	static struct world w;

	(void)state;
	for (uint64_t seed = 0; seed < 800; seed++) {
		assert_true(begin(&w, seed, (unsigned)(seed % 8)));
		w.faults = true;
		for (int i = 0; i < 80; i++)
			step(&w);
		settle(&w);
		assert_told_everything(&w, seed);
		end(&w);
	}
}

static void no_failed_allocation_loses_an_event(void **state)
{
	static struct world w;

	(void)state;
	for (unsigned variant = 0; variant < 4; variant++) {
		for (long grant = 0; grant < 400; grant++) {
			bool used_up;

			assert_true(begin(&w, variant, variant));
			base__alloc_fail_after = grant;
			for (int i = 0; i < 60; i++)
				step(&w);
			used_up = base__alloc_fail_after == 0;
			base__alloc_fail_after = -1;
			settle(&w);
			assert_told_everything(&w, (uint64_t)grant);
			end(&w);
			if (!used_up)
				break;
		}
	}
}

static void single_failed_allocation_loses_no_event(void **state)
{
	static struct world w;

	(void)state;
	for (unsigned variant = 0; variant < 4; variant++) {
		for (long grant = 0; grant < 120; grant++) {
			assert_true(begin(&w, variant + 50, variant));
			base__alloc_fail_after = grant;
			for (int i = 0; i < 60; i++) {
				step(&w);
				if (base__alloc_fail_after == 0)
					base__alloc_fail_after = -1; /* the next step has memory */
			}
			base__alloc_fail_after = -1;
			settle(&w);
			assert_told_everything(&w, (uint64_t)grant);
			end(&w);
		}
	}
}

static void reflector_construction_fails_cleanly_without_memory(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		static struct world w;

		if (begin(&w, 0, 0))
			inf__reflector_free(w.r);
	});
	assert_int_equal(inf__object_count(), 0);
}

static void random_bytes_in_any_state_do_not_crash_the_reflector(void **state)
{
	static struct world w;
	uint64_t random = 7;

	(void)state;
	for (unsigned run = 0; run < 400; run++) {
		char bytes[64];

		assert_true(begin(&w, run, run % 8));
		w.faults = true;
		for (int i = 0; i < 60; i++) {
			uint64_t n = splitmix64(&random);
			uint32_t id = (uint32_t)(n % 12);

			for (size_t k = 0; k < sizeof(bytes); k++)
				bytes[k] = "{}[]\",:0tfn\\ \xff\x00"[splitmix64(&random) % 15];
			bytes[sizeof(bytes) - 1] = 0;
			switch (n >> 8 & 7) {
			case 0:
				inf__reflector_on_head(w.r, w.now, id,
						       &(struct inf__head) {
							   .status = (int)(n >> 16 & 1023),
							   .content_type =
							       n & 1 << 12 ? bytes : NULL,
							   .location = n & 1 << 13 ? bytes : NULL,
							   .url = "http://server/x" });
				break;
			case 1:
				inf__reflector_on_end(w.r, w.now, id,
						      (enum inf__end)((n >> 16) % 7));
				break;
			case 2:
				inf__reflector_on_bytes(w.r, w.now, id, bytes, (n >> 16) & 63);
				break;
			default:
				step(&w);
				break;
			}
			pump(&w);
		}
		end(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queue_converges_to_the_servers_state_after_any_faults),
		cmocka_unit_test(no_failed_allocation_loses_an_event),
		cmocka_unit_test(single_failed_allocation_loses_no_event),
		cmocka_unit_test(reflector_construction_fails_cleanly_without_memory),
		cmocka_unit_test(random_bytes_in_any_state_do_not_crash_the_reflector),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
