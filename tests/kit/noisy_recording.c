/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/noisy_recording.h"

#include "base/choice.h"
#include "tests/kit/testing.h"

#define MS INT64_C(1000000)

static const char *resource_of(char type)
{
	return type == 'p' ? "pods" : "configmaps";
}

static const char *kind_of(char type)
{
	return type == 'p' ? "Pod" : "ConfigMap";
}

static unsigned below(struct noisy *n, unsigned limit)
{
	return (unsigned)(splitmix64(&n->chance) % limit);
}

/* "id":1,"at":"…" of a line, a little later than the one before. */
static void add_line(struct noisy *n, const char *kind, uint32_t id)
{
	n->at_ns += 1000 + below(n, 1000);
	strbuf_addf(&n->out, "{\"%s\":{\"id\":%u,\"at\":\"%lld.%09llds\"", kind, id,
		    (long long)(n->at_ns / (1000 * MS)), (long long)(n->at_ns % (1000 * MS)));
}

static void add_object(struct noisy *n, const struct noisy_object *o)
{
	strbuf_addf(&n->out,
		    "{\"kind\":\"%s\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\","
		    "\"namespace\":\"shop\",\"uid\":\"0b33-%06u\",\"resourceVersion\":\"%llu\","
		    "\"creationTimestamp\":\"2026-11-22T11:43:13Z\",\"labels\":%s},",
		    kind_of(o->type), o->name, o->uid, (unsigned long long)o->rv, o->labels);
	if (o->type == 'p')
		strbuf_addf(&n->out,
			    "\"spec\":{\"nodeName\":\"node-%u\",\"containers\":[{\"name\":\"c\","
			    "\"image\":\"shop:%u\"}]},\"status\":{\"phase\":\"Running\"}}",
			    o->uid % 5, o->value);
	else
		strbuf_addf(&n->out, "\"data\":{\"v\":\"%u\"}}", o->value);
}

static uint32_t add_request(struct noisy *n, const char *agent, const char *path, const char *query)
{
	add_line(n, "request", ++n->last_id);
	strbuf_addf(&n->out,
		    ",\"method\":\"GET\",\"path\":\"%s\",\"query\":{%s},\"headers\":{"
		    "\"Accept\":\"application/json\",\"User-Agent\":\"%s\"}}}\n",
		    path, query, agent);
	return n->last_id;
}

/* --- writes --- */

static struct noisy_object *object_of(struct noisy *n, char type, const char *name)
{
	for (size_t i = 0; i < n->object_count; i++)
		if (n->objects[i].type == type && strcmp(n->objects[i].name, name) == 0)
			return &n->objects[i];
	assert_true(n->object_count < NOISY_OBJECTS_MAX);
	n->objects[n->object_count].type = type;
	(void)snprintf(n->objects[n->object_count].name, 24, "%s", name);
	return &n->objects[n->object_count++];
}

static void tell_watches(struct noisy *n, const struct noisy_object *o, const char *event)
{
	for (size_t i = 0; i < NOISY_WATCHES_MAX; i++) {
		const struct noisy_watch *w = &n->watches[i];

		if (!w->id || w->type != o->type || w->blind)
			continue;
		if (o->type == 'p' && strcmp(w->agent, OPERATOR) == 0)
			n->pods_rv = o->rv;
		add_line(n, "event", w->id);
		strbuf_addf(&n->out, ",\"type\":\"%s\",\"object\":", event);
		add_object(n, o);
		strbuf_addz(&n->out, "}}\n");
		n->events++;
	}
}

static void write_object(struct noisy *n, struct noisy_object *o, const char *labels)
{
	bool made = !o->alive;

	if (made)
		o->uid = ++n->uids;
	o->alive = true;
	o->rv = n->rv += 1 + below(n, 3);
	o->value++;
	if (labels || made)
		(void)snprintf(o->labels, sizeof(o->labels), "%s", labels ? labels : "{}");
	n->at_ns += (int64_t)(5 + below(n, 60)) * MS;
	tell_watches(n, o, made ? "ADDED" : "MODIFIED");
}

