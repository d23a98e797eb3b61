/* SPDX-License-Identifier: Apache-2.0 */
/* store.h - every version of every object, and the log of their changes.
 *
 *   bucket (one per stored type)
 *     entries   sorted by key ("ns/name" or "name", bytewise: etcd's order), in blocks, so that an
 *               insertion does not move all others
 *                 head -> version rv 9 -> version rv 5 -> version rv 2   newest first, immutable
 *     events    ring: rv 2 ADDED, rv 5 MODIFIED, rv 9 DELETED   sequence numbers never reused
 *
 * A deletion is a version too (`gone`), so a list at an older rv follows each chain to the first
 * version that is not newer. Compaction only drops events; dropping an event frees the version
 * before its own. Watches keep a sequence number, never a pointer to an event.
 *
 * storage/ is what etcd and the watch cache are to kube-apiserver, with the selectors that filter
 * its objects. rest/ and watch/ read it; writes come from context.c (fakeapi__commit) and, at the
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
	struct fakeapi__version *prev;	/* owned; NULL: the object's creation, or compacted */
	uint32_t labels_at, labels_len; /* metadata.labels inside json; len 0: none */
	bool gone;	  /* a deletion; json is the last state, with the deletion's rv */
	bool terminating; /* has a metadata.deletionTimestamp */
	bool owned;	  /* has metadata.ownerReferences */
	bool lacks; /* etcd has fewer fields than readers see, so an unchanged update writes */
	char json[];
};

struct fakeapi__entry {
	struct fakeapi__version *head;
	uint32_t ns_len; /* 0: cluster scoped */
	uint32_t key_len;
	char key[];
};

enum fakeapi__event_type { FAKEAPI_ADDED, FAKEAPI_MODIFIED, FAKEAPI_DELETED };

/* A rendered event, shared by all watches with the same form. */
struct fakeapi__line {
	uint32_t refs;
	uint32_t len;
	uint32_t form; /* the form of the line: see watch.c */
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
	bool hidden; /* by a fault: the rv advanced, but no watch sees the event */
};

struct fakeapi__watch;

enum { FAKEAPI_BLOCK = 128 };

struct fakeapi__block {
	uint32_t count;	  /* never 0 */
	uint32_t live;	  /* entries of the block that are not gone */
	uint64_t newest;  /* the block has no versions newer than this */
	uint64_t counted; /* rewinds + 1 when both were computed; 0: a write followed */
	struct fakeapi__entry *items[FAKEAPI_BLOCK];
};

struct fakeapi__bucket {
	char *group;
	char *resource;
	struct fakeapi__block **blocks;
	size_t block_count, block_cap;
	struct fakeapi__block *spare; /* the next block to use; or NULL */
	size_t entry_count;
	struct fakeapi__event *events; /* ring, capacity a power of two */
	size_t event_cap;
	uint64_t first_seq, next_seq;	/* events[first_seq..next_seq) are available */
	uint64_t cache_floor;		/* watches of cached types from an older rv: 410 */
	uint64_t forgotten_rv;		/* of the newest dropped event: older states are lost */
	struct fakeapi__bucket *next;	/* in the store's list of discarded buckets */
	size_t live;			/* entries that are not gone */
	size_t old_bytes;		/* JSON of states that are not the newest, or gone */
	struct fakeapi__watch *watches; /* open watches, newest first */
	/* Hash table of the same watches by scope: watch/scopes.c. Its capacity is 2^n. */
	struct fakeapi__watch **scopes;
	size_t scope_cap, scoped;
};

/* Keeps the states at `rv` from compaction during a read in several steps. */
struct fakeapi__pin {
	uint64_t rv;
	struct fakeapi__pin *prev, *next;
};

/* A position in the order of a bucket's entries; zeros: the first. A write makes it approximate. */
struct fakeapi__at {
	size_t block, item;
};

struct fakeapi__held;

struct fakeapi__store {
	uint64_t rv;
	uint64_t etcd_floor; /* reads at an older rv: 410 */
	uint64_t list_floor; /* the same for lists of types with a watch cache */
	uint64_t min_floor;  /* no newer event is dropped: a frozen backend reads at this rv */
	uint32_t window;     /* events kept per bucket; 0: all */
	size_t window_bytes; /* JSON bytes of old states kept per bucket; 0: unlimited */
	struct fakeapi__bucket **buckets;
	size_t bucket_count, bucket_cap;
	struct map by_type;		   /* "group/resource" -> bucket */
	struct fakeapi__bucket *discarded; /* by a reset, not yet freed; a list linked by `next` */
	size_t version_bytes;		   /* JSON held, for limits and metrics */
	size_t freed_bytes;		   /* JSON freed since it was last set to 0 */
	/* Called before a write becomes the newest state; other than 0: the write is refused. May
	 * be NULL. */
	int (*log)(void *user, const struct fakeapi__write *w);
	void *log_user;
	uint64_t refused; /* writes that failed in `log` or because memory was exhausted */
	struct fakeapi__pin *pins;
	uint64_t rewinds;	     /* number of rewinds */
	struct fakeapi__held *aside; /* arrays not yet freed: held.h */
	bool forgets;		     /* some buckets have not been compacted to the floors */
	size_t forgets_at;	     /* the next bucket to compact */
	/* Requests calls of fakeapi__store_tidy() until it returns false. NULL: the store does that
	 * work at once. */
	void (*on_untidy)(void *user);
	void *untidy_user;
};

void fakeapi__store_init(struct fakeapi__store *s, uint64_t first_rv, uint32_t window);
void fakeapi__store_fini(struct fakeapi__store *s);
/* Empties the store: the next write is rv + 1. Versions referenced elsewhere stay valid, and are
 * still counted. The old content is freed at once or in steps; watches of it must be closed. */
