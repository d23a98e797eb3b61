/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem */
#include "bench/informer_client.h"

#include <arpa/inet.h>
#include <malloc.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "relist/informer.h"

enum { PATIENCE_MS = 120000 };

struct meter {
	atomic_uint_fast64_t seen;
	uint64_t want;
	sem_t done;
	int64_t *latency; /* NULL: not measured */
	size_t latencies;
};

static int64_t wall_ns(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

static double cpu_s(void)
{
	struct rusage u;

	(void)getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static double status_mib(const char *name)
{
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];
	double kib = 0;

	while (f && fgets(line, sizeof(line), f))
		if (strncmp(line, name, strlen(name)) == 0)
			kib = strtod(line + strlen(name) + 1, NULL);
	if (f)
		(void)fclose(f);
	return kib / 1024;
}

static double heap_bytes(void)
{
	struct mallinfo2 m = mallinfo2();

	return (double)(m.uordblks + m.hblkhd);
}

static void note_latency(struct meter *m, const struct inf_object *obj)
{
	static const char name[] = "\"relist.dev/sent\":\"";
	struct inf_str bytes = inf_object_json(obj);
	const char *at = memmem(bytes.ptr, bytes.len, name, sizeof(name) - 1);

	if (at && m->latencies < m->want)
		m->latency[m->latencies++] =
		    wall_ns() - (int64_t)strtoll(at + sizeof(name) - 1, NULL, 10);
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	struct meter *m = user;

	(void)old;
	if (m->latency)
		note_latency(m, obj);
	if (atomic_fetch_add(&m->seen, 1) + 1 == m->want)
		(void)sem_post(&m->done);
	return 0;
}

/* POST /go: one short connection, not the informer's. */
static bool ask(const struct bench_load *load, unsigned int events, unsigned int rate)
{
	struct sockaddr_in to = { .sin_family = AF_INET };
	const char *port = strrchr(load->url, ':');
	char text[256];
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	int len = snprintf(text, sizeof(text),
			   "POST /go?m=%u&rate=%u HTTP/1.1\r\nHost: bench\r\n"
			   "Content-Length: 0\r\nConnection: close\r\n\r\n",
			   events, rate);
	bool good;

	to.sin_port = htons((uint16_t)strtoul(port + 1, NULL, 10));
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	good = fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0 &&
	       write(fd, text, (size_t)len) == len;
	while (good && read(fd, text, sizeof(text)) > 0)
		;
	if (fd >= 0)
		(void)close(fd);
	return good;
}

static void settle(void)
{
	const struct timespec pause = { 0, 200 * NS_PER_MS };

	(void)nanosleep(&pause, NULL);
}

static void measure_memory(struct inf_informer *inf, const struct bench_load *load,
			   double heap_before, struct bench_numbers *out)
{
	struct inf_object_list all = { 0 };
	double raw = 0, heap = heap_bytes();

	out->v[BENCH_HEAP_PER_OBJECT] = (heap - heap_before) / load->pods;
	(void)malloc_trim(0);
	out->v[BENCH_RSS_MIB] = status_mib("VmRSS");
	if (inf_informer_list(inf, NULL, NULL, &all, NULL))
		return;
	for (size_t i = 0; i < all.len; i++)
		raw += (double)inf_object_json(all.items[i]).len;
	inf_object_list_fini(&all);
	out->v[BENCH_RAW_PER_OBJECT] = raw / load->pods;
}

static bool measure_events(const struct bench_load *load, struct meter *m, unsigned int handlers,
			   struct bench_numbers *out)
{
	double cpu = cpu_s();
	int64_t start = clock_monotonic_ns();

	m->want = (uint64_t)load->events * handlers;
	if (!ask(load, load->events, 0) || sem_wait(&m->done))
		return false;
	out->v[BENCH_EVENTS_PER_S] = load->events * 1e9 / (double)(clock_monotonic_ns() - start);
	out->v[BENCH_EVENT_CPU_US] = (cpu_s() - cpu) / load->events * 1e6;
	return true;
}

static int by_value(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool measure_latency(const struct bench_load *load, struct meter *m,
			    struct bench_numbers *out)
{
	atomic_store(&m->seen, 0);
	m->want = load->latency;
	m->latency = base__calloc(load->latency, sizeof(*m->latency));
	if (!m->latency || !ask(load, load->latency, 1000) || sem_wait(&m->done))
		return false;
	qsort(m->latency, m->latencies, sizeof(*m->latency), by_value);
	out->v[BENCH_P50_US] = (double)m->latency[m->latencies / 2] / 1e3;
	out->v[BENCH_P99_US] = (double)m->latency[m->latencies * 99 / 100] / 1e3;
	base__free(m->latency);
	m->latency = NULL;
	return true;
}

static bool measure(struct inf_informer *inf, const struct bench_load *load, struct meter *m,
		    unsigned int handlers, struct bench_numbers *out)
{
	struct inf_handler handler = { .on_update = on_update, .user = m };
	double heap = heap_bytes(), cpu = cpu_s();
	int64_t start = clock_monotonic_ns();

	for (unsigned int i = 0; i < handlers; i++)
		if (inf_informer_add_handler(inf, &handler, 0, NULL, NULL))
			return false;
	if (inf_informer_start(inf, NULL) || inf_informer_wait_synced(inf, PATIENCE_MS, NULL) ||
	    inf_informer_len(inf) != load->pods)
		return false;
	out->v[BENCH_SYNC_S] = (double)(clock_monotonic_ns() - start) / 1e9;
	out->v[BENCH_SYNC_CPU_S] = cpu_s() - cpu;
	out->v[BENCH_PEAK_MIB] = status_mib("VmHWM");
	settle(); /* the watch opens, the list's buffers are freed */
	measure_memory(inf, load, heap, out);
	if (load->events && !measure_events(load, m, handlers, out))
		return false;
	return handlers != 1 || !load->latency || measure_latency(load, m, out);
}

bool bench_client_run(const struct bench_load *load, unsigned int handlers)
{
	struct inf_gates gates = inf_gates_of(INF_PROFILE_CLIENT_GO_1_37);
	struct inf_informer_options options = { .version = "v1",
						.resource = "pods",
						.gates = &gates };
	struct inf_client *client = inf_client_for_url(load->url, NULL);
	struct bench_numbers out = { { 0 } };
	struct meter m = { 0 };
	struct inf_informer *inf;
	bool good;

	gates.watch_list = false;
	inf = client ? inf_informer_new(client, &options, NULL) : NULL;
	good = inf && sem_init(&m.done, 0, 0) == 0 && measure(inf, load, &m, handlers, &out);
	if (good)
		for (size_t i = 0; i < BENCH_NUMBERS; i++)
			printf("%.6f ", out.v[i]);
	(void)fflush(stdout);
	if (inf) {
		inf_informer_stop(inf);
		(void)inf_informer_wait_stopped(inf, PATIENCE_MS, NULL);
	}
	inf_informer_free(inf);
	inf_client_unref(client);
	return good;
}
