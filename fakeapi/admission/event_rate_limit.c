/* SPDX-License-Identifier: Apache-2.0 */
/* event_rate_limit.c - the plug-in EventRateLimit: 429 for events that exceed a configured rate. */
#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/admission/config.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"

struct bucket {
	double tokens;
	int64_t at_ns;
};

static void add_key(const struct fakeapi__call *c, const struct fakeapi__event_limit *limit,
		    const cJSON *event, struct strbuf *key)
{
	/* fields of core Events; events.k8s.io is stored in that form */
	static const char *const names[][2] = {
		{ "source", "component" },	    { "source", "host" },
		{ "involvedObject", "kind" },	    { "involvedObject", "namespace" },
		{ "involvedObject", "name" },	    { "involvedObject", "uid" },
		{ "involvedObject", "apiVersion" },
	};

	if (strcmp(limit->type, "Namespace") == 0)
		strbuf_adds(key, c->route_ns);
	else if (strcmp(limit->type, "User") == 0)
		key->failed |= fakeapi__call_user_name(c, key) < 0;
	else if (strcmp(limit->type, "SourceAndObject") == 0)
		for (size_t i = 0; i < ARRAY_LEN(names); i++)
			strbuf_addz(key, fakeapi__string(fakeapi__member(event, names[i][0]),
							 names[i][1]));
}

/* Evicts the oldest key if there are too many, as an LRU cache does. */
static struct bucket *bucket_of(struct fakeapi__event_limit *limit, struct str key, int64_t now_ns)
{
	struct bucket *b = map_get(&limit->keys, key);
	const struct map_entry *e;
	size_t at = 0;

	if (b)
		return b;
	if (map_len(&limit->keys) >= limit->keys_max && (e = map_next(&limit->keys, &at))) {
		base__free(e->value);
		map_del(&limit->keys, (struct str) { e->key, e->key_len });
	}
	b = base__calloc(1, sizeof(*b));
	if (!b)
		return NULL;
	*b = (struct bucket) { limit->burst, now_ns };
	if (map_put(&limit->keys, key, b, NULL) == 0)
		return b;
	base__free(b);
	return NULL;
}

/* 1: accepted; 0: refused; -1: out of memory. */
static int accept(struct fakeapi__event_limit *limit, struct str key, int64_t now_ns)
{
	struct bucket *b = bucket_of(limit, key, now_ns);

	if (!b)
		return -1;
	b->tokens += (double)(now_ns - b->at_ns) / NS_PER_S * limit->qps;
	if (b->tokens > limit->burst)
		b->tokens = limit->burst;
	b->at_ns = now_ns;
	if (b->tokens < 1)
		return 0;
	b->tokens -= 1;
	return 1;
}

int fakeapi__event_rate_limit_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	struct fakeapi__admission_config *config = c->core->admission;
	AUTO_STRBUF why = STRBUF_INIT;
	size_t refused = 0;

	(void)old;
	if (!config || c->dry_run)
		return 0;
	for (size_t i = 0; i < config->limit_count; i++) {
		struct fakeapi__event_limit *limit = &config->limits[i];
		AUTO_STRBUF key = STRBUF_INIT;
		int rc;

		add_key(c, limit, obj, &key);
		strbuf_addz(&key, "");
		rc = key.failed ? -1 : accept(limit, strbuf_str(&key), c->now_ns);
		if (rc < 0)
			return -1;
		if (rc == 0)
			strbuf_addf(&why, "%slimit reached on type %s for key %s",
				    refused++ ? ", " : "", limit->type, key.len ? key.ptr : "");
	}
	if (!refused)
		return 0;
	return why.failed ? -1
			  : fakeapi__status_set(&c->st, 429, "TooManyRequests",
						refused > 1 ? "Too many requests: [%s]"
							    : "Too many requests: %s",
						why.ptr);
}
