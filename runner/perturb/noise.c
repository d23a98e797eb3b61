/* SPDX-License-Identifier: Apache-2.0 */
/* noise.c - learns the differences between undisturbed runs. */
#include "runner/perturb/noise.h"

#include "base/alloc.h"
#include "base/json_scan.h"

bool perturb__is_setting(const struct perturb__life *l, const struct perturb__change *c)
{
	return (!c->deleted && c->rv <= l->rv_first) || map_get(&l->locks, c->key);
}

bool perturb__is_ignored(struct str type)
{
	return str_eqz(type, "events") || str_eqz(type, "events.events.k8s.io") ||
	       str_eqz(type, "leases.coordination.k8s.io");
}

/* --- fields that are noise --- */

static void add_path_key(struct str type, const char *path, struct strbuf *out)
{
	strbuf_addf(out, STR_FMT "|%s", STR_ARG(type), path);
}

bool perturb__is_noise_of(const struct map *paths, struct str type, const char *path)
{
	AUTO_STRBUF key = STRBUF_INIT;

	add_path_key(type, path, &key);
	return map_get(paths, strbuf_str(&key)) != NULL;
}

bool perturb__is_noise(const struct perturb__noise *n, struct str type, const char *path)
{
	return perturb__is_noise_of(&n->paths, type, path);
}

/* --- learning --- */

/* What is learned of one state: that at the end, or that at rest after a step. */
struct learner {
	struct perturb__noise *n;
	struct map *paths, *loose, *normal;
};

static int mark(struct perturb__noise *n, struct map *set, struct str key)
{
	struct str own;

	if (map_get(set, key))
		return 0;
	own = runner__arena_str(&n->arena, key);
	return n->arena.failed ? RELIST_ENOMEM : map_put(set, own, n, NULL);
}

static int add_path_noise(const struct learner *to, struct str type, const char *path)
{
	AUTO_STRBUF key = STRBUF_INIT;

	add_path_key(type, path, &key);
	return mark(to->n, to->paths, strbuf_str(&key));
}

static int compare(const struct learner *to, struct str type, const struct map *a,
		   const struct map *b)
{
	const struct map_entry *e;
	int code = 0;

	for (size_t i = 0; !code && (e = map_next(a, &i));) {
		const char *other = map_get(b, (struct str) { e->key, e->key_len });

		if (!other || strcmp(other, e->value) != 0)
			code = add_path_noise(to, type, e->key);
	}
	for (size_t i = 0; !code && (e = map_next(b, &i));)
		if (!map_get(a, (struct str) { e->key, e->key_len }))
			code = add_path_noise(to, type, e->key);
	return code;
}

static int compare_objects(const struct learner *to, struct perturb__life *a,
			   const struct perturb__change *one, struct perturb__life *b,
			   const struct perturb__change *two)
{
	struct map *x = perturb__flatten(to->n, a, one->json);
	struct map *y = perturb__flatten(to->n, b, two->json);
	int code = x && y ? compare(to, one->type, x, y) : RELIST_ENOMEM;

	perturb__flat_free(x);
	perturb__flat_free(y);
	return code;
}

/* Stands for several objects with one canonical key. */
static char several;

/* The live objects by canonical key. */
static int index_objects(const struct learner *to, struct perturb__life *l, struct map *out)
{
	const struct map_entry *e;
	int code = 0;

	for (size_t i = 0; !code && (e = map_next(&l->last, &i));) {
		const struct perturb__change *c = e->value;
		struct str key;

		if (c->deleted || perturb__is_ignored(c->type) || perturb__is_setting(l, c))
			continue;
		key = perturb__canonical(to->n, l, c->key, c->json);
		code = map_put(out, key, map_get(out, key) ? &several : e->value, NULL);
	}
	return code;
}

/* Compares the live objects of both lives that have the same canonical key. */
static int learn_paths(const struct learner *to, struct perturb__life *a, struct perturb__life *b)
{
	const struct map_entry *e;
	struct map ones, twos;
	int code;

	map_init(&ones, MAP_BORROW_KEYS);
	map_init(&twos, MAP_BORROW_KEYS);
	code = index_objects(to, a, &ones);
	if (!code)
		code = index_objects(to, b, &twos);
	for (size_t i = 0; !code && (e = map_next(&ones, &i));) {
		void *two = map_get(&twos, (struct str) { e->key, e->key_len });

		if (two && two != &several && e->value != &several)
			code = compare_objects(to, a, e->value, b, two);
	}
	map_fini(&ones);
	map_fini(&twos);
	return code;
}

static struct perturb__norm *norm_of(const struct learner *to, struct str key)
{
	struct perturb__norm *norm = map_get(to->normal, key);
	struct str own;

	if (norm)
		return norm;
	norm = runner__arena_alloc(&to->n->arena, sizeof(*norm));
	own = runner__arena_str(&to->n->arena, key);
	return norm && !to->n->arena.failed && !map_put(to->normal, own, norm, NULL) ? norm : NULL;
}