static void delete_object(struct noisy *n, struct noisy_object *o)
{
	o->alive = false;
	o->rv = n->rv += 1 + below(n, 3);
	n->at_ns += (int64_t)(5 + below(n, 60)) * MS;
	tell_watches(n, o, "DELETED");
}

void noisy_create(struct noisy *n, char type, const char *name, const char *labels)
{
	struct noisy_object *o = object_of(n, type, name);

	assert_false(o->alive);
	o->story = true;
	write_object(n, o, labels);
}

void noisy_update(struct noisy *n, char type, const char *name, const char *labels)
{
	struct noisy_object *o = object_of(n, type, name);

	assert_true(o->alive);
	write_object(n, o, labels);
}

void noisy_delete(struct noisy *n, char type, const char *name)
{
	struct noisy_object *o = object_of(n, type, name);

	assert_true(o->alive);
	delete_object(n, o);
}

void noisy_pass(struct noisy *n, int64_t ns)
{
	n->at_ns += ns;
}

static void make_noise_once(struct noisy *n)
{
	struct noisy_object *o = &n->objects[below(n, (unsigned)n->object_count)];
	unsigned what = below(n, 100);
	char name[24];

	if (!o->story && o->alive && what < 60) {
		write_object(n, o, NULL);
	} else if (!o->story && o->alive && what < 80) {
		delete_object(n, o);
	} else if (!o->story && !o->alive && what < 80) {
		write_object(n, o, "{\"app\":\"noise\"}");
	} else if (n->object_count + 20 < NOISY_OBJECTS_MAX) {
		(void)snprintf(name, sizeof(name), "noise-%u", n->made++);
		write_object(n, object_of(n, below(n, 2) ? 'p' : 'c', name), "{\"app\":\"noise\"}");
	}
}

void noisy_noise(struct noisy *n, size_t events)
{
	size_t until = n->events + events;

	while (n->events < until)
		make_noise_once(n);
}

/* --- reads --- */

static void open_watch(struct noisy *n, const char *agent, char type, uint64_t rv, const char *more,
		       bool answered)
{
	AUTO_STRBUF path = STRBUF_INIT, query = STRBUF_INIT;
	struct noisy_watch *w = n->watches;

	strbuf_addf(&path, "/api/v1/%s", resource_of(type));
	strbuf_addf(&query,
		    "\"allowWatchBookmarks\":\"true\",\"resourceVersion\":\"%llu\","
		    "\"timeoutSeconds\":\"%u\",\"watch\":\"true\"%s",
		    (unsigned long long)rv, 300 + below(n, 300), more);
	(void)add_request(n, agent, path.ptr, query.ptr);
	if (!answered)
		return;
	while (w->id)
		w++;
	*w = (struct noisy_watch) { .id = n->last_id, .type = type, .agent = agent };
	add_line(n, "response", w->id);
	strbuf_addz(&n->out, ",\"status\":200,\"headers\":{\"Content-Type\":\"application/json\"},"
			     "\"stream\":true}}\n");
}

uint32_t noisy_watch(struct noisy *n, char type, uint64_t rv)
{
	open_watch(n, OPERATOR, type, rv, "", true);
	return n->last_id;
}

static uint32_t list(struct noisy *n, const char *agent, char type, const char *rv)
{
	AUTO_STRBUF path = STRBUF_INIT, query = STRBUF_INIT;
	bool any = false;

	strbuf_addf(&path, "/api/v1/%s", resource_of(type));
	strbuf_addf(&query, "\"limit\":\"500\",\"resourceVersion\":\"%s\"", rv);
	(void)add_request(n, agent, path.ptr, query.ptr);
	add_line(n, "response", n->last_id);
	strbuf_addf(&n->out,
		    ",\"status\":200,\"headers\":{\"Content-Type\":\"application/json\"},\"body\":"
		    "{\"kind\":\"%sList\",\"apiVersion\":\"v1\",\"metadata\":"
		    "{\"resourceVersion\":\"%llu\"},\"items\":[",
		    kind_of(type), (unsigned long long)n->rv);
	for (size_t i = 0; i < n->object_count; i++)
		if (n->objects[i].alive && n->objects[i].type == type) {
			strbuf_addz(&n->out, any ? "," : "");
			add_object(n, &n->objects[i]);
			any = true;
		}
	strbuf_addz(&n->out, "]}}}\n");
	return n->last_id;
}

