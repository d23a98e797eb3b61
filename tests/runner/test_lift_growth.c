/* SPDX-License-Identifier: Apache-2.0 */
/* Time of a lift grows with a relist's objects and a program's writes, not with their square: at
 * these sizes the square takes minutes. */
#include "base/alloc.h"
#include "runner/lift/arms.h"
#include "runner/lift/story.h"
#include "tests/kit/testing.h"

enum { OBJECTS = 200000 };

static struct lift__type type = { .name = { "cms", 3 }, .writes = true };

static void begin(struct lift *l)
{
	type = (struct lift__type) { .name = STR("cms"), .writes = true };
	runner__arena_init(&l->arena);
}

static struct lift__object *object(struct lift *l, size_t n)
{
	struct lift__object *o = lift__alloc(l, sizeof(*o));
	char key[32];

	assert_non_null(o);
	(void)snprintf(key, sizeof(key), "d/c%zu", n);
	o->type = &type;
	o->key = lift__copy(l, str_of(key));
	o->wanted = true;
	o->index = n;
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
	begin(&l);
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
	begin(&l);
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
	begin(&l);
	map_init(&l.types, MAP_BORROW_KEYS);
	map_init(&l.objects, MAP_BORROW_KEYS);
	assert_int_equal(map_put(&l.types, type.name, &type, NULL), 0);
	for (size_t i = 0; i < OBJECTS; i++) {
		struct lift__object *o = object(&l, i);

		(void)snprintf(children, sizeof(children), "of r%zu", i);
		o->generated = o->did = true;
		o->children = lift__copy(&l, str_of(children));
		o->now = state(&l, o, i + 1);
		type.generates = true;
		if (i == OBJECTS - 7)
			lift__note_news(&l, o);
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

/* An update by the program, 500 ms after its creation of the object. */
static void add_update(struct lift *l, const char *verb, struct lift__object *o, uint64_t line,
		       int64_t at_ns)
{
	struct lift__own_write *w = lift__alloc(l, sizeof(*w));

	assert_non_null(w);
	*w = (struct lift__own_write) { .type = &type,
					.verb = verb,
					.place = o->key,
					.name = o->key,
					.seq = line,
					.end_seq = line,
					.at_ns = at_ns,
					.end_ns = at_ns,
					.new_rv = line,
					.status = 200 };
	assert_true(lift__push(l, &l->own_writes, w) && lift__link_same_write(l, w));
}

/* A program creates each object and updates it 500 ms later. Another client changes every third
 * object between the two: only its update ends work begun before. */
static void each_write_of_begun_work_is_compared_with_those_near_it(void **state_)
{
	struct lift__reader started = { .type = &type };
	struct lift l = { .main = &started };
	size_t held = 0;

	(void)state_;
	begin(&l);
	map_init(&l.objects, MAP_COPY_KEYS);
	map_init(&l.last_writes, MAP_COPY_KEYS);
	for (size_t i = 0; i < OBJECTS; i++) {
		AUTO_STRBUF key = STRBUF_INIT;
		struct lift__object *o = object(&l, i);
		int64_t at_ns = (int64_t)i * NS_PER_S;

		strbuf_addf(&key, "/ " STR_FMT, STR_ARG(o->key));
		assert_int_equal(map_put(&l.objects, strbuf_str(&key), o, NULL), 0);
		add_update(&l, "CREATE", o, 10 * i + 1, at_ns);
		if (i % 3 == 0) {
			struct lift__state *s = state(&l, o, 10 * i + 2);

			s->seq = 10 * i + 2;
			s->at_ns = at_ns;
			assert_true(lift__push(&l, &l.writes, s));
		}
		add_update(&l, "UPDATE", o, 10 * i + 5, at_ns + NS_PER_S / 2);
	}
	assert_true(lift__index_writes(&l));
	assert_true(lift__arm_begun(&l));
	for (size_t i = 0; i < l.holds.len; i++) {
		const struct lift__hold *h = l.holds.items[i];

		assert_int_equal(h->from_seq, 30 * i + 2);
		assert_int_equal(h->to_seq, 30 * i + 5);
		held++;
	}
	assert_int_equal(held, (OBJECTS + 2) / 3);
	(void)lift__quiet_ns(&l);
	assert_false(l.failed);
	map_fini(&l.objects);
	map_fini(&l.last_writes);
	runner__arena_fini(&l.arena);
}

enum { STEPS_TOO_MANY = 10001 };

/* The story is refused before its text is made: the writes alone are too many. */
static void story_with_more_writes_than_steps_is_refused(void **state_)
{
	struct lift l = { .at_ns = 7200 * NS_PER_S };
	struct relist_err err = { 0 };

	(void)state_;
	begin(&l);
	for (size_t i = 0; i < STEPS_TOO_MANY; i++) {
		struct lift__state *s = state(&l, object(&l, i), i + 1);

		s->at_ns = 3600 * NS_PER_S;
		assert_true(lift__push(&l, &l.writes, s));
		l.rv++;
		assert_int_equal(lift__check_writes(&l, &err),
				 i + 1 == STEPS_TOO_MANY ? RELIST_ELIMIT : 0);
	}
	assert_string_equal(
	    err.msg,
	    "a scenario has at most 10000 steps, and the first 1h0m0s of 2h0m0s need more: "
	    "narrow the story with --key (more than once), --from and --to, or "
	    "--user-agent");
	runner__arena_fini(&l.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(relist_compares_each_object_once),
		cmocka_unit_test(each_expected_write_is_visited_once),
		cmocka_unit_test(each_group_of_generated_names_is_visited_once),
		cmocka_unit_test(each_write_of_begun_work_is_compared_with_those_near_it),
		cmocka_unit_test(story_with_more_writes_than_steps_is_refused),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
