/* SPDX-License-Identifier: Apache-2.0 */
/* informer_kit.h - an informer without a network: tests put changes into its queue and read its
 * handlers' notifications as text. Time is a number in here. */
#ifndef TESTS_INFORMER_KIT_H
#define TESTS_INFORMER_KIT_H

#include "base/choice.h"
#include "base/clock.h"
#include "base/str.h"
#include "informer/fifo.h"
#include "informer/thread_safe_store.h"
#include "informer/object.h"
#include "informer/shared_informer.h"
#include "tests/kit/testing.h"

/* {"metadata":{"namespace","name","resourceVersion","uid"?,"labels":{"app"}?}}; key is "ns/name" or
 * "name". Reports out of memory as NULL. */
struct inf_object *kit_object(const char *key, const char *rv);
struct inf_object *kit_object_labelled(const char *key, const char *rv, const char *app);

/* The values of label "app", split at dots. */
void kit_index_by_app(void *user, const struct inf_object *obj, struct inf_index_values *out);

enum { KIT_HANDLERS = 8 };

struct kit_handler {
	struct kit *kit;
	char name[8];
	inf_registration reg;
	int fail_next; /* so many calls fail */
	bool blocked;  /* not delivered to by kit_run */
};

struct kit {
	struct inf__informer *inf;
	struct inf__queue *q;
	struct choice choice;
	int64_t now_ns;
	struct strbuf log; /* one line per call: "a ADD ns/p 5 initial\n" */
	struct kit_handler handlers[KIT_HANDLERS];
	int crashes;
};

struct kit_options {
	struct inf__gates gates;
	int64_t resync_ns;
	inf_transform_fn transform;
	void *transform_user;
	bool mutation_detector, one_at_a_time;
	inf__without without;
	struct trace_sink sink;
};

/* false: out of memory. */
bool kit_init(struct kit *k, const struct kit_options *options);
void kit_fini(struct kit *k);
/* Registers handler `name` (a letter); resync_ns < 0: default. */
int kit_add(struct kit *k, char name, int64_t resync_ns);
void kit_remove(struct kit *k, char name);
struct kit_handler *kit_handler(struct kit *k, char name);
bool kit_synced(struct kit *k, char name);
int kit_put(struct kit *k, enum inf__delta_type type, const char *key, const char *rv);
/* "ns/a=1 ns/b=2", or "" for the empty list. */
int kit_replace(struct kit *k, const char *items, const char *rv);
/* Process and deliver until nothing is ready. */
void kit_run(struct kit *k);
void kit_process(struct kit *k);
void kit_deliver(struct kit *k);
/* The log since the last call. */
#define kit_expect(k, text) kit_expect_at(k, text, __FILE__, __LINE__)
void kit_expect_at(struct kit *k, const char *text, const char *file, int line);
/* The cache as "ns/a=1 ns/b=2 ", in listing order. */
#define kit_expect_cache(k, text) kit_expect_cache_at(k, text, __FILE__, __LINE__)
void kit_expect_cache_at(struct kit *k, const char *text, const char *file, int line);

/* ---- a queue alone ---- */

int kit_fifo_put(struct inf__fifo *f, enum inf__delta_type type, const char *key, const char *rv);
int kit_fifo_replace(struct inf__fifo *f, const char *items, const char *rv);
/* Takes one batch and checks it: "initial: Added d/p=5, Deleted d/q=- tombstone", "empty",
 * "closed". "initial: " stands for isInInitialList. */
#define kit_expect_pop(f, text) kit_expect_pop_at(f, text, __FILE__, __LINE__)
void kit_expect_pop_at(struct inf__fifo *f, const char *text, const char *file, int line);

/* Transforms for tests; `user` is a name, a suffix. */
struct inf_object *kit_transform_fail_on(void *user, const struct inf_object *obj,
					 struct relist_err *err);
struct inf_object *kit_transform_rename(void *user, const struct inf_object *obj,
					struct relist_err *err);

#endif
