/* SPDX-License-Identifier: Apache-2.0 */
/* bench_informer - compares relist's informer with client-go's, one after the other, with one load
 * server.
 *
 * The server and each client are separate processes, so that CPU and memory are measured
 * separately. A client prints the struct of numbers below; the output shows medians.
 *
 *   BENCH_N=20000  pods            BENCH_M=30000      events, flat out
 *   BENCH_R=3      rounds          BENCH_LATENCY=3000 events at 1000 a second
 *   BENCH_BIG=100000 pods of one more sync, once; 0: none
 *   BENCH_CLIENT_GO  the program of bench/client-go; none: without client-go */
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/informer_client.h"
#include "bench/load_server.h"

enum { ROUNDS_MAX = 15, SUBJECTS_MAX = 8 };

struct subject {
	const char *name;
	const char *mode; /* of bench/client-go; NULL: relist */
	unsigned int handlers;
};

static const struct subject subjects[] = {
	{ "relist", NULL, 1 },
	{ "relist", NULL, 10 },
	{ "relist", NULL, 100 },
	{ "client-go, dynamic", "dynamic", 1 },
	{ "client-go, dynamic", "dynamic", 10 },
	{ "client-go, typed", "typed", 1 },
	{ "client-go, metadata", "metadata", 1 },
};

static unsigned int setting(const char *name, unsigned int otherwise)
{
	const char *value = getenv(name);

	return value && *value ? (unsigned int)strtoul(value, NULL, 10) : otherwise;
}

static void exec_client_go(const char *program, const struct subject *s,
			   const struct bench_load *load)
{
	char numbers[4][16];
	const unsigned int values[] = { load->pods, load->events, s->handlers, load->latency };

	for (size_t i = 0; i < ARRAY_LEN(values); i++)
		(void)snprintf(numbers[i], sizeof(numbers[i]), "%u", values[i]);
	(void)setenv("KUBE_FEATURE_WatchListClient", "false", 1);
	(void)execl(program, program, s->mode, load->url, numbers[0], numbers[1], numbers[2],
		    numbers[3], (char *)NULL);
	perror(program);
}

static bool parse(const char *line, struct bench_numbers *out)
{
	char *at = (char *)(uintptr_t)line, *end;

	for (size_t i = 0; i < BENCH_NUMBERS; i++, at = end) {
		out->v[i] = strtod(at, &end);
		if (end == at)
			return false;
	}
	return true;
}

