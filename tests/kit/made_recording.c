/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/made_recording.h"

#include "tests/kit/made.h"
#include "tests/kit/testing.h"

enum { OBJECTS = 5, READERS = 3, EVENTS_MAX = 64, TEXT_MAX = 480 };

struct object {
	const char *name;
	char text[TEXT_MAX];
	uint64_t rv, born;
	bool lives, app;
};

/* What was written, for the watches. */
struct event {
	const char *type;
	char text[TEXT_MAX];
	uint64_t rv;
	bool app;
};

struct reader {
	const char *agent, *selector;
	unsigned watch; /* its open request; 0: none */
	uint64_t rv;	/* as far as it has come; 0: it lists */
	size_t next;	/* of the events, the next to send */
};

struct maker {
	struct choice c;
	struct strbuf *out;
	int64_t ms;
	uint64_t rv;
	unsigned id;
	struct object objects[OBJECTS];
	struct event events[EVENTS_MAX];
	size_t event_count;
	struct reader readers[READERS];
};

#define PATH "/api/v1/namespaces/shop/configmaps"

static uint32_t pick(struct maker *m, uint32_t n)
{
	return choice_pick(&m->c, n);
}

static void begin(struct maker *m, const char *kind, unsigned id)
{
	m->ms += 10;
	strbuf_addf(m->out, "{\"%s\":{\"id\":%u,\"at\":\"%lldms\"", kind, id, (long long)m->ms);
}

static void end(struct maker *m)
{
	strbuf_addz(m->out, "}}\n");
}

static void add_conn(struct maker *m, const struct reader *r)
{
	strbuf_addf(m->out, ",\"conn\":%u", (unsigned)(r - m->readers) + 1);
}

/* --- writes --- */

static void print_object(struct maker *m, struct object *o)
{
	const char *data =
	    ANY(&m->c, "\"data\":{\"v\":\"1\"}", "\"data\":{\"v\":\"2\",\"w\":\"x\"}",
		"\"data\":{}", "\"immutable\":true");
	const char *finalizers = rarely(&m->c, 12) ? ",\"finalizers\":[\"x.io/f\"]" : "";
	const char *owner =
	    rarely(&m->c, 10)
		? ",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
		  "\"name\":\"a\",\"uid\":\"u-a-1\"}]"
		: "";

	o->app = !rarely(&m->c, 3);
	(void)
	    snprintf(o->text, sizeof(o->text),
		     "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\","
		     "\"namespace\":\"shop\",\"uid\":\"u-%s-%llu\",\"resourceVersion\":\"%llu\","
		     "\"labels\":{\"app\":\"%s\"}%s%s},%s}",
		     o->name, o->name, (unsigned long long)o->born, (unsigned long long)o->rv,
		     o->app ? "x" : "y", finalizers, owner, data);
}

static void happened(struct maker *m, const char *type, const struct object *o)
{
	struct event *e = &m->events[m->event_count++];

	e->type = type;
	e->rv = o->rv;
	e->app = o->app;
	memcpy(e->text, o->text, sizeof(e->text));
}

/* A deletion's object has the version of the deletion. */
static void print_deleted(struct object *o)
{
	char *at = strstr(o->text, "\"resourceVersion\":\"") + strlen("\"resourceVersion\":\"");
	char rest[TEXT_MAX];

	(void)snprintf(rest, sizeof(rest), "%s", strchr(at, '"'));
	(void)snprintf(at, sizeof(o->text) - (size_t)(at - o->text), "%llu%s",
		       (unsigned long long)o->rv, rest);
}

static void add_write(struct maker *m)
{
	struct object *o = &m->objects[pick(m, OBJECTS)];
	const char *agent = ANY(&m->c, "kubectl/1", "kubectl/1", "ctl/1"), *method;
	bool refused = rarely(&m->c, 10);
	unsigned status;

	if (m->event_count == EVENTS_MAX)
		return;
	method = !o->lives ? "POST" : ANY(&m->c, "PUT", "PATCH", "PUT", "DELETE");
	m->id++;
	begin(m, "request", m->id);
	strbuf_addf(m->out, ",\"method\":\"%s\",\"path\":\"" PATH "%s%s\"", method,
		    o->lives ? "/" : "", o->lives ? o->name : "");
	strbuf_addf(m->out, ",\"headers\":{\"User-Agent\":\"%s\"}", agent);
	end(m);
	begin(m, "response", m->id);
	if (refused) {
		strbuf_addf(m->out, ",\"status\":%s", ANY(&m->c, "409", "500", "403"));
		strbuf_addz(m->out, ",\"body\":{\"kind\":\"Status\",\"status\":\"Failure\"}");
		end(m);
		return;
	}
	o->rv = m->rv += 1 + pick(m, 2);
	o->born = o->lives ? o->born : o->rv;
	status = o->lives ? 200 : 201;
	if (*method == 'D')
		print_deleted(o);
	else
		print_object(m, o);
	happened(m, !o->lives ? "ADDED" : *method == 'D' ? "DELETED" : "MODIFIED", o);
	o->lives = *method != 'D';
	strbuf_addf(m->out, ",\"status\":%u,\"body\":%s", status, o->text);
	end(m);
}

