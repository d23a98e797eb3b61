/* SPDX-License-Identifier: Apache-2.0 */
/* What shrink leaves out together: all that names an object, a type or an informer; single steps;
 * and what has nothing to do with the object that failed. Each unit with the texts of its parts, as
 * committed, also where some of them stay, are fixed or have gone. */
#include "base/alloc.h"
#include "runner/shrink/impl.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/testing.h"

static const char source[] =
    "scenario: x\n"
    "world:\n"
    "  types: {pods: v1/pods, maps: v1/configmaps, sets: example.org/v1/sets, AZs: v1/secrets}\n"
    "  informers:\n"
    "    pods: {handlers: {h: {}, web-notified: {}}}\n"
    "    maps: {type: maps, handlers: {n: {}}}\n"
    "steps:\n"
    "  - create: {pods/shop/web: {spec: {x: 1}}, maps/shop/web-conf: {}}\n"
    "  - create: {pods/shop/other: {}}\n"
    "  - start: pods\n"
    "  - start: [maps]\n"
    "  - advance: 5s\n"
    "  - update: {pods/shop/other: {spec: {x: 2}}}\n"
    "  - delete: [pods/shop/other, maps/shop/web-conf]\n"
    "  - drop: {event: add pods/shop/other}\n"
    "  - refuse: all\n"
    "  - bookmark: pods\n"
    "  - send: {to: maps, body: ['{\"name\":\"pods/shop/web\"}']}\n"
    "  - never: {handlers: {h: [delete pods/shop/web, add pods/shop/db]}}\n"
    "  - create: {sets/shop/db: {}}\n"
    "  - label: here\n"
    "    expect:\n"
    "      requests: [LIST pods, {any-order: [LIST maps rv=0, WATCH pods]}]\n"
    "      handlers:\n"
    "        h:\n"
    "          - add pods/shop/web\n"
    "          - {add: pods/shop/other, with: {spec: {x: 1}}}\n"
    "          - ...\n"
    "        web-notified: [add pods/shop/web, delete pods/shop/other]\n"
    "      cache: {pods: {shop/web: any, shop/other: absent}, maps: [shop/web-conf]}\n"
    "      counts: {LIST pods: 1, handlers.h: 2}\n"
    "  - advance: 1m\n"
    "  - expect: {state: {maps: {shop/other-conf: absent}}}\n"
    "  - expect: {state: {pods: {shop/web: any}}, at: 65s}\n"
    "  - send: {to: maps, body: ['pods/shop/web pods/shop/web maps/shop/web-conf']}\n"
    "  - create: {AZs/a9z0-a.z/x-0.9: {}, AZs/shop/AZ: {}}\n"
    "  - send: {to: maps, body: ['it is AZs/a9z0-a.z/x-0.9, and no other']}\n"
    "  - send: {to: maps, body: [it is AZs/shop/AZ]}\n"
    "  - settle\n";

static void open_tree(struct shrink *s)
{
	struct scn__errors errors = { 0 };

	*s = (struct shrink) { .about = "web" };
	assert_int_equal(shrink__tree_init(&s->tree, STR(source), &errors), 0);
	scn__errors_fini(&errors);
}

static void add_units(struct shrink *s, const char *title, struct shrink__units *u,
		      struct strbuf *out)
{
	assert_false(s->failed);
	strbuf_addf(out, "== %s\n", title);
	for (size_t i = 0; i < u->count; i++) {
		strbuf_addf(out, "unit %zu\n", i + 1);
		for (size_t k = 0; k < u->all[i].count; k++) {
			struct str text = shrink__source_of(&s->tree, u->all[i].parts[k]);
			const char *nl = memchr(text.ptr, '\n', text.len);

			strbuf_addf(out, "  %.*s%s\n", (int)(nl ? nl - text.ptr : (long)text.len),
				    text.ptr, nl ? " ..." : "");
		}
	}
	shrink__units_fini(u);
}