static bool run(const struct subject *s, const struct bench_load *load, struct bench_numbers *out)
{
	const char *client_go = getenv("BENCH_CLIENT_GO");
	char line[1024];
	size_t len = 0;
	ssize_t n;
	int fds[2], status = 0;
	pid_t pid;

	if (pipe(fds) || (pid = fork()) < 0) {
		perror("bench_informer");
		return false;
	}
	if (pid == 0) {
		(void)dup2(fds[1], STDOUT_FILENO);
		(void)close(fds[0]);
		(void)close(fds[1]);
		if (s->mode)
			exec_client_go(client_go, s, load);
		_exit(!s->mode && bench_client_run(load, s->handlers) ? 0 : 1);
	}
	(void)close(fds[1]);
	while ((n = read(fds[0], line + len, sizeof(line) - 1 - len)) > 0)
		len += (size_t)n;
	line[len] = '\0';
	(void)close(fds[0]);
	(void)waitpid(pid, &status, 0);
	if (status != 0 || !parse(line, out)) {
		fprintf(stderr, "bench_informer: %s, %u handlers: failed\n", s->name, s->handlers);
		return false;
	}
	return true;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static struct bench_numbers medians(const struct bench_numbers *rounds, size_t count)
{
	struct bench_numbers out;
	double sorted[ROUNDS_MAX];

	for (size_t i = 0; i < BENCH_NUMBERS; i++) {
		for (size_t r = 0; r < count; r++)
			sorted[r] = rounds[r].v[i];
		qsort(sorted, count, sizeof(double), by_value);
		out.v[i] = sorted[count / 2];
	}
	return out;
}

static void show(const struct subject *s, const struct bench_numbers *m)
{
	printf("%-20s %4u %8.3f %8.3f %8.0f %8.0f %8.0f", s->name, s->handlers, m->v[BENCH_SYNC_S],
	       m->v[BENCH_SYNC_CPU_S], m->v[BENCH_PEAK_MIB], m->v[BENCH_RSS_MIB],
	       m->v[BENCH_HEAP_PER_OBJECT]);
	if (m->v[BENCH_EVENT_CPU_US] > 0)
		printf(" %9.0f %9.2f", m->v[BENCH_EVENTS_PER_S], m->v[BENCH_EVENT_CPU_US]);
	if (m->v[BENCH_P50_US] > 0)
		printf(" %6.0f %6.0f", m->v[BENCH_P50_US], m->v[BENCH_P99_US]);
	printf("\n");
	(void)fflush(stdout);
}

static void header(unsigned int pods, unsigned int rounds)
{
	printf("%u pods, median of %u\n%-20s %4s %8s %8s %8s %8s %8s %9s %9s %6s %6s\n", pods,
	       rounds, "informer", "hndl", "sync s", "CPU s", "peak MiB", "RSS MiB", "heap/obj",
	       "events/s", "CPU us/ev", "p50 us", "p99 us");
	(void)fflush(stdout); /* else the children print it again */
}

/* The factor by which the first row used less CPU and memory than `other`. */
static void ratio(const struct subject *s, const struct bench_numbers *ours,
		  const struct bench_numbers *other)
{
	printf("%-20s %4u  over relist: CPU of the sync %.1f x, peak RSS %.1f x", s->name,
	       s->handlers, other->v[BENCH_SYNC_CPU_S] / ours->v[BENCH_SYNC_CPU_S],
	       other->v[BENCH_PEAK_MIB] / ours->v[BENCH_PEAK_MIB]);
	if (ours->v[BENCH_EVENT_CPU_US] > 0)
		printf(", CPU of an event %.1f x",
		       other->v[BENCH_EVENT_CPU_US] / ours->v[BENCH_EVENT_CPU_US]);
	printf("\n");
}

static bool table(const struct bench_load *load, unsigned int rounds, bool one_handler_only)
{
	struct bench_numbers result[SUBJECTS_MAX], all[SUBJECTS_MAX][ROUNDS_MAX];
	const bool with_go = getenv("BENCH_CLIENT_GO") && *getenv("BENCH_CLIENT_GO");
	bool shown[SUBJECTS_MAX] = { false };

	header(load->pods, rounds);
	/* A round runs each subject once, so that other load on the machine affects all alike. */
	for (unsigned int r = 0; r < rounds; r++)
		for (size_t i = 0; i < ARRAY_LEN(subjects); i++) {
			shown[i] = (with_go || !subjects[i].mode) &&
				   (!one_handler_only || subjects[i].handlers == 1);
			if (shown[i] && !run(&subjects[i], load, &all[i][r]))
				return false;
		}
	for (size_t i = 0; i < ARRAY_LEN(subjects); i++)
		if (shown[i]) {
			result[i] = medians(all[i], rounds);
			show(&subjects[i], &result[i]);
		}
	printf("an object is %.0f bytes of JSON; relist keeps %.0f more\n",
	       result[0].v[BENCH_RAW_PER_OBJECT],
	       result[0].v[BENCH_HEAP_PER_OBJECT] - result[0].v[BENCH_RAW_PER_OBJECT]);
	for (size_t i = 0; i < ARRAY_LEN(subjects); i++)
		if (shown[i] && subjects[i].mode)
			for (size_t o = 0; o < ARRAY_LEN(subjects); o++)
				if (!subjects[o].mode &&
				    subjects[o].handlers == subjects[i].handlers)
					ratio(&subjects[i], &result[o], &result[i]);
	(void)fflush(stdout);
	return true;
}

int main(void)
{
	struct bench_load load = {
		.pods = setting("BENCH_N", 20000),
		.events = setting("BENCH_M", 30000),
		.latency = setting("BENCH_LATENCY", 3000),
	};
	unsigned int rounds = setting("BENCH_R", 3), big = setting("BENCH_BIG", 100000);
	struct bench_server server;
	bool good;

	rounds = rounds < 1 ? 1 : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds;
	bench_server_start(&server, load.pods);
	load.url = server.url;
	good = table(&load, rounds, false);
	bench_server_stop(&server);
	if (!good || !big)
		return good ? 0 : 1;
	load = (struct bench_load) { .pods = big, .url = server.url };
	bench_server_start(&server, big);
	good = table(&load, 1, true);
	bench_server_stop(&server);
	return good ? 0 : 1;
}
