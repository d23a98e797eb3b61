/* SPDX-License-Identifier: Apache-2.0 */
/* Every watch sees the writes in one order, whatever others write at the same time: over many
 * connections, in other forms and versions, with selectors, from the start or late. */
#include <pthread.h>
#include <stdlib.h>

#include "base/str.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

#define SCALERS "namespaces/default/horizontalpodautoscalers"
#define V1	"/apis/autoscaling/v1/"
#define V2	"/apis/autoscaling/v2/"
#define TABLE	"application/json;as=Table;v=v1;g=meta.k8s.io"
#define META	"application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"

enum { WRITERS = 3, WRITES = 60, NAMES = 3, EACH = 3, EVENTS_MAX = WRITERS * WRITES + 10 };

static const struct {
	const char *uri, *accept;
	const char *name; /* the only one that it sees */
	bool all;	  /* it sees everything */
} forms[] = {
	{ V2 SCALERS "?watch=1", "application/json", NULL, true },
	{ V1 SCALERS "?watch=1", "application/json", NULL, true },
	{ V2 "horizontalpodautoscalers?watch=1", TABLE, NULL, true },
	{ V1 SCALERS "?watch=1&allowWatchBookmarks=true", META, NULL, true },
	{ V2 SCALERS "?watch=1&fieldSelector=metadata.name%3Dn1", "application/json", "n1", false },
	{ V1 SCALERS "?watch=1&fieldSelector=metadata.name%3Dn1", TABLE, "n1", false },
	{ V2 SCALERS "?watch=1&labelSelector=color%3Dred", "application/json", NULL, false },
	{ V1 SCALERS "?watch=1&labelSelector=color%21%3Dblue", META, NULL, false },
};

enum { WATCHES = (int)ARRAY_LEN(forms) * EACH };

/* --- writers --- */

static struct fakeapi *api;

static int write_one(const char *method, const char *name, const char *color, const char *more)
{
	AUTO_STRBUF uri = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;
	struct fakeapi_reply reply;
	struct relist_err err;
	int status;

	strbuf_addf(&uri, V2 SCALERS "%s%s", method[1] == 'O' ? "" : "/",
		    method[1] == 'O' ? "" : name);
	strbuf_addf(&body,
		    "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\","
		    "\"metadata\":{\"name\":\"%s\",\"labels\":{\"color\":\"%s\"}%s},\"spec\":{"
		    "\"scaleTargetRef\":{\"apiVersion\":\"g/"
		    "v1\",\"kind\":\"D\",\"name\":\"d\"},\"maxReplicas\":3}}",
		    name, color, more);
	(void)fakeapi_request(api, method, uri.ptr, method[0] == 'D' ? NULL : body.ptr, NULL,
			      &reply, &err);
	status = reply.status;
	fakeapi_reply_fini(&reply);
	return status;
}

static void *write_much(void *user)
{
	static const char *const colors[] = { "red", "blue", "green" };
	static const char *const names[NAMES] = { "n0", "n1", "n2" };
	unsigned seed = *(unsigned *)user;

	for (int i = 0; i < WRITES; i++) {
		const char *name, *color;

		seed = seed * 1103515245 + 12345;
		name = names[(seed >> 16) % NAMES];
		color = colors[(seed >> 20) % ARRAY_LEN(colors)];
		if ((seed >> 24) % 4 == 0)
			(void)write_one("DELETE", name, color, "");
		else if (write_one("PUT", name, color, "") == 404)
			(void)write_one("POST", name, color, "");
	}
	return NULL;
}

/* --- watches --- */

struct seen {
	char type[12], name[8];
	unsigned long rv;
};

struct watch {
	struct net_in in;
	struct seen events[EVENTS_MAX];
	size_t count;
};

static struct net_in open_watch(size_t form)
{
	struct net_in c =
	    net_in(net_connect((uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10)));

	net_send(c.fd, "GET ");
	net_send(c.fd, forms[form].uri);
	net_send(c.fd, " HTTP/1.1\r\nHost: localhost\r\nAccept: ");
	net_send(c.fd, forms[form].accept);
	net_send(c.fd, "\r\n\r\n");
	net_read_until(&c, "\r\n\r\n");
	return c;
}

static void copy_member(const char *line, const char *member, char *to, size_t cap)
{
	const char *at = strstr(line, member);
	size_t n;

	assert_non_null(at);
	at += strlen(member);
	n = strcspn(at, "\"");
	assert_true(n < cap);
	memcpy(to, at, n);
	to[n] = '\0';
}

