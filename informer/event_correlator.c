/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/event_correlator.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text/dns.h"
#include "base/text/rfc3339.h"

enum { ENTRIES_MAX = 4096, MAX_EVENTS = 10, INTERVAL_S = 600, SPAM_BURST = 25 };

/* ---- events ---- */

struct inf__event_record *inf__event_record_new(const char *const text[EVENT_TEXTS],
						int64_t wall_ns)
{
	struct inf__event_record *e = base__calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->first_ns = e->last_ns = wall_ns;
	e->count = 1;
	for (size_t i = 0; i < EVENT_TEXTS; i++) {
		e->text[i] = base__strdup(text[i] ? text[i] : "");
		if (!e->text[i]) {
			inf__event_record_free(e);
			return NULL;
		}
	}
	return e;
}

void inf__event_record_free(struct inf__event_record *e)
{
	if (!e)
		return;
	for (size_t i = 0; i < EVENT_TEXTS; i++)
		base__free(e->text[i]);
	base__free(e);
}

/* metav1.Time: whole seconds. */
static void add_time(struct strbuf *out, int64_t ns)
{
	strbuf_addc(out, '"');
	rfc3339_format(ns - ns % NS_PER_S, out);
	strbuf_addc(out, '"');
}

/* Appends ,"name":"value" unless the value is empty. */
static void add_member(struct strbuf *out, const char *name, const char *value)
{
	if (!*value)
		return;
	if (out->len && out->ptr[out->len - 1] != '{')
		strbuf_addc(out, ',');
	strbuf_addf(out, "\"%s\":", name);
	strbuf_add_json(out, str_of(value));
}

void inf__event_record_json(struct strbuf *out, const struct inf__event_record *e)
{
	char *const *t = e->text;

	strbuf_addz(out, "{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{");
	add_member(out, "name", t[EVENT_NAME]);
	add_member(out, "namespace", t[EVENT_NAMESPACE]);
	if (*t[EVENT_ANNOTATIONS])
		strbuf_addf(out, ",\"annotations\":%s", t[EVENT_ANNOTATIONS]);
	strbuf_addz(out, "},\"involvedObject\":{");
	add_member(out, "kind", t[EVENT_REF_KIND]);
	add_member(out, "namespace", t[EVENT_REF_NAMESPACE]);
	add_member(out, "name", t[EVENT_REF_NAME]);
	add_member(out, "uid", t[EVENT_REF_UID]);
	add_member(out, "apiVersion", t[EVENT_REF_API_VERSION]);
	add_member(out, "resourceVersion", t[EVENT_REF_RESOURCE_VERSION]);
	strbuf_addc(out, '}');
	add_member(out, "reason", t[EVENT_REASON]);
	add_member(out, "message", t[EVENT_MESSAGE]);
	strbuf_addz(out, ",\"source\":{");
	add_member(out, "component", t[EVENT_COMPONENT]);
	add_member(out, "host", t[EVENT_HOST]);
	strbuf_addz(out, "},\"firstTimestamp\":");
	add_time(out, e->first_ns);
	strbuf_addz(out, ",\"lastTimestamp\":");
	add_time(out, e->last_ns);
	strbuf_addf(out, ",\"count\":%" PRId32, e->count);
	add_member(out, "type", t[EVENT_TYPE]);
	strbuf_addz(out, ",\"eventTime\":null,\"reportingComponent\":");
	strbuf_add_json(out, str_of(e->combined ? "" : t[EVENT_COMPONENT]));
	strbuf_addz(out, ",\"reportingInstance\":");
	strbuf_add_json(out, str_of(e->combined ? "" : t[EVENT_HOST]));
	strbuf_addc(out, '}');
}

void inf__event_record_patch(struct strbuf *out, const struct inf__event_record *e)
{
	strbuf_addf(out, "{\"count\":%" PRId32 ",\"lastTimestamp\":", e->count);
	add_time(out, e->last_ns);
	add_member(out, "message", e->text[EVENT_MESSAGE]);
	strbuf_addc(out, '}');
}

void inf__event_record_name(struct strbuf *out, const char *ref_name, int64_t wall_ns,
			    const double unit[4])
{
	uint32_t r[4];

	strbuf_clear(out);
	strbuf_addf(out, "%s.%" PRIx64, ref_name, (uint64_t)wall_ns);
	if (out->len <= DNS_SUBDOMAIN_LEN_MAX && dns_is_subdomain(strbuf_str(out)))
		return;
	for (int i = 0; i < 4; i++)
		r[i] = (uint32_t)(unit[i] * 4294967296.0);
	strbuf_clear(out);
	strbuf_addf(out,
		    "%08" PRIx32 "-%04" PRIx32 "-4%03" PRIx32 "-%04" PRIx32 "-%04" PRIx32
		    "%08" PRIx32,
		    r[0], r[1] >> 16, r[1] & 0xfff, 0x8000 | (r[2] >> 16 & 0x3fff), r[2] & 0xffff,
		    r[3]);
}