/* All ways, with the tree as it is. */
static void add_all(struct shrink *s, const char *title, struct strbuf *out)
{
	static const char *const names[] = { "web", "other", "db", "nobody" };
	struct shrink__units u;

	strbuf_addf(out, "#### %s\n", title);
	shrink__units_of_keys(s, &u);
	add_units(s, "objects", &u, out);
	shrink__units_of_names(s, &u);
	add_units(s, "names", &u, out);
	shrink__units_of_steps(s, &u);
	add_units(s, "steps", &u, out);
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		(void)snprintf(s->about, sizeof(s->about), "%s", names[i]);
		shrink__units_unlike(s, &u);
		add_units(s, names[i], &u, out);
	}
}

static void shrink_units_equal_the_golden_ones(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct shrink__part *steps;
	struct shrink s;

	(void)state;
	open_tree(&s);
	steps = shrink__entry(s.tree.root, "steps");
	add_all(&s, "all of it", &out);
	steps->items[1]->stays = true;
	steps->items[4]->stays = true;
	steps->items[13]->stays = true;
	shrink__entry(shrink__entry(steps->items[13], "expect"), "cache")->stays = true;
	add_all(&s, "some stay", &out);
	shrink__tree_fini(&s.tree);

	open_tree(&s);
	steps = shrink__entry(s.tree.root, "steps");
	steps->items[0]->items[0]->items[0]->fixed = true;
	steps->items[4]->fixed = true;
	for (struct shrink__part *p = shrink__entry(steps->items[13], "expect"); p;
	     p = p->count ? p->items[0] : NULL)
		p->fixed = true;
	add_all(&s, "some are fixed", &out);
	shrink__tree_fini(&s.tree);

	open_tree(&s);
	steps = shrink__entry(s.tree.root, "steps");
	steps->items[0]->dropped++;
	steps->items[6]->items[0]->items[1]->dropped++;
	steps->items[14]->dropped++;
	shrink__entry(shrink__entry(steps->items[13], "expect"), "handlers")->dropped++;
	add_all(&s, "some have gone", &out);
	shrink__tree_fini(&s.tree);
	assert_golden("tests/golden/shrink/units.txt", strbuf_str(&out));
}