static void read_events(struct watch *w)
{
	char rv[24], *end;

	net_read_chunks_until(&w->in, "\"final\":\"yes\"");
	for (char *line = w->in.buf; *line; line = end) {
		struct seen *s = &w->events[w->count];

		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		else /* the last, of which the rest is on its way */
			end = line + strlen(line);
		copy_member(line, "\"type\":\"", s->type, sizeof(s->type));
		copy_member(line, "\"resourceVersion\":\"", rv, sizeof(rv));
		s->rv = strtoul(rv, NULL, 10);
		if (strcmp(s->type, "BOOKMARK") == 0) {
			assert_true(w->count == 0 || s->rv >= s[-1].rv);
			continue;
		}
		copy_member(line, "\"name\":\"n", s->name + 1, sizeof(s->name) - 1);
		s->name[0] = 'n';
		assert_true(++w->count < EVENTS_MAX);
	}
}

/* The first has seen all: the others the same, or what of it is for them. */
static void compare(const struct watch *first, const struct watch *w, size_t form)
{
	size_t at = 0;

	assert_true(w->count > 0);
	for (size_t i = 0; i < first->count; i++) {
		const struct seen *want = &first->events[i], *got = &w->events[at];

		if (at < w->count && got->rv == want->rv) {
			assert_string_equal(got->name, want->name);
			if (forms[form].all || forms[form].name)
				assert_string_equal(got->type, want->type);
			at++;
			continue;
		}
		assert_false(forms[form].all);
		assert_false(forms[form].name && strcmp(want->name, forms[form].name) == 0);
	}
	assert_int_equal(at, w->count); /* else one is out of order, or of no write */
}

/* Who came later has the state of that moment first, each object once, and from then on what the
 * first one saw. */
static void compare_from_end(const struct watch *first, const struct watch *w)
{
	size_t same = 0;

	assert_true(w->count > 0);
	while (same < w->count && same < first->count &&
	       w->events[w->count - 1 - same].rv == first->events[first->count - 1 - same].rv) {
		assert_string_equal(w->events[w->count - 1 - same].name,
				    first->events[first->count - 1 - same].name);
		same++;
	}
	assert_in_range(same, 1, first->count);
	assert_in_range(w->count - same, 0, NAMES);
	for (size_t i = 0; i < w->count - same; i++) {
		assert_string_equal(w->events[i].type, "ADDED");
		assert_true(same == first->count ||
			    w->events[i].rv < first->events[first->count - same].rv);
	}
}

static void all_watches_receive_events_in_the_same_order(void **state)
{
	static struct watch watches[WATCHES];
	unsigned seeds[WRITERS] = { 1, 22, 333 };
	pthread_t writers[WRITERS];

	(void)state;
	api = fakeapi_start(&(struct fakeapi_options) { .seed = 7 }, NULL);
	assert_non_null(api);
	memset(watches, 0, sizeof(watches));
	/* A third before there is anything, the others while it is written. */
	for (size_t i = 0; i < ARRAY_LEN(forms); i++)
		watches[i].in = open_watch(i);
	for (size_t i = 0; i < WRITERS; i++)
		assert_int_equal(pthread_create(&writers[i], NULL, write_much, &seeds[i]), 0);
	for (size_t i = ARRAY_LEN(forms); i < WATCHES; i++)
		watches[i].in = open_watch(i % ARRAY_LEN(forms));
	for (size_t i = 0; i < WRITERS; i++)
		(void)pthread_join(writers[i], NULL);
	(void)write_one("POST", "n1", "red", "");
	assert_int_equal(write_one("PUT", "n1", "red", ",\"annotations\":{\"final\":\"yes\"}"),
			 200);
	for (size_t i = 0; i < WATCHES; i++)
		read_events(&watches[i]);
	for (size_t i = 1; i < watches[0].count; i++)
		assert_true(watches[0].events[i].rv > watches[0].events[i - 1].rv);
	for (size_t i = 0; i < ARRAY_LEN(forms); i++)
		compare(&watches[0], &watches[i], i);
	for (size_t i = ARRAY_LEN(forms); i < WATCHES; i++)
		if (forms[i % ARRAY_LEN(forms)].all)
			compare_from_end(&watches[0], &watches[i]);
	for (size_t i = 0; i < WATCHES; i++)
		net_close(&watches[i].in);
	fakeapi_stop(api);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_watches_receive_events_in_the_same_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
