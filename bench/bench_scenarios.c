/* SPDX-License-Identifier: Apache-2.0 */
/* bench_scenarios - runs per CPU second over the folder of scenarios: one core, simulator.
 *
 * A run is one whole cell: it creates a server, informers and a network, executes and compares the
 * steps, and frees everything. A controller's writes go through the whole REST layer, so they are
 * also shown separately. Loading does not count. CPU time is measured, because the machine is
 * shared: the best of several rounds for each cell, the median and the mean over the cells. */
#include <time.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "runner/posix/files.h"
#include "runner/engine/run.h"

enum { ROUNDS = 7, RUNS_A_CELL = 10 };

enum which { ALL, INFORMER_ONLY, WITH_CONTROLLER };

struct suite {
	struct scn__scenario **items;
	size_t count, cells;
};

static int64_t cpu_ns(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

static struct scn__scenario *load(const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = NULL;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &err) == 0)
		s = scn__scenario_load(str_of(path), strbuf_str(&text), &errors);
	if (!s)
		fprintf(stderr, "bench_scenarios: %s: %s\n", path,
			errors.len ? errors.items[0].msg : err.msg);
	scn__errors_fini(&errors);
	return s;
}

static bool run(const struct scn__cell *cell, enum runner__cuts cuts, uint64_t seed,
		uint64_t *steps)
{
	struct scn__run_options opt = { .seed = seed, .cuts = cuts };
	struct runner__result result;
	bool passed;

	runner__result_init(&result);
	scn__run(cell, &opt, &result);
	passed = result.verdict == RUNNER_PASS;
	if (!passed)
		fprintf(stderr, "bench_scenarios: %s\n", result.what);
	*steps += result.steps;
	runner__result_fini(&result);
	return passed;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool is_one(const struct scn__cell *cell, enum which which)
{
	switch (which) {
	case INFORMER_ONLY:
		return cell->world.controller_count == 0;
	case WITH_CONTROLLER:
		return cell->world.controller_count > 0;
	case ALL:
		break;
	}
	return true;
}

/* Returns the CPU nanoseconds of a run; < 0: it did not pass. */
static double cost(const struct scn__cell *cell, enum runner__cuts cuts, uint64_t *steps)
{
	double best = 0;

	for (uint64_t round = 0; round < ROUNDS; round++) {
		int64_t start = cpu_ns();
		double spent;

		for (uint64_t n = 0; n < RUNS_A_CELL; n++)
			if (!run(cell, cuts, round * RUNS_A_CELL + n, steps))
				return -1;
		spent = (double)(cpu_ns() - start) / RUNS_A_CELL;
		best = round == 0 || spent < best ? spent : best;
	}
	return best;
}

static bool measure(const struct suite *s, enum which which, enum runner__cuts cuts,
		    const char *name)
{
	double *costs = base__calloc(s->cells, sizeof(*costs)), sum = 0;
	uint64_t steps = 0;
	size_t n = 0;
	bool good = costs != NULL;

	for (size_t i = 0; good && i < s->count; i++)
		for (size_t k = 0; good && k < s->items[i]->cell_count; k++) {
			if (!is_one(&s->items[i]->cells[k], which))
				continue;
			costs[n] = cost(&s->items[i]->cells[k], cuts, &steps);
			good = costs[n] >= 0;
			sum += costs[n++];
		}
	if (good && n) {
		qsort(costs, n, sizeof(*costs), by_value);
		printf("%-28s %8.0f runs/s the median cell, %8.0f all together  (%zu cells, %.0f "
		       "steps a run)\n",
		       name, 1e9 / costs[n / 2], 1e9 * (double)n / sum, n,
		       (double)steps / (double)(n * ROUNDS * RUNS_A_CELL));
	}
	base__free(costs);
	return good;
}

/* Measures the work of `relist run scenarios` before the first run. */
static bool measure_loading(const struct runner__paths *paths)
{
	int64_t start = cpu_ns();
	size_t files = 0;

	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < paths->len; i++, files++) {
			struct scn__scenario *s = load(paths->items[i]);

			if (!s)
				return false;
			scn__scenario_free(s);
		}
	printf("%-28s %8.0f files/s\n", "read and checked",
	       (double)files * 1e9 / (double)(cpu_ns() - start));
	return true;
}

int main(void)
{
	struct runner__paths paths = { 0 };
	struct relist_err err = { 0 };
	struct suite s = { 0 };
	bool good = true;

	base__alloc_init_cjson();
	if (runner__paths_find(&paths, "scenarios", ".yaml", &err)) {
		fprintf(stderr, "bench_scenarios: %s\n", err.msg);
		return 1;
	}
	s.items = base__calloc(paths.len, sizeof(struct scn__scenario *));
	for (size_t i = 0; s.items && good && i < paths.len; i++) {
		s.items[i] = load(paths.items[i]);
		good = s.items[i] != NULL;
		s.count += good;
		s.cells += good ? s.items[i]->cell_count : 0;
	}
	good = s.items && good &&
	       measure(&s, INFORMER_ONLY, RUNNER_CUTS_WHOLE, "scenarios of informers") &&
	       measure(&s, WITH_CONTROLLER, RUNNER_CUTS_WHOLE, "with controllers") &&
	       measure(&s, ALL, RUNNER_CUTS_WHOLE, "all scenarios") &&
	       measure(&s, ALL, RUNNER_CUTS_EVERY, "all, a chunk per byte") &&
	       measure_loading(&paths);
	for (size_t i = 0; i < s.count; i++)
		scn__scenario_free(s.items[i]);
	base__free(s.items);
	runner__paths_fini(&paths);
	return good ? 0 : 1;
}