/* ---- remembered events ---- */

struct inf__event_entry {
	struct inf__event_entry *older, *newer;
	char *key;
	/* spam */
	double tokens;
	int64_t last_ns; /* also of `similar` */
	/* similar: a set of at most MAX_EVENTS messages; the oldest first */
	char *messages[MAX_EVENTS];
	uint32_t message_count;
	/* seen */
	int32_t count;
	int64_t first_ns;
	char *name;
};

static void unlink_entry(struct inf__event_lru *l, struct inf__event_entry *e)
{
	*(e->older ? &e->older->newer : &l->oldest) = e->newer;
	*(e->newer ? &e->newer->older : &l->newest) = e->older;
}

static void link_newest(struct inf__event_lru *l, struct inf__event_entry *e)
{
	e->older = l->newest;
	e->newer = NULL;
	*(l->newest ? &l->newest->newer : &l->oldest) = e;
	l->newest = e;
}

static void free_messages(struct inf__event_entry *e)
{
	for (uint32_t i = 0; i < e->message_count; i++)
		base__free(e->messages[i]);
	e->message_count = 0;
}

static void drop_entry(struct inf__event_lru *l, struct inf__event_entry *e)
{
	unlink_entry(l, e);
	(void)map_del(&l->map, str_of(e->key));
	free_messages(e);
	base__free(e->key);
	base__free(e->name);
	base__free(e);
}

/* Returns the entry of the key as the newest; a new entry is zeroed. NULL: out of memory. */
static struct inf__event_entry *touch(struct inf__event_lru *l, const struct strbuf *key)
{
	struct inf__event_entry *e = key->failed ? NULL : map_get(&l->map, strbuf_str(key));

	if (e) {
		unlink_entry(l, e);
		link_newest(l, e);
		return e;
	}
	e = key->failed ? NULL : base__calloc(1, sizeof(*e));
	if (!e)
		return NULL;
	e->key = base__strndup(key->ptr, key->len);
	if (!e->key || map_put(&l->map, strbuf_str(key), e, NULL) != 0) {
		base__free(e->key);
		base__free(e);
		return NULL;
	}
	link_newest(l, e);
	if (map_len(&l->map) > ENTRIES_MAX)
		drop_entry(l, l->oldest);
	return e;
}

static void lru_fini(struct inf__event_lru *l)
{
	while (l->oldest)
		drop_entry(l, l->oldest);
	map_fini(&l->map);
}

void inf__event_correlator_init(struct inf__event_correlator *c)
{
	memset(c, 0, sizeof(*c));
	map_init(&c->spam.map, MAP_COPY_KEYS);
	map_init(&c->similar.map, MAP_COPY_KEYS);
	map_init(&c->seen.map, MAP_COPY_KEYS);
	c->qps = 1.0 / 300;
	c->burst = SPAM_BURST;
	c->max_events = MAX_EVENTS;
	c->max_interval_ns = INTERVAL_S * NS_PER_S;
}

void inf__event_correlator_fini(struct inf__event_correlator *c)
{
	lru_fini(&c->spam);
	lru_fini(&c->similar);
	lru_fini(&c->seen);
}

/* ---- keys ---- */

/* Joins texts with a unit separator, so that "ab","c" and "a","bc" differ. */
static void add_key(struct strbuf *key, const struct inf__event_record *e,
		    const enum inf__event_text *parts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		strbuf_addz(key, e->text[parts[i]]);
		strbuf_addc(key, '\x1f');
	}
}

static const enum inf__event_text full_parts[] = {
	EVENT_COMPONENT, EVENT_HOST,	EVENT_REF_KIND,	       EVENT_REF_NAMESPACE,
	EVENT_REF_NAME,	 EVENT_REF_UID, EVENT_REF_API_VERSION, EVENT_TYPE,
	EVENT_REASON,	 EVENT_MESSAGE,
};

/* The full key. Similar events share the key without the message, spam that without reason and
 * message. */
static void key_full(struct strbuf *key, const struct inf__event_record *e)
{
	add_key(key, e, full_parts, ARRAY_LEN(full_parts));
}

static void key_similar(struct strbuf *key, const struct inf__event_record *e)
{
	add_key(key, e, full_parts, ARRAY_LEN(full_parts) - 1);
}

static void key_spam(struct strbuf *key, const struct inf__event_record *e)
{
	add_key(key, e, full_parts, ARRAY_LEN(full_parts) - 2);
}

/* ---- EventAggregate, eventObserve, Filter ---- */

static bool has_message(const struct inf__event_entry *s, const char *message)
{
	for (uint32_t i = 0; i < s->message_count; i++)
		if (strcmp(s->messages[i], message) == 0)
			return true;
	return false;
}