uint32_t noisy_list(struct noisy *n, char type, const char *rv)
{
	return list(n, OPERATOR, type, rv);
}

static void add_status(struct noisy *n, int status, const char *reason)
{
	strbuf_addf(&n->out,
		    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
		    "\"Failure\",\"message\":\"it is so\",\"reason\":\"%s\",\"code\":%d}",
		    reason, status);
}

void noisy_refused(struct noisy *n, char type, bool watch, uint64_t rv, int status,
		   const char *reason)
{
	AUTO_STRBUF path = STRBUF_INIT, query = STRBUF_INIT;

	if (watch) {
		open_watch(n, OPERATOR, type, rv, "", false);
	} else {
		strbuf_addf(&path, "/api/v1/%s", resource_of(type));
		strbuf_addf(&query, "\"limit\":\"500\",\"resourceVersion\":\"%llu\"",
			    (unsigned long long)rv);
		(void)add_request(n, OPERATOR, path.ptr, query.ptr);
	}
	add_line(n, "response", n->last_id);
	strbuf_addf(&n->out,
		    ",\"status\":%d,\"headers\":{\"Content-Type\":\"application/json\"},\"body\":",
		    status);
	add_status(n, status, reason);
	strbuf_addz(&n->out, "}}\n");
}

static struct noisy_watch *operators(struct noisy *n, char type)
{
	for (size_t i = 0; i < NOISY_WATCHES_MAX; i++) {
		struct noisy_watch *w = &n->watches[i];

		if (w->id && w->type == type && strcmp(w->agent, OPERATOR) == 0)
			return w;
	}
	fail_msg("the operator watches no %s", resource_of(type));
	return NULL;
}

void noisy_error(struct noisy *n, char type, int status, const char *reason)
{
	add_line(n, "event", operators(n, type)->id);
	strbuf_addz(&n->out, ",\"type\":\"ERROR\",\"object\":");
	add_status(n, status, reason);
	strbuf_addz(&n->out, "}}\n");
}

void noisy_catch_up(struct noisy *n, char type, const char *name)
{
	const struct noisy_object *o = object_of(n, type, name);

	add_line(n, "event", operators(n, type)->id);
	strbuf_addf(&n->out, ",\"type\":\"%s\",\"object\":", o->alive ? "MODIFIED" : "DELETED");
	add_object(n, o);
	strbuf_addz(&n->out, "}}\n");
	n->events++;
}

void noisy_close(struct noisy *n, char type, const char *how)
{
	struct noisy_watch *w = operators(n, type);

	add_line(n, "close", w->id);
	strbuf_addf(&n->out, ",\"how\":\"%s\"}}\n", how);
	w->id = 0;
}

void noisy_raw(struct noisy *n, char type, const char *json_text)
{
	add_line(n, "raw", operators(n, type)->id);
	strbuf_addf(&n->out, ",\"text\":%s}}\n", json_text);
}

void noisy_blind(struct noisy *n, char type)
{
	operators(n, type)->blind = true;
}

/* --- the cluster --- */

void noisy_begin(struct noisy *n, uint64_t seed)
{
	char name[24];

	memset(n, 0, sizeof(*n));
	strbuf_init(&n->out);
	n->chance = seed;
	n->rv = 4100;
	n->at_ns = 200 * MS;
	strbuf_addz(&n->out, "{\"recording\":1,\"tool\":\"relist\",\"started\":"
			     "\"2026-11-22T11:43:13Z\",\"source\":{\"kind\":\"proxy\"}}\n");
	for (unsigned i = 0; i < 60; i++) {
		(void)snprintf(name, sizeof(name), "old-%u", i);
		write_object(n, object_of(n, i % 2 ? 'p' : 'c', name), "{\"app\":\"noise\"}");
	}
	(void)list(n, "config-agent/2.0", 'c', "0");
	open_watch(n, "config-agent/2.0", 'c', n->rv, "", true);
	open_watch(n, "kubectl/v1.34.1 (linux/amd64)", 'p', n->rv, "", true);
}

void noisy_fini(struct noisy *n)
{
	strbuf_fini(&n->out);
}