void fakeapi__store_reset(struct fakeapi__store *s, uint64_t rv);
/* One step of the same. True: more remains. */
bool fakeapi__store_free_some(struct fakeapi__store *s, size_t *steps);

/* NULL: no such bucket (create: out of memory). */
struct fakeapi__bucket *fakeapi__store_bucket(struct fakeapi__store *s, struct str group,
					      struct str resource, bool create);
/* The entry, even if it is gone; NULL: none. */
struct fakeapi__entry *fakeapi__bucket_entry(const struct fakeapi__bucket *b, struct str ns,
					     struct str name);
/* The position of the first entry whose key is not less than `key`. */
struct fakeapi__at fakeapi__bucket_lower(const struct fakeapi__bucket *b, struct str key);
/* Returns the entry at *at and advances *at; NULL: no more entries. `b` may be NULL. */
struct fakeapi__entry *fakeapi__bucket_next(const struct fakeapi__bucket *b,
					    struct fakeapi__at *at);
/* Counts the entries with a state at `rv` in the block that begins at *at, and moves *at past it.
 * *last: its last entry; *looked: number of entries examined. -1: the caller must count one by one:
 * no block begins at *at, or not all entries are of the namespace `ns` (empty: any), or a write to
 * the block is newer than `rv`. */
int64_t fakeapi__bucket_count_block(const struct fakeapi__store *s, const struct fakeapi__bucket *b,
				    struct str ns, uint64_t rv, struct fakeapi__at *at,
				    const struct fakeapi__entry **last, size_t *looked);
/* The state at `rv` (UINT64_MAX: newest); NULL: the object did not exist at `rv`. */
const struct fakeapi__version *fakeapi__entry_at(const struct fakeapi__entry *e, uint64_t rv);
/* The newest live state, or NULL. */
const struct fakeapi__version *fakeapi__bucket_get(const struct fakeapi__bucket *b, struct str ns,
						   struct str name);
struct str fakeapi__entry_name(const struct fakeapi__entry *e);
struct str fakeapi__entry_ns(const struct fakeapi__entry *e);

/* for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) ... walk.entry: iterates
 * over all entries of a bucket, which may be NULL. If the bucket changes meanwhile, it may miss
 * some. */
struct fakeapi__walk {
	const struct fakeapi__bucket *in;
	struct fakeapi__at at; /* position after the entry */
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

/* Prepares the next state of an object (sets its rv, the next one, in obj's metadata): most of the
 * work of a write. NULL: out of memory. An unused version is freed with fakeapi__version_drop(). */
struct fakeapi__version *fakeapi__version_make(const struct fakeapi__store *s, cJSON *obj,
					       bool gone);
void fakeapi__version_drop(struct fakeapi__version *made); /* NULL is fine */
/* Writes `obj` as the new state of ns/name under the next rv (set in obj's metadata). `gone`:
 * writes its deletion. `take_made`: the result of version_make() for `obj`, always consumed; if
 * NULL or outdated by another write, the function makes the version. The event is the newest of the
 * bucket afterwards. RELIST_ENOMEM; RELIST_EIO if `log` refused the write; then nothing has
 * changed. */
int fakeapi__store_write(struct fakeapi__store *s, struct fakeapi__bucket *b, struct str ns,
			 struct str name, cJSON *obj, struct fakeapi__version *take_made, bool gone,
			 int64_t now_ns);

struct fakeapi__event *fakeapi__bucket_event(const struct fakeapi__bucket *b, uint64_t seq);
/* Sequence number of the first event newer than `rv`. */
uint64_t fakeapi__bucket_seq_after(const struct fakeapi__bucket *b, uint64_t rv);

/* The caller owns `pin`, which must stay valid until fakeapi__store_unpin(). */
void fakeapi__store_pin(struct fakeapi__store *s, struct fakeapi__pin *pin, uint64_t rv);
void fakeapi__store_unpin(struct fakeapi__store *s, struct fakeapi__pin *pin);

/* Drops the events and states that only reads at an rv older than both floors need: at once or in
 * steps. */
void fakeapi__store_forget(struct fakeapi__store *s);
/* One step of the same. True: more remains. */
bool fakeapi__store_forget_some(struct fakeapi__store *s, size_t *steps);
/* Rewinds to the state at `rv`, in three steps. After the first, the next write is rv + 1 and reads
 * at a version see the right states. The second removes newer versions and events little by little;
 * meanwhile entries still have newer heads. After the third, no trace of them is left. No writes
 * are allowed before that. -1: that state is compacted, or a compaction is unfinished (call
 * fakeapi__store_forget_some() until it returns false); nothing has changed. */
int fakeapi__store_rewind_begin(struct fakeapi__store *s, uint64_t rv);
/* One part of the second step. True: more remains. */
bool fakeapi__store_rewind_some(struct fakeapi__store *s, size_t steps);
void fakeapi__store_rewind_end(struct fakeapi__store *s);
/* All three steps, for tests. */
int fakeapi__store_rewind(struct fakeapi__store *s, uint64_t rv);

struct fakeapi__version *fakeapi__version_ref(const struct fakeapi__version *v);
void fakeapi__version_unref(struct fakeapi__store *s, struct fakeapi__version *v);
void fakeapi__line_unref(struct fakeapi__line *l);
void fakeapi__event_drop_lines(struct fakeapi__event *ev);
/* Drops the rendered lines of all events; they are rendered again when needed. */
void fakeapi__store_drop_lines(struct fakeapi__store *s);

#endif