static int learn_objects(const struct learner *to, struct perturb__life *l)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->last, &i));) {
		struct perturb__change *c = e->value;
		struct perturb__norm *norm;
		struct map *flat;

		if (c->deleted || perturb__is_ignored(c->type) || perturb__is_setting(l, c))
			continue;
		norm = norm_of(to, perturb__canonical(to->n, l, c->key, c->json));
		flat = perturb__flatten(to->n, l, c->json);
		if (!norm || !flat || !perturb__push(l, &norm->objects, flat)) {
			perturb__flat_free(flat);
			return RELIST_ENOMEM;
		}
		norm->type = c->type;
		norm->present++;
	}
	return 0;
}

/* Finds objects that exist in some lives only, or in different numbers. */
static int learn_loose(const struct learner *to, struct perturb__life *l)
{
	struct map here;
	const struct map_entry *e;
	int code = 0;

	map_init(&here, MAP_BORROW_KEYS);
	for (size_t i = 0; !code && (e = map_next(&l->last, &i));) {
		const struct perturb__change *c = e->value;
		struct str key;
		uintptr_t seen;

		if (c->deleted || perturb__is_ignored(c->type) || perturb__is_setting(l, c))
			continue;
		key = perturb__canonical(to->n, l, c->key, c->json);
		seen = (uintptr_t)map_get(&here, key);
		code = map_put(&here, key, (void *)(seen + 1), NULL);
		if (!code && !map_get(to->normal, key))
			code = mark(to->n, to->loose, key);
	}
	for (size_t i = 0; !code && (e = map_next(to->normal, &i));) {
		const struct perturb__norm *norm = e->value;
		struct str key = { e->key, e->key_len };

		if ((uintptr_t)map_get(&here, key) != norm->present)
			code = mark(to->n, to->loose, key);
	}
	map_fini(&here);
	return code;
}

int perturb__count_life(const struct perturb__noise *n, struct perturb__life *l, struct map *out)
{
	for (size_t i = 0; i < l->changes.len; i++) {
		const struct perturb__change *c = perturb__change_at(l, i);
		struct perturb__count *count;
		struct str key;

		if (c->by == PERTURB_STORY || c->by == PERTURB_ROLE || perturb__is_ignored(c->type))
			continue;
		if ((!c->added && !c->deleted) || map_get(&l->locks, c->key))
			continue;
		key = perturb__canonical(n, l, c->key, c->json);
		count = map_get(out, key);
		if (!count)
			count = runner__arena_alloc(&l->arena, sizeof(*count));
		if (!count || map_put(out, key, count, NULL))
			return RELIST_ENOMEM;
		count->created += c->added && c->by == PERTURB_SUBJECT;
		count->removed += c->deleted;
		count->orphans += perturb__gone_owner(l, c) != NULL;
	}
	return 0;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t without(uint32_t n, uint32_t part)
{
	return n > part ? n - part : 0;
}

static int learn_counts(struct perturb__noise *n, struct perturb__life *l)
{
	struct map here;
	const struct map_entry *e;
	int code;

	map_init(&here, MAP_BORROW_KEYS);
	code = perturb__count_life(n, l, &here);
	for (size_t i = 0; !code && (e = map_next(&here, &i));) {
		const struct perturb__count *c = e->value;
		struct str key = { e->key, e->key_len };
		struct perturb__count *most = map_get(&n->counts, key);

		if (!most) {
			most = runner__arena_alloc(&n->arena, sizeof(*most));
			key = runner__arena_str(&n->arena, key);
			code = !most || n->arena.failed ? RELIST_ENOMEM
							: map_put(&n->counts, key, most, NULL);
		}
		if (code)
			break;
		/* how many orphans there are is chance: they must not hide surplus creations */
		most->created = larger(most->created, without(c->created, c->orphans));
		most->removed = larger(most->removed, without(c->removed, c->orphans));
		most->orphans = larger(most->orphans, c->orphans);
	}
	map_fini(&here);
	n->writes = n->writes > l->writes ? n->writes : l->writes;
	n->requests = n->requests > l->requests ? n->requests : l->requests;
	return code;
}

static int learn_led(struct perturb__noise *n, struct perturb__life *l)
{
	int code = 0;

	for (size_t i = 0; !code && i < l->ops.len; i++) {
		const struct perturb__op *op = perturb__op_at(l, i);

		if (op->write && op->step)
			code = mark(n, &n->led, op->type);
	}
	return code;
}

static int learn_state(const struct learner *to, struct perturb__life *const *lives, size_t count)
{
	int code = 0;

	for (size_t i = 1; !code && i < count; i++)
		code = learn_paths(to, lives[0], lives[i]);
	if (!code)
		code = learn_objects(to, lives[0]);
	for (size_t i = 1; !code && i < count; i++)
		code = learn_loose(to, lives[i]);
	return code;
}

static int add_all(struct perturb__noise *n, const struct map *from, struct map *to)
{
	const struct map_entry *e;
	int code = 0;

	for (size_t i = 0; !code && (e = map_next(from, &i));)
		code = mark(n, to, (struct str) { e->key, e->key_len });
	return code;
}

static bool has_more(const struct map *set, const struct map *than)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(set, &i));)
		if (!map_get(than, (struct str) { e->key, e->key_len }))
			return true;
	return false;
}