static void pop_message(struct inf__event_entry *s)
{
	base__free(s->messages[0]);
	s->message_count--;
	memmove(s->messages, s->messages + 1, s->message_count * sizeof(s->messages[0]));
}

/* Turns the event into an aggregate; its name is freed. */
static int combine(struct inf__event_record *e, int64_t wall_ns)
{
	AUTO_STRBUF message = STRBUF_INIT;
	char *m, *a = base__strdup("");

	strbuf_addf(&message, "(combined from similar events): %s", e->text[EVENT_MESSAGE]);
	m = strbuf_steal(&message);
	if (!m || !a) {
		base__free(m);
		base__free(a);
		return RELIST_ENOMEM;
	}
	base__free(e->text[EVENT_MESSAGE]);
	base__free(e->text[EVENT_ANNOTATIONS]);
	e->text[EVENT_MESSAGE] = m;
	e->text[EVENT_ANNOTATIONS] = a;
	e->combined = true;
	e->first_ns = e->last_ns = wall_ns;
	e->count = 1;
	return 0;
}

/* Sets *key to the key by which the event is counted. */
static int aggregate(struct inf__event_correlator *c, struct inf__event_record *e, int64_t wall_ns,
		     struct strbuf *key)
{
	AUTO_STRBUF group = STRBUF_INIT;
	struct inf__event_entry *s;

	key_full(key, e);
	key_similar(&group, e);
	s = touch(&c->similar, &group);
	if (!s || key->failed)
		return RELIST_ENOMEM;
	if (wall_ns - s->last_ns > c->max_interval_ns)
		free_messages(s);
	s->last_ns = wall_ns;
	if (!has_message(s, e->text[EVENT_MESSAGE])) {
		char *copy = base__strdup(e->text[EVENT_MESSAGE]);

		if (!copy)
			return RELIST_ENOMEM;
		s->messages[s->message_count++] = copy;
	}
	if (s->message_count < c->max_events)
		return 0;
	pop_message(s);
	strbuf_clear(key);
	strbuf_adds(key, strbuf_str(&group));
	return key->failed ? RELIST_ENOMEM : combine(e, wall_ns);
}

static int remember(struct inf__event_entry *seen, const struct inf__event_record *e,
		    const char *name)
{
	char *copy = base__strdup(name);

	if (!copy)
		return RELIST_ENOMEM;
	base__free(seen->name);
	seen->name = copy;
	seen->count = e->count;
	seen->first_ns = e->first_ns;
	return 0;
}

static int observe(struct inf__event_correlator *c, struct inf__event_record *e,
		   const struct strbuf *key, enum inf__event_verdict *out)
{
	struct inf__event_entry *seen = touch(&c->seen, key);
	char *name;

	if (!seen)
		return RELIST_ENOMEM;
	*out = EVENT_CREATE;
	if (seen->count > 0) {
		name = base__strdup(seen->name);
		if (!name)
			return RELIST_ENOMEM;
		base__free(e->text[EVENT_NAME]);
		e->text[EVENT_NAME] = name;
		e->first_ns = seen->first_ns;
		e->count = seen->count < INT32_MAX ? seen->count + 1 : INT32_MAX;
		*out = EVENT_PATCH;
	}
	return remember(seen, e, e->text[EVENT_NAME]);
}

/* Whether no token is left for the event (flowcontrol.PassiveRateLimiter.TryAccept). */
static bool is_spam(struct inf__event_correlator *c, const struct inf__event_record *e,
		    int64_t wall_ns, int *code)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct inf__event_entry *s;
	bool fresh;

	key_spam(&key, e);
	s = touch(&c->spam, &key);
	if (!s) {
		*code = RELIST_ENOMEM;
		return false;
	}
	fresh = s->last_ns == 0;
	if (!fresh && wall_ns > s->last_ns)
		s->tokens += (double)(wall_ns - s->last_ns) / 1e9 * c->qps;
	if (fresh || s->tokens > c->burst)
		s->tokens = c->burst;
	s->last_ns = wall_ns;
	if (s->tokens < 1)
		return true;
	s->tokens -= 1;
	return false;
}

int inf__event_correlate(struct inf__event_correlator *c, struct inf__event_record *e,
			 int64_t wall_ns, enum inf__event_verdict *out)
{
	AUTO_STRBUF key = STRBUF_INIT;
	int code = aggregate(c, e, wall_ns, &key);

	if (!code)
		code = observe(c, e, &key, out);
	if (!code && is_spam(c, e, wall_ns, &code))
		*out = EVENT_SKIP;
	return code;
}

void inf__event_correlator_sent(struct inf__event_correlator *c, const struct inf__event_record *e,
				const char *name)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct inf__event_entry *seen;

	key_full(&key, e);
	seen = touch(&c->seen, &key);
	if (seen && remember(seen, e, name) != 0)
		seen->count = 0;
}
