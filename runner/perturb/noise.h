/* SPDX-License-Identifier: Apache-2.0 */
/* noise.h - the differences between undisturbed runs, and flattened objects.
 *
 * An object is flattened to lines "path<TAB>value". Versions, uids and times never count; uids are
 * replaced by the key of their object, times and generated names by a word. A path whose value
 * differs between two undisturbed runs is noise for all objects of the type. */
#ifndef RUNNER_PERTURB_NOISE_H
#define RUNNER_PERTURB_NOISE_H

#include "runner/perturb/life.h"

struct perturb__noise {
	struct runner__arena arena;
	struct map keys; /* keys that occur in every undisturbed run */
	/* for other keys: the key with "*" for its random segments; the value is &keys if the form
	 * occurs in every run, else it is a guess */
	struct map stems;
	struct map paths;  /* "type|path" of differing fields */
	struct map loose;  /* canonical keys of objects that exist at the end of some lives only */
	struct map normal; /* canonical key -> struct perturb__norm: the objects at the end */
	struct map step_paths, step_loose; /* like paths and loose: at the end or after some step */
	struct map *rested;		   /* [step], from 1: like normal, at rest after the step */
	uint32_t rested_count;		   /* 0: the lives have no versions of rest */
	/* [step]: the lives differ at rest after the step in what they agree on at the end: some
	 * may not have been at rest */
	bool *unsure;
	struct map led;	   /* types that it writes in reaction to the story's steps */
	struct map counts; /* canonical key -> struct perturb__count: the maximum over all lives */
	uint32_t writes, requests, writes_least;
	size_t lives;
};

/* The objects with one canonical key that exist at the end, or at rest after a step. */
struct perturb__norm {
	struct scn__list objects; /* struct map: path -> text, in the memory of the first life */
	struct str type;
	size_t present;
};

struct perturb__count {
	uint32_t created, removed;
	/* those that the program created for an owner that had gone, and that the garbage collector
	 * removed */
	uint32_t orphans;
};

/* Learns from lives with the same story. Returns 0 or RELIST_ENOMEM. */
int perturb__noise_learn(struct perturb__noise *n, struct perturb__life *const *lives,
			 size_t count);
void perturb__noise_fini(struct perturb__noise *n);
/* The key for comparison: generated names end with "*". `json` may be empty. The key is in the
 * memory of `l`. */
struct str perturb__canonical(const struct perturb__noise *n, struct perturb__life *l,
			      struct str key, struct str json);
/* Whether the key has the form, apart from the segments at "*". */
bool perturb__is_form_of(struct str form, struct str key);
/* Learns the forms of names: `keys` and `stems`. RELIST_ENOMEM. */
int perturb__names_learn(struct perturb__noise *n, struct perturb__life *const *lives,
			 size_t count);
/* The length of the word of a generated name that stands in a value at s.ptr[at]; 0: none. Sets
 * l->arena.failed if out of memory. */
size_t perturb__generated_len(const struct perturb__noise *n, struct perturb__life *l, struct str s,
			      size_t at);
/* Counts creations and removals by canonical key; those by the story and by stand-ins do not
 * count. */
int perturb__count_life(const struct perturb__noise *n, struct perturb__life *l, struct map *out);
/* Flattens the object in the life's memory: map path -> NUL-terminated text. */
struct map *perturb__flatten(const struct perturb__noise *n, struct perturb__life *l,
			     struct str json);
/* Appends the part of the object at a flattened path as a value of the language: {spec: {replicas:
 * 3}}; `leaf`, unless NULL, replaces the value. Returns false if the value is missing or is never
 * compared (a uid, a time). */
bool perturb__part(const struct perturb__noise *n, struct perturb__life *l, struct str json,
		   const char *path, const char *leaf, struct strbuf *out);
void perturb__flat_free(struct map *flat);
/* Whether the change affects only versions and times: a heartbeat. */
bool perturb__is_same(struct perturb__life *l, const struct perturb__change *c);
bool perturb__is_noise(const struct perturb__noise *n, struct str type, const char *path);
/* The same for a set of paths of the noise. */
bool perturb__is_noise_of(const struct map *paths, struct str type, const char *path);
/* Whether the object existed before the start and is unchanged (definitions, storage classes), or
 * is a leader's lock. */
bool perturb__is_setting(const struct perturb__life *l, const struct perturb__change *c);
/* Types that are never compared: events, leases. */
bool perturb__is_ignored(struct str type);

#endif