/* Learns from the states after a step; `ends` receives the end of each life meanwhile. */
static int learn_step(struct perturb__noise *n, struct perturb__life *const *lives, size_t count,
		      uint32_t step, struct map *ends)
{
	struct map paths, loose;
	struct learner to = { n, &paths, &loose, &n->rested[step] };
	size_t rewound = 0;
	int code = 0;

	map_init(&paths, MAP_BORROW_KEYS);
	map_init(&loose, MAP_BORROW_KEYS);
	map_init(to.normal, MAP_BORROW_KEYS);
	for (; !code && rewound < count; rewound++)
		code = perturb__life_rewind(lives[rewound], lives[rewound]->rv_rest[step],
					    &ends[rewound]);
	if (!code)
		code = learn_state(&to, lives, count);
	while (rewound)
		rewound--, perturb__life_forward(lives[rewound], &ends[rewound]);
	n->unsure[step] = has_more(&paths, &n->paths) || has_more(&loose, &n->loose);
	if (!code)
		code = add_all(n, &paths, &n->step_paths);
	if (!code)
		code = add_all(n, &loose, &n->step_loose);
	map_fini(&paths);
	map_fini(&loose);
	return code;
}

static int learn_steps(struct perturb__noise *n, struct perturb__life *const *lives, size_t count)
{
	struct map *ends;
	int code = 0;

	for (size_t i = 0; i < count; i++)
		if (!lives[i]->rv_rest || lives[i]->step_count != lives[0]->step_count)
			return 0;
	ends = base__calloc(count, sizeof(*ends));
	n->rested = base__calloc(lives[0]->step_count + 1, sizeof(*n->rested));
	n->unsure = base__calloc(lives[0]->step_count + 1, sizeof(*n->unsure));
	if (!ends || !n->rested || !n->unsure)
		code = RELIST_ENOMEM;
	for (uint32_t step = 1; !code && step <= lives[0]->step_count; step++) {
		code = learn_step(n, lives, count, step, ends);
		n->rested_count = step;
	}
	base__free(ends);
	/* noise at one moment is noise at others, too */
	if (!code)
		code = add_all(n, &n->paths, &n->step_paths);
	return code ? code : add_all(n, &n->loose, &n->step_loose);
}

int perturb__noise_learn(struct perturb__noise *n, struct perturb__life *const *lives, size_t count)
{
	struct learner end = { n, &n->paths, &n->loose, &n->normal };
	int code;

	*n = (struct perturb__noise) { .lives = count };
	runner__arena_init(&n->arena);
	map_init(&n->keys, MAP_BORROW_KEYS);
	map_init(&n->stems, MAP_BORROW_KEYS);
	map_init(&n->paths, MAP_BORROW_KEYS);
	map_init(&n->loose, MAP_BORROW_KEYS);
	map_init(&n->normal, MAP_BORROW_KEYS);
	map_init(&n->counts, MAP_BORROW_KEYS);
	map_init(&n->led, MAP_BORROW_KEYS);
	map_init(&n->step_paths, MAP_BORROW_KEYS);
	map_init(&n->step_loose, MAP_BORROW_KEYS);
	code = perturb__names_learn(n, lives, count);
	if (!code)
		code = learn_state(&end, lives, count);
	if (!code)
		code = learn_steps(n, lives, count);
	for (size_t i = 0; !code && i < count; i++) {
		code = learn_counts(n, lives[i]);
		if (!code)
			code = learn_led(n, lives[i]);
	}
	return code;
}

static void free_objects(struct map *normal)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(normal, &i));) {
		struct perturb__norm *norm = e->value;

		for (size_t k = 0; k < norm->objects.len; k++)
			perturb__flat_free(norm->objects.items[k]);
		base__free(norm->objects.items);
	}
	map_fini(normal);
}

void perturb__noise_fini(struct perturb__noise *n)
{
	for (uint32_t i = 1; i <= n->rested_count; i++)
		free_objects(&n->rested[i]);
	base__free(n->rested);
	base__free(n->unsure);
	free_objects(&n->normal);
	map_fini(&n->step_paths);
	map_fini(&n->step_loose);
	map_fini(&n->keys);
	map_fini(&n->stems);
	map_fini(&n->paths);
	map_fini(&n->loose);
	map_fini(&n->counts);
	map_fini(&n->led);
	runner__arena_fini(&n->arena);
	*n = (struct perturb__noise) { 0 };
}
