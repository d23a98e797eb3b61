/* SPDX-License-Identifier: Apache-2.0 */
/* Time of a lift grows with a relist's objects and a program's writes, not with their square: at
 * these sizes the square takes minutes. */
#include "base/alloc.h"
#include "runner/lift/story.h"
#include "tests/kit/testing.h"

enum { OBJECTS = 200000 };

static struct lift__type type = { .name = { "cms", 3 }, .writes = true };

static struct lift__object *object(struct lift *l, size_t n)
{
	struct lift__object *o = lift__alloc(l, sizeof(*o));
	char key[32];

	assert_non_null(o);
	(void)snprintf(key, sizeof(key), "d/c%zu", n);
	o->type = &type;
	o->key = lift__copy(l, str_of(key));
	o->wanted = true;
	return o;
}

static struct lift__state *state(struct lift *l, struct lift__object *o, uint64_t rv)
{
	struct lift__state *s = lift__alloc(l, sizeof(*s));

	assert_non_null(s);
	*s = (struct lift__state) { .object = o, .rv = rv, .new_rv = rv };
	return s;
}

/* Without strstr(): AddressSanitizer measures the rest of the text at each call. */
static size_t count_of(const char *text, const char *word)
{
	size_t len = strlen(word), n = 0;

	for (const char *at = text; *at; at++)
		n += *at == *word && strncmp(at, word, len) == 0;
	return n;
}

/* Every third object is gone from the second list. */
static void relist_compares_each_object_once(void **state_)
{
	struct lift l = { 0 };
	struct story s = { .l = &l };
	struct lift__reader r = { .type = &type, .name = STR("cms") };
	struct lift__state **states = base__reallocarray(NULL, OBJECTS, sizeof(void *));
	struct strbuf *notified;

	(void)state_;
	assert_non_null(states);
	runner__arena_init(&l.arena);
	map_init(&s.notified, MAP_BORROW_KEYS);
	map_init(&r.cache, MAP_BORROW_KEYS);
	for (size_t i = 0; i < OBJECTS; i++) {
		states[i] = state(&l, object(&l, i), i + 1);
		assert_true(lift__push(&l, &r.listing, states[i]));
	}
	lift__listed(&s, &r);
	for (size_t i = 0; i < OBJECTS; i++)
		if (i % 3)
			assert_true(lift__push(&l, &r.listing, states[i]));
	notified = map_get(&s.notified, r.name);
	assert_non_null(notified);
	strbuf_clear(notified);
	lift__listed(&s, &r);
	assert_false(l.failed);
	assert_int_equal(count_of(notified->ptr, "- delete cms/d/c"), (OBJECTS + 2) / 3);
	assert_int_equal(count_of(notified->ptr, "- sync cms/d/c"), OBJECTS - (OBJECTS + 2) / 3);
	assert_int_equal(map_len(&r.cache), OBJECTS - (OBJECTS + 2) / 3);
	strbuf_fini(notified);
	base__free(notified);
	map_fini(&s.notified);
	map_fini(&r.cache);
	runner__arena_fini(&l.arena);
	base__free(states);
}

/* A program makes all objects in one second; every fourth one is deleted right after it. */
static void each_expected_write_is_visited_once(void **state_)
{
	static const char *const program = "op";
	struct lift__reader started = { .type = &type };
	struct lift l = { .opt = { .controllers = { &program, 1 } }, .main = &started };
	struct story s = { .l = &l };
	struct str *text;

	(void)state_;
	runner__arena_init(&l.arena);
	map_init(&l.types, MAP_BORROW_KEYS);
	map_init(&l.objects, MAP_BORROW_KEYS);
	assert_int_equal(map_put(&l.types, type.name, &type, NULL), 0);
	for (size_t i = 0; i < OBJECTS; i++) {
		struct lift__object *o = object(&l, i);

		assert_int_equal(map_put(&l.objects, o->key, o, NULL), 0);
		assert_true(lift__push(&l, &l.writes, state(&l, o, i + 1)));
	}
	for (size_t i = 0; i < OBJECTS; i += 4) {
		struct lift__state *w = l.writes.items[i];

		w = state(&l, w->object, OBJECTS + i);
		w->deleted = true;
		assert_true(lift__push(&l, &l.writes, w));
	}
	lift__chain_writes(&l);
	for (; s.next_write < OBJECTS; s.next_write++)
		lift__did(&s, l.writes.items[s.next_write]);
	lift__expect_doings(&s, false);
	assert_int_equal(l.doings.len, 1);
	text = l.doings.items[0];
	assert_int_equal(count_of(text->ptr, ": any\n"), OBJECTS - OBJECTS / 4);
	assert_null(strstr(text->ptr, " d/c4: any"));
	assert_non_null(strstr(text->ptr, " d/c5: any"));
	assert_false(l.failed);
	map_fini(&l.types);
	map_fini(&l.objects);
	runner__arena_fini(&l.arena);
}

/* Each object has a generated name and its own owner; one of them is unreported. */
static void each_group_of_generated_names_is_visited_once(void **state_)
{
	static const char *const program = "op";
	struct lift__reader started = { .type = &type };
	struct lift l = { .opt = { .controllers = { &program, 1 } }, .main = &started };
	struct story s = { .l = &l };
	char children[32];
	struct str *text;

	(void)state_;
	runner__arena_init(&l.arena);
	map_init(&l.types, MAP_BORROW_KEYS);
	map_init(&l.objects, MAP_BORROW_KEYS);
	assert_int_equal(map_put(&l.types, type.name, &type, NULL), 0);
	for (size_t i = 0; i < OBJECTS; i++) {
		struct lift__object *o = object(&l, i);

		(void)snprintf(children, sizeof(children), "of r%zu", i);
		o->generated = o->did = true;
		o->children = lift__copy(&l, str_of(children));
		o->now = state(&l, o, i + 1);
		o->news = i == OBJECTS - 7;
		assert_int_equal(map_put(&l.objects, o->key, o, NULL), 0);
	}
	lift__expect_doings(&s, false);
	assert_int_equal(l.doings.len, 1);
	text = l.doings.items[0];
	assert_int_equal(count_of(text->ptr, "of r"), 1);
	(void)snprintf(children, sizeof(children), "of r%d: 1\n", OBJECTS - 7);
	assert_int_equal(count_of(text->ptr, children), 1);
	assert_false(l.failed);
	map_fini(&l.types);
	map_fini(&l.objects);
	runner__arena_fini(&l.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(relist_compares_each_object_once),
		cmocka_unit_test(each_expected_write_is_visited_once),
		cmocka_unit_test(each_group_of_generated_names_is_visited_once),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
