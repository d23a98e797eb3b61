/* SPDX-License-Identifier: Apache-2.0 */
/* bench_json - what validating and reading watch events of pods costs, without a network: the
 * scanner with each width of vectors, the framer with the decoder, and simdjson as a yardstick
 * where it is installed. CPU time, the best of several rounds. */
#include <time.h>

#include "base/clock.h"
#include "base/json_scan_impl.h"
#include "bench/pods.h"
#include "bench/simdjson.h"
#include "informer/decoder.h"
#include "informer/framer.h"

enum { PODS = 200, ROUNDS = 15, PASSES = 20 };

static int64_t cpu_ns(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

/* One value after the other. */
static size_t scan(struct str text)
{
	const char *p = text.ptr, *end = p + text.len;
	size_t values = 0, used;

	while (p < end) {
		struct json_scanner s;

		json_scanner_init(&s);
		if (json_scanner_feed(&s, p, (size_t)(end - p), &used) != JSON_DONE)
			return 0;
		p += used + 1; /* the line break */
		values++;
	}
	return values;
}

static size_t read_events(struct str text)
{
	const char *p = text.ptr, *end = p + text.len;
	struct inf__framer framer;
	size_t events = 0;
	json_t frame;

	inf__framer_init(&framer);
	while (inf__framer_next(&framer, &p, end, &frame) == INF_FRAME_DONE) {
		struct inf__event ev;
		struct inf_object *obj;

		if (inf__decode_event(frame, &framer.spans, &ev, NULL))
			break;
		obj = inf__object_from_meta(&ev.meta, NULL);
		events += obj != NULL;
		inf_object_unref(obj);
	}
	inf__framer_fini(&framer);
	return events;
}

#ifdef BENCH_SIMDJSON
static size_t read_metadata(struct str text)
{
	return bench_simdjson_metadata(text);
}

static size_t build_tree(struct str text)
{
	return bench_simdjson_dom(text);
}
#endif

static bool measure(const char *name, size_t (*work)(struct str), struct str text)
{
	int64_t best = INT64_MAX;

	for (int round = 0; round < ROUNDS; round++) {
		int64_t start = cpu_ns(), spent;

		for (int pass = 0; pass < PASSES; pass++)
			if (work(text) != PODS) {
				fprintf(stderr, "bench_json: %s: not all values\n", name);
				return false;
			}
		spent = cpu_ns() - start;
		best = spent < best ? spent : best;
	}
	printf("%-34s %6.2f GB/s %8.0f ns a value\n", name,
	       (double)text.len * PASSES / (double)best, (double)best / PASSES / PODS);
	return true;
}

int main(void)
{
	struct bench_pods pods;
	struct strbuf text;
	struct str all;
	bool good;

	strbuf_init(&text);
	bench_pods_make(&pods, PODS, false);
	for (size_t i = 0; i < PODS; i++)
		bench_pods_event(&pods, &text, "MODIFIED", i, i + 1000, 1);
	(void)strbuf_reserve(&text, BENCH_SIMDJSON_PADDING);
	all = strbuf_str(&text);
	printf("%d watch events of %zu bytes\n", PODS, text.len / PODS);
	json__blocks_limit = JSON_BLOCKS_NONE;
	good = !text.failed && measure("scanner, bytewise", scan, all);
	json__blocks_limit = JSON_BLOCKS_NARROW;
	good = good && measure("scanner, 16 bytes a vector", scan, all);
	json__blocks_limit = JSON_BLOCKS_WIDE;
	good = good && measure("scanner, 32 bytes a vector", scan, all);
	json__blocks_limit = JSON_BLOCKS_ANY;
	good = good && measure("scanner, widest vectors", scan, all) &&
	       measure("frames, events, objects", read_events, all);
#ifdef BENCH_SIMDJSON
	good = good && measure("simdjson, On Demand, metadata", read_metadata, all) &&
	       measure("simdjson, DOM", build_tree, all);
#endif
	bench_pods_fini(&pods);
	strbuf_fini(&text);
	return good ? 0 : 1;
}
