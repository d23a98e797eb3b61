/* SPDX-License-Identifier: Apache-2.0 */
/* A server with a state file that is ended in the middle of what it does, politely and not. What it
 * acknowledged is there in the next life; what it did not is there whole or not at all; and no
 * resourceVersion is ever given to two states. */
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/choice.h"
#include "base/str.h"
#include "tests/kit/net.h"
#include "tests/kit/served.h"
#include "tests/kit/testing.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define PODS "/api/v1/namespaces/default/pods"

enum { PARTS = 20000, MANY = 400, WRITERS = 8, LIVES = 12, ACKS_MAX = 60, RVS = 100000 };

static char folder[64], path[96];

static int make_folder(void **state)
{
	(void)state;
	(void)snprintf(folder, sizeof(folder), "/tmp/relist-test-killed-XXXXXX");
	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/state", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	(void)unlink(path);
	return rmdir(folder);
}

static struct served start(void)
{
	const char *argv[] = { "relist", "serve", "--state", path, NULL };

	return serve(argv);
}

/* --- requests ------------------------------------------------------------------------------ */

static void add_request(struct strbuf *out, const char *method, const char *uri, const char *type,
			struct str body)
{
	strbuf_addf(out,
		    "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n"
		    "Content-Length: %zu\r\n\r\n",
		    method, uri, type, body.len);
	strbuf_adds(out, body);
}

static void send_request(int fd, const char *method, const char *uri, const char *type,
			 struct str body)
{
	AUTO_STRBUF out = STRBUF_INIT;

	add_request(&out, method, uri, type, body);
	assert_false(out.failed);
	net_send_bytes(fd, out.ptr, out.len);
}

/* The answer's status if all of it is there, else 0. */
static int status_of(const struct net_in *in)
{
	const char *end = strstr(in->buf, "\r\n\r\n"), *length;

	length = end ? strcasestr(in->buf, "\r\nContent-Length: ") : NULL;
	if (!length || in->len < (size_t)(end + 4 - in->buf) + strtoul(length + 18, NULL, 10))
		return 0;
	return atoi(in->buf + 9);
}

/* Status and, where it is JSON, the body (the caller's). */
static int ask(uint16_t port, const char *method, const char *uri, struct str body, cJSON **json)
{
	struct net_in in = net_in(net_connect(port));
	int status;

	send_request(in.fd, method, uri, "application/json", body);
	(void)net_read_response(&in);
	status = status_of(&in);
	if (json)
		*json = cJSON_Parse(strstr(in.buf, "\r\n\r\n") + 4);
	net_close(&in);
	return status;
}

static const char *member(const cJSON *obj, const char *outer, const char *name)
{
	const cJSON *in = cJSON_GetObjectItemCaseSensitive(obj, outer);
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(in, name));

	return text ? text : "";
}

static unsigned long newest_rv(uint16_t port)
{
	cJSON *obj;
	unsigned long rv;

	assert_int_equal(ask(port, "GET", "/relist/v1", STR(""), &obj), 200);
	rv = strtoul(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(obj, "resourceVersion")),
		     NULL, 10);
	cJSON_Delete(obj);
	return rv;
}

/* --- SIGTERM in the middle of a long write --------------------------------------------------- */

static void add_containers(struct strbuf *out)
{
	strbuf_addz(out, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"long\"},"
			 "\"spec\":{\"containers\":[");
	for (int i = 0; i < PARTS; i++)
		strbuf_addf(out, "%s{\"name\":\"c%d\",\"image\":\"i\"}", i ? "," : "", i);
	strbuf_addz(out, "]}}");
}

static void add_keys(struct strbuf *out)
{
	strbuf_addz(out, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
			 "\"long\"},\"data\":{");
	for (int i = 0; i < PARTS; i++)
		strbuf_addf(out, "%s\"k%d\":\"v\"", i ? "," : "", i);
	strbuf_addz(out, "}}");
}

static void add_nothing(struct strbuf *out)
{
	strbuf_addz(out, "{}");
}

static const struct long_write {
	const char *method, *uri, *type;
	void (*body)(struct strbuf *out);
	const char *object; /* what it makes, whole or not at all; NULL: it takes away */
	const char *list;   /* where in it PARTS parts are */
} long_writes[] = {
	{ "POST", PODS, "application/json", add_containers, PODS "/long", "\"name\":\"c" },
	{ "POST", MAPS, "application/json", add_keys, MAPS "/long", ":\"v\"" },
	{ "PATCH", MAPS "/m-0", "application/merge-patch+json", add_keys, NULL, NULL },
	{ "PATCH", MAPS "/long?fieldManager=x", "application/apply-patch+yaml", add_keys,
	  MAPS "/long", ":\"v\"" },
	{ "DELETE", MAPS, "application/json", add_nothing, NULL, NULL },
};

