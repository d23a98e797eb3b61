/* SPDX-License-Identifier: Apache-2.0 */
/* bench_module - the module's interface (hosts/module/module.h) compiled for this machine: the
 * baseline for the packages in other languages. One line of JSON, CPU seconds of each part:
 * creates, lists of all objects, and events to each watch. hosts/go/numbers_test.go does the same
 * through Go.
 *
 *   bench_module [OBJECTS [WATCHES]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "hosts/module/module.h"
#include "hosts/module/record.h"

enum { OBJECTS = 10000, WATCHES = 1000, LISTS = 10, EVENTS = 50 };
enum { PULL_BYTES = 64 << 10 };

static char buf[PULL_BYTES];

static double cpu_s(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / NS_PER_S;
}

static uint32_t begin(struct relist_server *s, const char *method, const char *target,
		      const char *body)
{
	AUTO_STRBUF record = STRBUF_INIT;
	static const char *const rest[] = {
		"", "", "Host", "127.0.0.1", "Content-Type", "application/json"
	};

	module__record_add(&record, str_of(method));
	module__record_add(&record, str_of(target));
	module__record_add(&record, str_of(body));
	for (size_t i = 0; i < ARRAY_LEN(rest); i++)
		module__record_add(&record, str_of(rest[i]));
	return relist_begin(s, 0, 0, 0, record.ptr, (uint32_t)record.len);
}

static void woken(struct relist_server *s)
{
	while (relist_woken(s))
		;
}

static void request(struct relist_server *s, const char *method, const char *target,
		    const char *body, const char *want)
{
	uint32_t x = begin(s, method, target, body);

	woken(s);
	if (relist_head(s, x, 0) != RELIST_HEAD_READY || memcmp(relist_out() + 4, want, 3) != 0) {
		fprintf(stderr, "bench_module: %s %s is not %s\n", method, target, want);
		exit(1);
	}
	while (relist_pull(s, x, 0, buf, sizeof(buf)) > 0)
		woken(s);
	relist_end(s, x, 0);
	woken(s);
}

static void create(struct relist_server *s, const char *namespace_, unsigned n)
{
	char target[80], body[300];

	(void)snprintf(target, sizeof(target), "/api/v1/namespaces/%s/configmaps", namespace_);
	(void)snprintf(body, sizeof(body),
		       "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
		       "\"object-%u\",\"labels\":{\"app\":\"web\"}},\"data\":{\"text\":\"hello\"}}",
		       n);
	request(s, "POST", target, body, "201");
}

static double creates(struct relist_server *s, unsigned objects)
{
	double begun = cpu_s();

	for (unsigned n = 0; n < objects; n++)
		create(s, "default", n);
	return cpu_s() - begun;
}

static double lists(struct relist_server *s)
{
	double begun = cpu_s();

	for (int n = 0; n < LISTS; n++)
		request(s, "GET", "/api/v1/configmaps", "", "200");
	return cpu_s() - begun;
}

static double events(struct relist_server *s, unsigned watches)
{
	uint32_t *ids = calloc(watches + 1, sizeof(*ids));
	double begun;

	if (!ids)
		exit(1);
	for (unsigned i = 0; i < watches; i++) {
		ids[i] = begin(s, "GET", "/api/v1/namespaces/kube-public/configmaps?watch=1", "");
		(void)relist_head(s, ids[i], 0);
		woken(s);
	}
	begun = cpu_s();
	for (unsigned n = 0; n < EVENTS; n++) {
		create(s, "kube-public", n);
		for (unsigned i = 0; i < watches; i++)
			while (relist_pull(s, ids[i], 0, buf, sizeof(buf)) > 0)
				;
	}
	begun = cpu_s() - begun;
	for (unsigned i = 0; i < watches; i++)
		relist_end(s, ids[i], 1);
	free(ids);
	return begun;
}

int main(int argc, char **argv)
{
	unsigned objects = argc > 1 ? (unsigned)atoi(argv[1]) : OBJECTS;
	unsigned watches = argc > 2 ? (unsigned)atoi(argv[2]) : WATCHES;
	struct relist_server *s = relist_server_new(1, 0, 0, "", 0);
	double c, l, e;

	if (!s)
		return 1;
	c = creates(s, objects);
	l = lists(s);
	e = events(s, watches);
	printf("{\"creates\":%.4f,\"lists\":%.4f,\"events\":%.4f}\n", c, l, e);
	relist_server_free(s);
	return 0;
}
