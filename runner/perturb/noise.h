/* SPDX-License-Identifier: Apache-2.0 */
/* noise.h - what differs between undisturbed lives, and objects as they are compared.
 *
 * An object is flattened to lines "path<TAB>value". Versions, uids and times never count; uids are
 * replaced by the key of their object, times and generated names by a word. A path whose value
 * differs between two undisturbed lives is noise for all objects of the type.
 */
#ifndef RUNNER_PERTURB_NOISE_H
#define RUNNER_PERTURB_NOISE_H

#include "runner/perturb/life.h"

struct perturb__noise {
	struct runner__arena arena;
	struct map keys;   /* keys that occur in every undisturbed life */
	struct map stems;  /* of names that do not: key with "*" for the rest */
	struct map paths;  /* "type|path" that differ */
	struct map loose;  /* canonical keys that are there at the end of some lives only */
	struct map normal; /* canonical key -> struct perturb__norm: the end of a life */
	struct map counts; /* canonical key -> struct perturb__count: most of all lives */
	uint32_t writes, requests, rate_max, writes_least;
	size_t lives;
};

/* Of one canonical key: the objects that are there at the end. */
struct perturb__norm {
	struct scn__list objects; /* struct map: path -> text, in the memory of the first life */
	struct str type;
	size_t present;
};

struct perturb__count {
	uint32_t created, removed;
};

/* 0 or RELIST_ENOMEM. The lives have the same story. */
int perturb__noise_learn(struct perturb__noise *n, struct perturb__life *const *lives,
			 size_t count);
void perturb__noise_fini(struct perturb__noise *n);
/* The key as it is compared: names that differ from life to life end with "*". `json` may be
 * empty. In the memory of `l`. */
struct str perturb__canonical(const struct perturb__noise *n, struct perturb__life *l,
			      struct str key, struct str json);
/* Creations and removals by others than the story, and stand-ins, by canonical key. */
int perturb__count_life(const struct perturb__noise *n, struct perturb__life *l, struct map *out);
/* The object as lines, in the life's memory: map path -> NUL-terminated text. */
struct map *perturb__flatten(const struct perturb__noise *n, struct perturb__life *l,
			     struct str json);
/* The part of the object that has what stands at a path of its lines, as a value of the language:
 * {spec: {replicas: 3}}; `leaf`: instead of what stands there. False: it is not there, or is none
 * that can be compared (a uid, a time). */
bool perturb__part(const struct perturb__noise *n, struct perturb__life *l, struct str json,
		   const char *path, const char *leaf, struct strbuf *out);
void perturb__flat_free(struct map *flat);
/* It is as before, but for versions and times: a heartbeat. */
bool perturb__is_same(struct perturb__life *l, const struct perturb__change *c);
bool perturb__is_noise(const struct perturb__noise *n, struct str type, const char *path);
/* It was there before the start, and is as it was: definitions, storage classes. Or a leader's
 * lock. */
bool perturb__is_setting(const struct perturb__life *l, const struct perturb__change *c);
/* Types that are not compared: events, leases. */
bool perturb__is_ignored(struct str type);

#endif