static size_t count(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

struct request {
	uint16_t port;
	size_t writes; /* that begun so far, as the request log has them */
};

/* How many requests that are no reads the log has. */
static size_t writes_begun(uint16_t port)
{
	struct net_in in = net_in(net_connect(port));
	size_t n;

	send_request(in.fd, "GET", "/relist/v1/requests", "application/json", STR(""));
	(void)net_read_response(&in);
	n = count(in.buf, "\"seq\":") - count(in.buf, "\"method\":\"GET\"");
	net_close(&in);
	return n;
}

static bool has_begun(void *user)
{
	const struct request *a = user;

	return writes_begun(a->port) >= a->writes;
}

static void make_many(uint16_t port)
{
	struct net_in in = net_in(net_connect(port));

	for (int i = 0; i < MANY; i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body,
			    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{"
			    "\"name\":\"m-%d\"}}",
			    i);
		send_request(in.fd, "POST", MAPS, "application/json", strbuf_str(&body));
		net_consume(&in, net_read_response(&in));
	}
	net_close(&in);
}

static void assert_whole_or_not_there(const struct long_write *w, uint16_t port, bool acknowledged)
{
	struct net_in in = net_in(net_connect(port));
	int status;

	send_request(in.fd, "GET", w->object ? w->object : MAPS, "application/json", STR(""));
	(void)net_read_response(&in);
	status = status_of(&in);
	if (w->object && status == 200)
		assert_int_equal(count(in.buf, w->list), PARTS);
	else if (w->object)
		assert_true(status == 404 && !acknowledged);
	else
		assert_int_equal(status, 200);
	if (!w->object && acknowledged && strcmp(w->method, "DELETE") == 0)
		assert_int_equal(count(in.buf, "\"m-"), 0);
	net_close(&in);
}

static void long_write_is_complete_or_absent_after_a_kill(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(long_writes); i++) {
		const struct long_write *w = &long_writes[i];
		struct served s = start();
		struct request request = { s.port, MANY + 1 };
		AUTO_STRBUF body = STRBUF_INIT;
		unsigned long before;
		struct net_in in;
		int status;

		make_many(s.port);
		before = newest_rv(s.port);
		w->body(&body);
		in = net_in(net_connect(s.port));
		send_request(in.fd, w->method, w->uri, w->type, strbuf_str(&body));
		net_wait(has_begun, &request);
		assert_ends_cleanly(&s, SIGTERM);
		(void)net_read_end(&in);
		status = status_of(&in);
		net_close(&in);
		s = start();
		assert_true(newest_rv(s.port) >= before);
		assert_whole_or_not_there(w, s.port, status / 100 == 2);
		assert_ends_cleanly(&s, SIGTERM);
		assert_int_equal(unlink(path), 0);
	}
}

/* --- kill -9 in the middle of many ----------------------------------------------------------- */

enum action { CREATE, UPDATE, REMOVE };

/* One object and who alone writes it. */
struct writer {
	struct net_in in;
	bool there;
	unsigned value; /* acknowledged */
	unsigned long rv;
	unsigned long floor; /* what this life gives is newer */
	bool in_flight;	     /* a request is under way */
	enum action action;
	unsigned new_value;
};

static unsigned given[RVS]; /* to which value, + 1; 0: to none yet */

/* Values are never used twice, so a version has one for ever. */
static void note_rv(unsigned long rv, unsigned value)
{
	assert_in_range(rv, 1, RVS - 1);
	if (given[rv] && given[rv] != value + 1)
		fail_msg("resourceVersion %lu was given to value %u and to %u", rv, given[rv] - 1,
			 value);
	given[rv] = value + 1;
}

