/* SPDX-License-Identifier: Apache-2.0 */
/* store.h - every version of every object, and the log of how they came about.
 *
 *   bucket (one per stored type)
 *     entries    sorted by key ("ns/name" or "name", bytewise: etcd's order), in blocks, so that
 * one comes and goes without the others being moved head -> version rv 9 -> version rv 5 -> version
 * rv 2     newest first, immutable events     ring: rv 2 ADDED, rv 5 MODIFIED, rv 9 DELETED
 * sequence numbers never reused
 *
 * A deletion is a version too (`gone`), so a list at an older rv follows each chain to the first
 * version that is not newer. Forgetting an event frees the version before it; that is all
 * compaction does. Watches keep a sequence number, never a pointer to an event.
 *
 * The room storage/ is what etcd and the watch cache are to kube-apiserver, with the selectors that
 * pick from it. rest/ and watch/ read it; writes come from context.c (fakeapi__commit) and, at the
 * start, from the state file.
 *
 * Who may call: the context (fakeapi__commit), rest/ and watch/ to read, posix/ at the start.
 * Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_STORE_H
#define FAKEAPI_STORE_H

#include <cjson/cJSON.h>

#include "base/base.h"
#include "base/map.h"
#include "fakeapi/storage/write.h"

/* One state of one object: its JSON with kind and apiVersion of the stored type. */
struct fakeapi__version {
	uint32_t refs;
	uint32_t json_len;
	uint64_t rv;
	struct fakeapi__version *prev;	/* owned; NULL: created here, or forgotten */
	uint32_t labels_at, labels_len; /* metadata.labels inside json; len 0: none */
	bool gone;  /* the deletion; json is the last state, with the deletion's rv */
	bool lacks; /* etcd has less of it than is read: an update that changes nothing writes it */
	char json[];
};

struct fakeapi__entry {
	struct fakeapi__version *head;
	uint32_t ns_len; /* 0: cluster scoped */
	uint32_t key_len;
	char key[];
};

enum fakeapi__event_type { FAKEAPI_ADDED, FAKEAPI_MODIFIED, FAKEAPI_DELETED };

/* A rendered event, shared by all watches of one form. */
struct fakeapi__line {
	uint32_t refs;
	uint32_t len;
	uint32_t form; /* which form, see watch.c */
	struct fakeapi__line *next;
	char bytes[];
};

struct fakeapi__event {
	uint64_t rv;
	int64_t at_ns;
	struct fakeapi__entry *entry;
	struct fakeapi__version *version;
	struct fakeapi__line *lines; /* cache, may be dropped at any time */
	uint8_t type;
	bool hidden; /* a fault: the rv moved on, no watch sees it */
};

struct fakeapi__watch;

enum { FAKEAPI_BLOCK = 128 };

struct fakeapi__block {
	uint32_t count;	  /* never 0 */
	uint32_t live;	  /* of these: not gone */
	uint64_t newest;  /* the versions they have are no newer */
	uint64_t counted; /* both were looked at after so many rewinds, less one; 0: not since it
			   * was written to */
	struct fakeapi__entry *items[FAKEAPI_BLOCK];
};

struct fakeapi__bucket {
	char *group;
	char *resource;
	struct fakeapi__block **blocks;
	size_t block_count, block_cap;
	struct fakeapi__block *spare; /* for the next that is needed; or NULL */
	size_t entry_count;
	struct fakeapi__event *events; /* ring, capacity a power of two */
	size_t event_cap;
	uint64_t first_seq, next_seq;	/* events[first_seq..next_seq) are known */
	uint64_t cache_floor;		/* watches of cached types from an older rv: 410 */
	uint64_t forgotten_rv;		/* of the newest forgotten event: older states are lost */
	struct fakeapi__bucket *next;	/* of the discarded */
	size_t live;			/* entries that are not gone */
	size_t old_bytes;		/* JSON of states that are not the newest, or gone */
	struct fakeapi__watch *watches; /* open watches, newest first */
	/* The same by what they are of: watch/scopes.c. A power of two of slots. */
	struct fakeapi__watch **scopes;
	size_t scope_cap, scoped;
};

