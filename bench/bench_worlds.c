/* SPDX-License-Identifier: Apache-2.0 */
/* bench_worlds - CPU per watch event in the sim and the tcp world, medians.
 *
 * A trace of EVENTS updates of one pod is made and replayed. The number includes server, transport,
 * informer, handler and the comparison of every notification. It also includes settling after each
 * event, for which the TCP world needs threads and sockets. CPU is that of the whole process. */
#include <sys/resource.h>

#include "base/clock.h"
#include "base/str.h"
#include "runner/tcp/posix/world_tcp.h"
#include "runner/trace/replay.h"

enum { EVENTS = 500, ROUNDS = 9, PADDING = 4000 };

#define QUERY_WATCH                                                                                \
	"\"allowWatchBookmarks\":\"true\",\"resourceVersion\":\"10\",\"timeoutSeconds\":\"*\","    \
	"\"watch\":\"true\""

static void write_trace(struct strbuf *out, size_t padding)
{
	strbuf_addz(
	    out, "{\"trace\":1,\"name\":\"bench\",\"about\":\"updates\",\"resource\":{"
		 "\"group\":\"\",\"version\":\"v1\",\"resource\":\"pods\",\"kind\":\"Pod\","
		 "\"namespaced\":true},\"informer\":{\"resync\":\"0s\",\"watchList\":false,"
		 "\"pageSize\":0,\"indexers\":[\"namespace\"]},\"handlers\":[{\"name\":\"a\","
		 "\"add\":\"start\"}],\"recordedFrom\":\"bench\"}\n"
		 "{\"request\":{\"id\":1,\"method\":\"GET\",\"path\":\"/api/v1/pods\",\"query\":{"
		 "\"limit\":\"500\",\"resourceVersion\":\"0\"}}}\n"
		 "{\"response\":{\"id\":1,\"status\":200,\"body\":{\"apiVersion\":\"v1\","
		 "\"items\":[],\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"10\"}}}}\n"
		 "{\"request\":{\"id\":2,\"method\":\"GET\",\"path\":\"/api/v1/pods\","
		 "\"query\":{" QUERY_WATCH "}}}\n"
		 "{\"response\":{\"id\":2,\"status\":200,\"stream\":true}}\n");
	for (int i = 0; i < EVENTS; i++) {
		int rv = 11 + i;

		strbuf_addf(
		    out,
		    "{\"event\":{\"id\":2,\"type\":\"%s\",\"object\":{\"apiVersion\":\"v1\","
		    "\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"namespace\":\"default\","
		    "\"resourceVersion\":\"%d\",\"uid\":\"u\"},\"spec\":{\"text\":\"",
		    i ? "MODIFIED" : "ADDED", rv);
		for (size_t k = 0; k < padding; k++)
			strbuf_addc(out, (char)('a' + k % 26));
		strbuf_addz(out, "\"}}}}\n");
		if (i == 0)
			strbuf_addf(out, "{\"notify\":{\"handler\":\"a\",\"type\":\"ADD\",\"key\":"
					 "\"default/p\",\"rv\":\"11\",\"initial\":false}}\n");
		else
			strbuf_addf(out,
				    "{\"notify\":{\"handler\":\"a\",\"type\":\"UPDATE\",\"key\":"
				    "\"default/p\",\"oldRv\":\"%d\",\"rv\":\"%d\"}}\n",
				    rv - 1, rv);
	}
	strbuf_addf(
	    out,
	    "{\"state\":{\"cache\":{\"default/p\":\"%d\"},\"synced\":true,\"handlersSynced\":"
	    "{\"a\":true},\"lastSyncResourceVersion\":\"%d\",\"storeResourceVersion\":\"%d\"}}\n",
	    10 + EVENTS, 10 + EVENTS, 10 + EVENTS);
}

static int64_t cpu_ns(void)
{
	struct rusage u;

	(void)getrusage(RUSAGE_SELF, &u);
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * NS_PER_S +
	       (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * NS_PER_US;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool measure(const struct runner__trace *t, const struct runner__world_ops *world,
		    size_t padding)
{
	double us[ROUNDS];

	for (int round = 0; round < ROUNDS; round++) {
		struct runner__replay_options opt = { .world = world, .seed = (uint64_t)round };
		struct runner__result result;
		int64_t start = cpu_ns();
		bool passed;

		runner__result_init(&result);
		runner__replay(t, &opt, &result);
		passed = result.verdict == RUNNER_PASS;
		if (!passed)
			fprintf(stderr, "bench_worlds: %s\n", result.what);
		runner__result_fini(&result);
		if (!passed)
			return false;
		us[round] = (double)(cpu_ns() - start) / 1e3 / EVENTS;
	}
	qsort(us, ROUNDS, sizeof(double), by_value);
	printf(
	    "%-4s world, events of %4zu bytes: %6.1f CPU us/event  (median of %d rounds of %d)\n",
	    world->name, padding + 150, us[ROUNDS / 2], ROUNDS, EVENTS);
	return true;
}

int main(void)
{
	static const size_t paddings[] = { 0, PADDING };

	for (size_t i = 0; i < ARRAY_LEN(paddings); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct relist_err err = { 0 };
		struct runner__trace *t;
		bool ok;

		write_trace(&text, paddings[i]);
		t = runner__trace_parse(STR("bench"), strbuf_str(&text), &err);
		if (!t) {
			fprintf(stderr, "bench_worlds: %u: %s\n", err.line, err.msg);
			return 1;
		}
		ok = measure(t, &runner__world_sim, paddings[i]) &&
		     measure(t, &runner__world_tcp, paddings[i]);
		runner__trace_free(t);
		if (!ok)
			return 1;
	}
	return 0;
}