static void send_deed(struct writer *w, size_t number, unsigned value)
{
	static const char *const methods[] = { "POST", "PUT", "DELETE" };
	AUTO_STRBUF body = STRBUF_INIT;
	char uri[100];

	w->action = !w->there ? CREATE : value % 5 == 0 ? REMOVE : UPDATE;
	w->new_value = value;
	w->in_flight = true;
	(void)snprintf(uri, sizeof(uri), MAPS "%s", "");
	if (w->action != CREATE)
		(void)snprintf(uri, sizeof(uri), MAPS "/k-%zu", number);
	if (w->action != REMOVE)
		strbuf_addf(&body,
			    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{"
			    "\"name\":\"k-%zu\"},\"data\":{\"v\":\"%u\"}}",
			    number, value);
	send_request(w->in.fd, methods[w->action], uri, "application/json", strbuf_str(&body));
}

/* The whole answer is in w->in. */
static void take_answer(struct writer *w)
{
	int status = status_of(&w->in);
	cJSON *obj = cJSON_Parse(strstr(w->in.buf, "\r\n\r\n") + 4);

	if (status / 100 != 2)
		fail_msg("%s", w->in.buf);
	w->there = w->action != REMOVE;
	if (w->there) {
		w->value = w->new_value;
		w->rv = strtoul(member(obj, "metadata", "resourceVersion"), NULL, 10);
		assert_true(w->rv > w->floor);
		note_rv(w->rv, w->value);
	}
	cJSON_Delete(obj);
	w->in_flight = false;
	net_consume(&w->in, w->in.len);
}

static void read_one(struct writer *w)
{
	char buf[4096];
	ssize_t n = recv(w->in.fd, buf, sizeof(buf), MSG_DONTWAIT);

	assert_true(n > 0 && w->in.len + (size_t)n < w->in.cap);
	memcpy(w->in.buf + w->in.len, buf, (size_t)n);
	w->in.len += (size_t)n;
	w->in.buf[w->in.len] = '\0';
}

/* Writes of all writers at once until so many are acknowledged; others are under way then. */
static void write_until(struct writer *writers, unsigned acks, unsigned *value)
{
	struct pollfd fds[WRITERS];

	while (acks) {
		for (size_t i = 0; i < WRITERS; i++) {
			if (!writers[i].in_flight)
				send_deed(&writers[i], i, ++*value);
			fds[i] = (struct pollfd) { .fd = writers[i].in.fd, .events = POLLIN };
		}
		assert_true(poll(fds, WRITERS, NET_PATIENCE_MS) > 0);
		for (size_t i = 0; i < WRITERS && acks; i++) {
			if (!fds[i].revents)
				continue;
			read_one(&writers[i]);
			if (status_of(&writers[i].in)) {
				take_answer(&writers[i]);
				acks--;
			}
		}
	}
}

/* What has become of its object in the next life. */
static void look_again(struct writer *w, size_t number, uint16_t port)
{
	unsigned value;
	char uri[100];
	cJSON *obj;
	int status;

	(void)snprintf(uri, sizeof(uri), MAPS "/k-%zu", number);
	status = ask(port, "GET", uri, STR(""), &obj);
	value = (unsigned)strtoul(member(obj, "data", "v"), NULL, 10);
	if (status == 404) {
		if (w->there && !(w->in_flight && w->action == REMOVE))
			fail_msg("k-%zu with value %u is lost", number, w->value);
	} else {
		unsigned long rv = strtoul(member(obj, "metadata", "resourceVersion"), NULL, 10);

		assert_int_equal(status, 200);
		if (w->in_flight && w->action != REMOVE && value == w->new_value)
			assert_true(rv > w->rv);
		else if (!w->there || value != w->value || rv != w->rv)
			fail_msg("k-%zu: value %u at %lu, acknowledged was %s%u at %lu", number,
				 value, rv, w->there ? "" : "the deletion of ", w->value, w->rv);
		w->rv = rv;
		note_rv(rv, value);
	}
	w->there = status == 200;
	w->value = value;
	w->in_flight = false;
	cJSON_Delete(obj);
}

static void sigkill_loses_no_acknowledged_write_and_reuses_no_version(void **state)
{
	struct writer writers[WRITERS] = { 0 };
	uint64_t random = 1;
	unsigned value = 0;
	unsigned long newest = 0;

	(void)state;
	for (int life = 0; life < LIVES; life++) {
		struct served s = start();
		unsigned long at_start = newest_rv(s.port);

		assert_true(at_start >= newest);
		for (size_t i = 0; i < WRITERS; i++) {
			look_again(&writers[i], i, s.port);
			writers[i].in = net_in(net_connect(s.port));
			assert_true(writers[i].rv <= at_start);
			writers[i].floor = at_start;
		}
		write_until(writers, 1 + (unsigned)(splitmix64(&random) % ACKS_MAX), &value);
		assert_true(WIFSIGNALED(end_with(&s, SIGKILL)));
		/* Answers that were on their way count. */
		for (size_t i = 0; i < WRITERS; i++) {
			(void)net_read_end(&writers[i].in);
			if (status_of(&writers[i].in))
				take_answer(&writers[i]);
			net_close(&writers[i].in);
			newest = writers[i].rv > newest ? writers[i].rv : newest;
		}
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(long_write_is_complete_or_absent_after_a_kill),
		TEST(sigkill_loses_no_acknowledged_write_and_reuses_no_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