/* --- reads --- */

static bool selects(const struct reader *r, bool app)
{
	return !*r->selector || app;
}

static void add_query(struct maker *m, const struct reader *r, const char *first)
{
	strbuf_addf(m->out, ",\"method\":\"GET\",\"path\":\"" PATH "\",\"query\":{%s", first);
	if (*r->selector)
		strbuf_addf(m->out, ",\"labelSelector\":\"%s\"", r->selector);
	strbuf_addf(m->out, "},\"headers\":{\"User-Agent\":\"%s\"}", r->agent);
}

static void refuse(struct maker *m)
{
	const char *status = ANY(&m->c, "410", "429", "500", "503", "403");

	if (rarely(&m->c, 4)) {
		begin(m, "close", m->id);
		strbuf_addf(m->out, ",\"how\":\"%s\"", ANY(&m->c, "refused", "cut", "timeout"));
		end(m);
		return;
	}
	begin(m, "response", m->id);
	strbuf_addf(m->out, ",\"status\":%s", status);
	if (rarely(&m->c, 3))
		strbuf_addf(m->out, ",\"headers\":{\"Retry-After\":\"%s\"}",
			    ANY(&m->c, "1", "7", "x"));
	strbuf_addf(
	    m->out,
	    ",\"body\":{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"%s\",\"code\":%s}",
	    ANY(&m->c, "Expired", "InternalError", ""), status);
	end(m);
}

static void add_page(struct maker *m, const struct reader *r, size_t *from, size_t count, bool more)
{
	bool any = false;

	begin(m, "response", m->id);
	strbuf_addf(m->out,
		    ",\"status\":200,\"body\":{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\","
		    "\"metadata\":{\"resourceVersion\":\"%llu\"%s},\"items\":[",
		    (unsigned long long)m->rv, more ? ",\"continue\":\"next\"" : "");
	for (; *from < OBJECTS && count; (*from)++) {
		const struct object *o = &m->objects[*from];

		if (!o->lives || !selects(r, o->app))
			continue;
		strbuf_addf(m->out, "%s%s", any ? "," : "", o->text);
		any = true;
		count--;
	}
	strbuf_addz(m->out, "]}");
	end(m);
}

static void add_list(struct maker *m, struct reader *r)
{
	size_t from = 0;
	bool paged = rarely(&m->c, 4);

	m->id++;
	begin(m, "request", m->id);
	add_conn(m, r);
	add_query(m, r,
		  ANY(&m->c, "\"limit\":\"500\",\"resourceVersion\":\"0\"",
		      "\"limit\":\"500\",\"resourceVersion\":\"0\"", "\"limit\":\"500\"",
		      "\"limit\":\"2\""));
	end(m);
	if (rarely(&m->c, 6)) {
		refuse(m);
		return;
	}
	add_page(m, r, &from, paged ? 2 : OBJECTS, paged);
	if (paged) {
		m->id++;
		begin(m, "request", m->id);
		add_conn(m, r);
		add_query(m, r, "\"limit\":\"2\",\"continue\":\"next\"");
		end(m);
		if (rarely(&m->c, 4)) {
			refuse(m);
			return;
		}
		add_page(m, r, &from, OBJECTS, false);
	}
	r->rv = m->rv;
	r->next = m->event_count;
}

static void add_watch(struct maker *m, struct reader *r)
{
	char query[120];

	(void)snprintf(query, sizeof(query),
		       "\"allowWatchBookmarks\":\"true\",\"resourceVersion\":\"%llu\","
		       "\"timeoutSeconds\":\"%u\",\"watch\":\"true\"",
		       (unsigned long long)r->rv, 300 + pick(m, 300));
	m->id++;
	begin(m, "request", m->id);
	add_conn(m, r);
	add_query(m, r, query);
	end(m);
	if (rarely(&m->c, 7)) {
		refuse(m);
		r->rv = rarely(&m->c, 2) ? 0 : r->rv;
		return;
	}
	begin(m, "response", m->id);
	strbuf_addz(m->out, ",\"status\":200,\"stream\":true");
	end(m);
	r->watch = m->id;
}

static void add_event(struct maker *m, const struct reader *r, const char *type, const char *object)
{
	begin(m, "event", r->watch);
	strbuf_addf(m->out, ",\"type\":\"%s\",\"object\":%s", type, object);
	end(m);
}

static void add_bookmark(struct maker *m, struct reader *r, const char *more)
{
	char object[200];

	r->rv = m->rv;
	r->next = m->event_count;
	(void)snprintf(object, sizeof(object),
		       "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"
		       "\"resourceVersion\":\"%llu\"%s}}",
		       (unsigned long long)m->rv, more);
	add_event(m, r, "BOOKMARK", object);
}