/* A state that is read in several steps: what it shows is not forgotten meanwhile. */
struct fakeapi__pin {
	uint64_t rv;
	struct fakeapi__pin *prev, *next;
};

/* A place in the order of a bucket's entries; zeros: the first. After a write it is somewhere near.
 */
struct fakeapi__at {
	size_t block, item;
};

struct fakeapi__held;

struct fakeapi__store {
	uint64_t rv;
	uint64_t etcd_floor; /* reads at an older rv: 410 */
	uint64_t list_floor; /* the same for lists of types with a watch cache */
	uint64_t min_floor;  /* nothing newer is forgotten: a frozen backend reads there */
	uint32_t window;     /* events kept per bucket; 0: all */
	size_t window_bytes; /* of old states kept per bucket, as JSON; 0: any */
	struct fakeapi__bucket **buckets;
	size_t bucket_count, bucket_cap;
	struct map by_type;		   /* "group/resource" -> bucket */
	struct fakeapi__bucket *discarded; /* by a reset: still to be freed; a list by `next` */
	size_t version_bytes;		   /* JSON held, for limits and metrics */
	size_t freed_bytes;		   /* JSON freed since it was last set to 0 */
	/* Called before a write is the newest state; other than 0: the write is refused. May be
	 * NULL. */
	int (*log)(void *user, const struct fakeapi__write *w);
	void *log_user;
	uint64_t refused; /* writes that the log or want of memory refused */
	struct fakeapi__pin *pins;
	uint64_t rewinds;	     /* so many times it went back */
	struct fakeapi__held *aside; /* rows that are still to be freed: held.h */
	bool forgets;		     /* it has to be gone through for what may be forgotten */
	size_t forgets_at;	     /* and this bucket is next */
	/* fakeapi__store_tidy() is to be called now and then until there is no more. NULL: all is
	 * done at once. */
	void (*on_untidy)(void *user);
	void *untidy_user;
};

void fakeapi__store_init(struct fakeapi__store *s, uint64_t first_rv, uint32_t window);
void fakeapi__store_fini(struct fakeapi__store *s);
/* Empties it: the next write is rv + 1. Versions that others hold stay theirs, and counted. What
 * was there is freed now, or little by little; watches of it must be gone. */
void fakeapi__store_reset(struct fakeapi__store *s, uint64_t rv);
/* A part of that. True: there is more. */
bool fakeapi__store_free_some(struct fakeapi__store *s, size_t *steps);

/* NULL: not there (create: out of memory). */
struct fakeapi__bucket *fakeapi__store_bucket(struct fakeapi__store *s, struct str group,
					      struct str resource, bool create);
/* The entry, also when gone; NULL: never heard of it. */
struct fakeapi__entry *fakeapi__bucket_entry(const struct fakeapi__bucket *b, struct str ns,
					     struct str name);
/* The first whose key is not less than `key`. */
struct fakeapi__at fakeapi__bucket_lower(const struct fakeapi__bucket *b, struct str key);
/* The entry there, and *at becomes the one behind it; NULL: there are no more. `b` may be NULL. */
struct fakeapi__entry *fakeapi__bucket_next(const struct fakeapi__bucket *b,
					    struct fakeapi__at *at);
/* For who counts entries with a state at `rv`: as many as the whole block has that begins at *at,
 * which moves behind it; *last: its last entry, *looked: entries that were looked at for it. -1: to
 * be counted one by one: no block begins there, some are not of the namespace `ns` (empty: any), or
 * one was written to after `rv`. */
int64_t fakeapi__bucket_count_block(const struct fakeapi__store *s, const struct fakeapi__bucket *b,
				    struct str ns, uint64_t rv, struct fakeapi__at *at,
				    const struct fakeapi__entry **last, size_t *looked);
/* The state at `rv` (UINT64_MAX: newest); NULL: not existing then. */
const struct fakeapi__version *fakeapi__entry_at(const struct fakeapi__entry *e, uint64_t rv);
/* The newest live state, or NULL. */
const struct fakeapi__version *fakeapi__bucket_get(const struct fakeapi__bucket *b, struct str ns,
						   struct str name);
