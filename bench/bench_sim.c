/* SPDX-License-Identifier: Apache-2.0 */
/* bench_sim - simulated runs per second over the recordings of client-go, one core, medians.
 *
 * A run includes everything: it creates a server, an informer and a network, plays and compares the
 * trace, and frees everything. Loading does not count. */
#include "base/alloc.h"
#include "base/posix/clock.h"
#include "runner/posix/files.h"
#include "runner/trace/replay.h"

enum { ROUNDS = 15 };

static const char *const folders[] = { "tests/golden/client-go-0.37",
				       "tests/golden/client-go-0.32" };

struct totals {
	uint64_t runs, steps, bytes;
};

static struct runner__trace *load(const char *path, uint64_t *bytes)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct runner__trace *t = NULL;

	if (runner__read_file(path, RUNNER_FILE_BYTES_MAX, &text, &err) == 0)
		t = runner__trace_parse(str_of(path), strbuf_str(&text), &err);
	if (!t)
		fprintf(stderr, "bench_sim: %s\n", err.msg);
	*bytes += text.len;
	return t;
}

static bool run(const struct runner__trace *t, enum runner__cuts cuts, uint64_t seed,
		struct totals *totals)
{
	struct runner__replay_options opt = {
		.world = &runner__world_sim, .seed = seed, .cuts = cuts, .alone = true
	};
	struct runner__result result;
	bool passed;

	runner__result_init(&result);
	runner__replay(t, &opt, &result);
	passed = result.verdict == RUNNER_PASS;
	if (!passed)
		fprintf(stderr, "bench_sim: %s: %s\n", t->path.ptr, result.what);
	totals->runs++;
	totals->steps += result.steps;
	runner__result_fini(&result);
	return passed;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool measure(struct runner__trace **traces, size_t count, enum runner__cuts cuts,
		    const char *name)
{
	double per_second[ROUNDS], steps[ROUNDS];

	for (int round = 0; round < ROUNDS; round++) {
		struct totals totals = { 0 };
		int64_t start = clock_monotonic_ns();
		double seconds;

		for (size_t i = 0; i < count; i++)
			if (!run(traces[i], cuts, (uint64_t)round, &totals))
				return false;
		seconds = (double)(clock_monotonic_ns() - start) / 1e9;
		per_second[round] = (double)totals.runs / seconds;
		steps[round] = (double)totals.steps / seconds;
	}
	qsort(per_second, ROUNDS, sizeof(double), by_value);
	qsort(steps, ROUNDS, sizeof(double), by_value);
	printf("%-28s %8.0f runs/s  %10.0f steps/s  (median of %d rounds of %zu traces)\n", name,
	       per_second[ROUNDS / 2], steps[ROUNDS / 2], ROUNDS, count);
	return true;
}

int main(void)
{
	struct runner__paths paths = { 0 };
	struct runner__trace **traces;
	struct relist_err err = { 0 };
	uint64_t bytes = 0;
	bool good = true;

	base__alloc_init_cjson();
	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		if (runner__paths_find(&paths, folders[i], ".jsonl", &err)) {
			fprintf(stderr, "bench_sim: %s\n", err.msg);
			return 1;
		}
	}
	traces = base__calloc(paths.len, sizeof(*traces));
	for (size_t i = 0; traces && i < paths.len; i++)
		good = (traces[i] = load(paths.items[i], &bytes)) && good;
	if (!traces || !good)
		return 1;
	good = measure(traces, paths.len, RUNNER_CUTS_WHOLE, "sim, uncut") &&
	       measure(traces, paths.len, RUNNER_CUTS_EVERY, "sim, a chunk per byte");
	for (size_t i = 0; i < paths.len; i++)
		runner__trace_free(traces[i]);
	base__free(traces);
	runner__paths_fini(&paths);
	return good ? 0 : 1;
}