/* A watch that begins with what is there. */
static void add_stream(struct maker *m, struct reader *r)
{
	m->id++;
	begin(m, "request", m->id);
	add_conn(m, r);
	add_query(m, r,
		  "\"allowWatchBookmarks\":\"true\",\"sendInitialEvents\":\"true\","
		  "\"resourceVersionMatch\":\"NotOlderThan\",\"watch\":\"true\"");
	end(m);
	if (rarely(&m->c, 6)) {
		refuse(m);
		return;
	}
	begin(m, "response", m->id);
	strbuf_addz(m->out, ",\"status\":200,\"stream\":true");
	end(m);
	r->watch = m->id;
	for (size_t i = 0; i < OBJECTS; i++)
		if (m->objects[i].lives && selects(r, m->objects[i].app))
			add_event(m, r, "ADDED", m->objects[i].text);
	if (rarely(&m->c, 8))
		r->rv = 0;
	else
		add_bookmark(m, r, ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}");
}

static void tell_next(struct maker *m, struct reader *r)
{
	const struct event *e;

	while (r->next < m->event_count && m->events[r->next].rv <= r->rv)
		r->next++;
	if (r->next == m->event_count)
		return;
	e = &m->events[r->next++];
	r->rv = e->rv;
	if (selects(r, e->app) && !rarely(&m->c, 14))
		add_event(m, r, e->type, e->text);
	else if (!selects(r, e->app) && rarely(&m->c, 2))
		add_event(m, r, "DELETED", e->text);
}

static void end_watch(struct maker *m, struct reader *r)
{
	const char *how = ANY(&m->c, "eof", "cut", "timeout", "eof");

	switch (pick(m, 5)) {
	case 0:
		add_event(m, r, "ERROR",
			  ANY(&m->c,
			      "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Expired\","
			      "\"message\":\"too old\",\"code\":410}",
			      "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":500}",
			      "{\"kind\":\"Status\",\"details\":{\"retryAfterSeconds\":3},\"code\":"
			      "429}"));
		r->rv = rarely(&m->c, 3) ? r->rv : 0;
		break;
	case 1:
		begin(m, "raw", r->watch);
		strbuf_addz(m->out, ",\"text\":\"{\\\"type\\\":\\\"ADD\"");
		end(m);
		break;
	case 2:
		begin(m, "hangup", r->watch);
		end(m);
		r->watch = 0;
		r->rv = rarely(&m->c, 2) ? r->rv : 0;
		return;
	default:
		break;
	}
	begin(m, "close", r->watch);
	strbuf_addf(m->out, ",\"how\":\"%s\"", how);
	end(m);
	r->watch = 0;
}

static void add_one(struct maker *m)
{
	static const int pauses[] = { 0, 0, 0, 40, 300, 900, 2500, 31000 };
	struct reader *r = &m->readers[pick(m, READERS)];

	m->ms += pauses[pick(m, ARRAY_LEN(pauses))];
	switch (pick(m, 8)) {
	case 0:
	case 1:
		add_write(m);
		return;
	case 2:
		if (r->watch && rarely(&m->c, 2))
			end_watch(m, r);
		else if (r->watch)
			add_bookmark(m, r, "");
		return;
	default:
		break;
	}
	if (!r->agent)
		return;
	if (r->watch)
		tell_next(m, r);
	else if (r->rv)
		add_watch(m, r);
	else if (rarely(&m->c, 5))
		add_stream(m, r);
	else
		add_list(m, r);
}

void make_recording(uint64_t n, struct strbuf *out)
{
	static const char *const names[OBJECTS] = { "a", "b", "c", "d-1", "e" };
	static struct maker made;
	struct maker *m = &made;
	unsigned count;

	*m = (struct maker) { .out = out, .rv = 3 };
	choice_init_seed(&m->c, 5000 + n, false);
	strbuf_addf(out, "{\"recording\":1,\"source\":{\"kind\":\"%s\"}%s}\n",
		    n % 6 ? "proxy" : "audit",
		    n % 6    ? ""
		    : n % 12 ? ",\"lacks\":[\"events\",\"ends\"]"
			     : ",\"lacks\":[\"connections\",\"events\"]");
	for (size_t i = 0; i < OBJECTS; i++)
		m->objects[i].name = names[i];
	for (size_t i = 0; i < READERS; i++) {
		strbuf_addf(out, "{\"connect\":{\"conn\":%zu,\"client\":\"10.0.0.%u:%zu\"}}\n",
			    i + 1, 1 + pick(m, 2), 4000 + i);
		m->readers[i].agent = ANY(&m->c, "op/1", "op/1", "ctl/1", NULL);
		m->readers[i].selector = i && rarely(&m->c, 3) ? "app=x" : "";
	}
	m->readers[0].agent = "op/1";
	for (unsigned i = pick(m, 4); i > 0; i--)
		add_write(m);
	count = 10 + pick(m, 40);
	for (unsigned i = 0; i < count; i++)
		add_one(m);
	choice_fini(&m->c);
}