struct str fakeapi__entry_name(const struct fakeapi__entry *e);
struct str fakeapi__entry_ns(const struct fakeapi__entry *e);

/* for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) ... walk.entry: all entries
 * of a bucket, which may be NULL. Others may be written meanwhile; some may be missed then. */
struct fakeapi__walk {
	const struct fakeapi__bucket *in;
	struct fakeapi__at at; /* behind the entry */
	struct fakeapi__entry *entry;
	void (*pause)(void *user); /* called before every `pause_every`th entry; NULL: never */
	void *pause_user;
	size_t pause_every, unpaused;
};

static inline bool fakeapi__walk(struct fakeapi__walk *w)
{
	if (w->pause && ++w->unpaused >= w->pause_every) {
		w->unpaused = 0;
		w->pause(w->pause_user);
	}
	w->entry = fakeapi__bucket_next(w->in, &w->at);
	return w->entry != NULL;
}

static inline struct str fakeapi__version_json(const struct fakeapi__version *v)
{
	return (struct str) { v->json, v->json_len };
}

/* The next state of an object made ahead (its rv, the next one, is set in obj's metadata): most of
 * the work of a write. NULL: out of memory. Unused it goes with fakeapi__version_drop(). */
struct fakeapi__version *fakeapi__version_make(const struct fakeapi__store *s, cJSON *obj,
					       bool gone);
void fakeapi__version_drop(struct fakeapi__version *made); /* NULL is fine */
/* Writes `obj` as the new state of ns/name under the next rv (set in obj's metadata). `gone`: as
 * its deletion. `take_made`: what version_make() made of it, taken whatever happens; NULL, or made
 * before another write: it is made here. The event is the newest of the bucket afterwards.
 * RELIST_ENOMEM; RELIST_EIO when the log refused it: nothing changed then. */
int fakeapi__store_write(struct fakeapi__store *s, struct fakeapi__bucket *b, struct str ns,
			 struct str name, cJSON *obj, struct fakeapi__version *take_made, bool gone,
			 int64_t now_ns);

struct fakeapi__event *fakeapi__bucket_event(const struct fakeapi__bucket *b, uint64_t seq);
/* Sequence number of the first event newer than `rv`. */
uint64_t fakeapi__bucket_seq_after(const struct fakeapi__bucket *b, uint64_t rv);

/* `pin` is the caller's until it is taken out. */
void fakeapi__store_pin(struct fakeapi__store *s, struct fakeapi__pin *pin, uint64_t rv);
void fakeapi__store_unpin(struct fakeapi__store *s, struct fakeapi__pin *pin);

/* Forgets what only reads at an rv older than both floors need: now, or little by little. */
void fakeapi__store_forget(struct fakeapi__store *s);
/* A part of that. True: there is more. */
bool fakeapi__store_forget_some(struct fakeapi__store *s, size_t *steps);
/* Goes back to the state at `rv`, in three steps: the next write is rv + 1 from the first on, and
 * what reads at a version finds its state; then newer versions and events are taken back little by
 * little, and entries still have heads that are too new; then it is as if they had never been.
 * Nothing is written before the end. -1: that state is forgotten, or what is to be forgotten is
 * still there (fakeapi__store_forget_some() until there is no more); nothing has changed. */
int fakeapi__store_rewind_begin(struct fakeapi__store *s, uint64_t rv);
/* A part of the second. True: there is more. */
bool fakeapi__store_rewind_some(struct fakeapi__store *s, size_t steps);
void fakeapi__store_rewind_end(struct fakeapi__store *s);
/* All three, for tests. */
int fakeapi__store_rewind(struct fakeapi__store *s, uint64_t rv);

struct fakeapi__version *fakeapi__version_ref(const struct fakeapi__version *v);
void fakeapi__version_unref(struct fakeapi__store *s, struct fakeapi__version *v);
void fakeapi__line_unref(struct fakeapi__line *l);
void fakeapi__event_drop_lines(struct fakeapi__event *ev);
/* Of all events: they are rendered again when needed. */
void fakeapi__store_drop_lines(struct fakeapi__store *s);

#endif