static void shrink_treats_names_as_related_if_one_contains_the_other(void **state)
{
	static const struct {
		const char *step, *key;
		bool alike;
	} rows[] = {
		{ "pods/shop/web", "web", true },
		{ "pods/shop/web", "shop/web", true },
		{ "pods/shop/web", "pods/shop/web", true },
		{ "pods/shop/web-1", "pods/shop/web", true },
		{ "pods/shop/web", "dns-web", true },
		{ "pods/shop/web", "dns-we", false },
		{ "pods/shop/web", "eb", false }, /* a short name may be in any other by chance */
		{ "pods/shop/db", "db", true },
		{ "pods/shop/dbs", "dbs", true },
		{ "pods/shop/dbs", "db", false },
		{ "pods/shop/a", "shop/a", true },
		{ "pods/shop/a", "shop/dns-a", true },
		{ "pods/shop/a", "shop/a.web", true },
		{ "pods/shop/x-a-y", "shop/a", true },
		{ "pods/shop/xa", "shop/a", false },
		{ "pods/shop/ax", "shop/a", false },
		{ "pods/shop/a", "shop/b", false },
		{ "pods/shop/web", "shop/db", false },
		{ "pods/shop/web", "shop", true }, /* the namespace's name */
		{ "web", "web", false },	   /* no name of an object */
		{ "/web", "web", true },
		{ "create: {pods/n/other: {}, pods/n/web: {}}", "web", true },
		{ "create: {pods/n/other: {}, pods/n/wex: {}}", "web", false },
		{ "pods/n/w.e-b1", "w.e-b1", true },
		{ "pods/n/w_web", "web", false },
		{ "pods/n/WEB", "web", false },
		{ "", "web", false },
		{ "pods/shop/web", "x/", true },
		{ "pods/n/abc", "abc", true },
		{ "pods/n/zbc", "zbc", true },
		{ "pods/n/0bc", "0bc", true },
		{ "pods/n/9bc", "9bc", true },
		{ "pods/n/-bc", "-bc", true },
		{ "pods/n/.bc", ".bc", true },
		{ "pods/n/`bc", "`bc", false },
		{ "pods/n/{bc", "{bc", false },
		{ "pods/n/:bc", ":bc", false },
		{ "pods/n/,bc", ",bc", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (shrink__names_alike(str_of(rows[i].step), str_of(rows[i].key)) != rows[i].alike)
			fail_msg("%s and %s", rows[i].step, rows[i].key);
}

static void units_in(int way, struct shrink *s, struct shrink__units *u)
{
	if (way == 0)
		shrink__units_of_keys(s, u);
	else if (way == 1)
		shrink__units_of_names(s, u);
	else if (way == 2)
		shrink__units_of_steps(s, u);
	else
		shrink__units_unlike(s, u);
}

/* The failed object is in one of several namespaces: a source is copied to all of them. The
 * namespaces of the source and of the failed copy stay. */
static void expectations_are_grouped_with_their_namespaces(void **state)
{
	static const char copies[] =
	    "scenario: x\n"
	    "world: {types: {namespaces: v1/namespaces, secrets: v1/secrets}}\n"
	    "steps:\n"
	    "  - create: {namespaces/src: {}, namespaces/d1: {}, namespaces/d2: {}}\n"
	    "  - create: {secrets/src/s: {}, secrets/src/t: {}}\n"
	    "  - expect: {state: {secrets: {d1/s: any, d2/s: any, d2/t: any}}}\n"
	    "  - delete: [secrets/src/s]\n"
	    "  - expect: {state: {secrets: {d1/s: absent, d2/s: absent}}}\n";
	AUTO_STRBUF out = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct shrink s = { .about = "s", .about_ns = "d1" };
	struct shrink__units u;

	(void)state;
	assert_int_equal(shrink__tree_init(&s.tree, STR(copies), &errors), 0);
	scn__errors_fini(&errors);
	shrink__units_unlike(&s, &u);
	add_units(&s, "s", &u, &out);
	assert_string_equal(out.ptr, "== s\n"
				     "unit 1\n"
				     "  namespaces/d2: {}\n"
				     "  secrets/src/t: {}\n"
				     "  d2/s: any\n"
				     "  d2/t: any\n"
				     "  d2/s: absent\n"
				     "unit 2\n");
	shrink__tree_fini(&s.tree);
}

/* A failed allocation is reported and drops nothing; otherwise all units are found. */
static void shrink_omits_no_unit_after_a_failed_allocation(void **state)
{
	(void)state;
	for (int way = 0; way < 4; way++) {
		AUTO_STRBUF whole = STRBUF_INIT;
		struct shrink__units u;
		struct shrink s;
		bool failed = true;

		open_tree(&s);
		units_in(way, &s, &u);
		add_units(&s, "", &u, &whole);
		shrink__tree_fini(&s.tree);
		for (long grant = 0; failed; grant++) {
			AUTO_STRBUF out = STRBUF_INIT;

			open_tree(&s);
			base__alloc_fail_after = grant;
			units_in(way, &s, &u);
			base__alloc_fail_after = -1;
			failed = s.failed;
			assert_true(grant < 300);
			if (failed) {
				assert_int_equal(u.count, 0);
				shrink__units_fini(&u);
			} else {
				add_units(&s, "", &u, &out);
				assert_string_equal(out.ptr, whole.ptr);
			}
			shrink__tree_fini(&s.tree);
		}
	}
}

static void time_that_limited_the_result_is_reported(void **state)
{
	static const struct {
		bool unproved;
		int64_t over_ns;
		const char *text;
	} cases[] = {
		{ false, -NS_PER_S, "" },
		{ false, 0, "" },
		{ false, NS_PER_S - 1, "" },
		{ false, NS_PER_S, "the last runs took 1 s more than the budget\n" },
		{ true, -NS_PER_S, "the result was not run again: the time is over\n" },
		{ true, 7 * NS_PER_S,
		  "the result was not run again: the time is over\n"
		  "the last runs took 7 s more than the budget\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct shrink__result r = { .unproved = cases[i].unproved };
		AUTO_STRBUF text = STRBUF_INIT;

		shrink__time_text(&r, cases[i].over_ns, &text);
		assert_string_equal(text.len ? text.ptr : "", cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shrink_units_equal_the_golden_ones),
		cmocka_unit_test(time_that_limited_the_result_is_reported),
		cmocka_unit_test(shrink_treats_names_as_related_if_one_contains_the_other),
		cmocka_unit_test(expectations_are_grouped_with_their_namespaces),
		cmocka_unit_test(shrink_omits_no_unit_after_a_failed_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
