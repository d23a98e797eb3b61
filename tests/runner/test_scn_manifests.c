/* SPDX-License-Identifier: Apache-2.0 */
/* `world.load`: the objects of manifests beside the scenario are there before the first step, in
 * the simulator and over sockets; what cannot be loaded is an error of the scenario, at its line.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp, symlink */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/engine/run.h"
#include "runner/posix/beside.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "tests/kit/testing.h"

static char folder[] = "/tmp/relist-load-XXXXXX";

static const struct {
	const char *name, *text;
} files[] = {
	{ "objs.yaml", "apiVersion: acme.io/v1\n"
		       "kind: Puddle\n"
		       "metadata: {name: web, namespace: shop}\n"
		       "spec: {replicas: 3}\n"
		       "---\n# nothing\n---\n"
		       "apiVersion: v1\nkind: ConfigMap\n"
		       "metadata: {name: c, namespace: shop}\ndata: {a: '1'}\n" },
	{ "crd.yaml",
	  "apiVersion: apiextensions.k8s.io/v1\n"
	  "kind: CustomResourceDefinition\n"
	  "metadata: {name: pools.acme.io}\n"
	  "spec:\n"
	  "  group: acme.io\n"
	  "  scope: Namespaced\n"
	  "  names: {plural: pools, singular: pool, kind: Puddle, listKind: PuddleList}\n"
	  "  versions:\n"
	  "  - name: v1\n"
	  "    served: true\n"
	  "    storage: true\n"
	  "    schema:\n"
	  "      openAPIV3Schema:\n"
	  "        type: object\n"
	  "        properties:\n"
	  "          spec: {type: object, properties: {replicas: {type: integer, "
	  "minimum: 0}}}\n" },
	{ "more.json", "{\"apiVersion\":\"v1\",\"kind\":\"NodeList\",\"items\":[{\"metadata\":"
		       "{\"name\":\"n1\"}}]}{\"apiVersion\":\"v1\",\"kind\":\"Node\","
		       "\"metadata\":{\"name\":\"n2\"}}" },
	{ "negative.yaml", "apiVersion: acme.io/v1\nkind: Puddle\nmetadata: {name: neg, namespace: "
			   "shop}\nspec: {replicas: -1}\n" },
	{ "second.yaml", "apiVersion: v1\nkind: Node\nmetadata: {name: ok}\n---\n"
			 "apiVersion: no.such/v1\nkind: Thing\nmetadata: {name: x}\n" },
	{ "open.yaml", "a: [\n" },
	{ "empty.yaml", "# nothing\n" },
	{ "no-name.yaml", "apiVersion: v1\nkind: Node\n" },
};

static void add_path(struct strbuf *out, const char *name)
{
	strbuf_clear(out);
	strbuf_addf(out, "%s/%s", folder, name);
}

static int make_files(void **state)
{
	AUTO_STRBUF path = STRBUF_INIT;

	(void)state;
	assert_non_null(mkdtemp(folder));
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		FILE *f;

		add_path(&path, files[i].name);
		f = fopen(path.ptr, "w");
		assert_non_null(f);
		assert_true(fputs(files[i].text, f) >= 0);
		assert_int_equal(fclose(f), 0);
	}
	add_path(&path, "below");
	assert_int_equal(mkdir(path.ptr, 0700), 0);
	add_path(&path, "below/out.yaml");
	assert_int_equal(symlink("/etc/passwd", path.ptr), 0);
	add_path(&path, "below/in.yaml");
	assert_int_equal(symlink("../objs.yaml", path.ptr), 0);
	return 0;
}

static int drop_files(void **state)
{
	static const char *const others[] = { "below/out.yaml", "below/in.yaml", "below", "" };
	AUTO_STRBUF path = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		add_path(&path, files[i].name);
		(void)remove(path.ptr);
	}
	for (size_t i = 0; i < ARRAY_LEN(others); i++) {
		add_path(&path, others[i]);
		(void)remove(path.ptr);
	}
	return 0;
}

static const char steps[] =
    "steps:\n"
    "  - start: pools\n"
    "  - expect:\n"
    "      handlers: {h: [add pools/shop/web initial]}\n"
    "      state:\n"
    "        configmaps: {shop/c: {data: {a: '1'}}}\n"
    "        nodes: {n1: any, n2: any}\n"
    "        namespaces: {shop: any}\n"
    "        pools: {shop/web: {spec: {replicas: 3}}}\n"
    "  - update: {pools/shop/web: {spec: {replicas: 4}}}\n"
    "  - expect: {handlers: {h: [update pools/shop/web]}, counts: {handlers.h.add: 1}}\n";

/* `load` and the value of the type pools. */
static struct scn__scenario *parsed(const char *load, const char *pools, struct scn__errors *errors)
{
	AUTO_STRBUF text = STRBUF_INIT, path = STRBUF_INIT;

	strbuf_addf(&text,
		    "scenario: x\n"
		    "world:\n"
		    "  load: %s\n"
		    "  types: {pools: %s, configmaps: v1/configmaps, nodes: v1/nodes, "
		    "namespaces: v1/namespaces}\n"
		    "  informers: {pools: {handlers: {h: {}}}}\n%s",
		    load, pools, steps);
	add_path(&path, "x.yaml");
	return runner__scenario_load(path.ptr, strbuf_str(&text), errors);
}

static void loaded_objects_exist_before_the_first_step_in_each_world(void **state)
{
	static const struct scn__driver_ops *const drivers[] = { &world__driver_sim,
								 &runner__driver_tcp };
	static const char *const loads[] = { "[objs.yaml, crd.yaml, more.json]",
					     "[more.json, crd.yaml, below/in.yaml]" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(loads) * ARRAY_LEN(drivers); i++) {
		struct scn__errors errors = { 0 };
		struct scn__scenario *s = parsed(loads[i / 2], "acme.io/v1/pools", &errors);
		struct scn__run_options opt = { .driver = drivers[i % 2], .seed = 1 };
		struct runner__result result;

		if (!s)
			fail_msg("%u: %s", errors.items[0].pos.line, errors.items[0].msg);
		scn__errors_fini(&errors);
		/* the definition's, not one made from the plural */
		assert_string_equal(s->cells[0].world.types[0].kind.ptr, "Puddle");
		assert_false(s->cells[0].world.types[0].status);
		runner__result_init(&result);
		scn__run(&s->cells[0], &opt, &result);
		if (result.verdict != RUNNER_PASS)
			fail_msg("%s in %s: %u: %s", loads[i / 2], opt.driver->name, result.line,
				 result.what);
		runner__result_fini(&result);
		scn__scenario_free(s);
	}
}

static void manifest_load_error_has_its_line_and_column(void **state)
{
	static const struct {
		const char *load, *pools;
		uint32_t line, column;
		const char *says;
	} cases[] = {
		{ "nope.yaml", "acme.io/v1/pools", 3, 9, "nope.yaml: No such file" },
		{ "../x.yaml", "acme.io/v1/pools", 3, 9,
		  "must be a file in the scenario's folder" },
		{ "[below/../../x.yaml]", "acme.io/v1/pools", 3, 10, "must be a file in the" },
		{ "/etc/passwd", "acme.io/v1/pools", 3, 9, "must be a file in the" },
		{ "below/out.yaml", "acme.io/v1/pools", 3, 9, "a link leads out" },
		{ "below", "acme.io/v1/pools", 3, 9, "a folder: name its files" },
		{ "[crd.yaml, crd.yaml]", "acme.io/v1/pools", 3, 20, "crd.yaml twice" },
		{ "{a: b}", "acme.io/v1/pools", 3, 9, "load is a map" },
		{ "open.yaml", "acme.io/v1/pools", 3, 9, "open.yaml: yaml: line 1:" },
		{ "empty.yaml", "acme.io/v1/pools", 3, 9, "empty.yaml has no objects" },
		{ "no-name.yaml", "acme.io/v1/pools", 3, 9,
		  "no-name.yaml: an object needs apiVersion, kind and metadata.name" },
		{ "[crd.yaml, negative.yaml]", "acme.io/v1/pools", 3, 20,
		  "spec.replicas in body should be greater than or equal to 0" },
		{ "[crd.yaml, second.yaml]", "acme.io/v1/pools", 3, 20,
		  "second.yaml, document 2: no matches for kind \"Thing\"" },
		{ "crd.yaml", "acme.io/v2/pools", 4, 11, "crd.yaml does not serve version v2" },
		{ "crd.yaml", "{resource: acme.io/v1/pools, kind: Pool}", 4, 11,
		  "differs from its definition in crd.yaml" },
		{ "crd.yaml", "{resource: acme.io/v1/pools, namespaced: false}", 4, 11,
		  "differs from its definition in crd.yaml" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct scn__errors errors = { 0 };

		assert_null(parsed(cases[i].load, cases[i].pools, &errors));
		assert_true(errors.error_count >= 1);
		if (!strstr(errors.items[0].msg, cases[i].says))
			fail_msg("load: %s: \"%s\" lacks \"%s\"", cases[i].load,
				 errors.items[0].msg, cases[i].says);
		assert_int_equal(errors.items[0].pos.line, cases[i].line);
		assert_int_equal(errors.items[0].pos.column, cases[i].column);
		scn__errors_fini(&errors);
	}
}

static void scenario_without_a_folder_cannot_load_files(void **state)
{
	struct scn__errors errors = { 0 };

	(void)state;
	assert_null(scn__scenario_load(STR("x.yaml"),
				       STR("scenario: x\nworld: {load: a.yaml, types: {pods: "
					   "v1/pods}, informers: {pods: {}}}\nsteps: [start: "
					   "pods]\n"),
				       &errors));
	assert_string_equal(errors.items[0].msg, "load: no files can be read here");
	scn__errors_fini(&errors);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loaded_objects_exist_before_the_first_step_in_each_world),
		cmocka_unit_test(manifest_load_error_has_its_line_and_column),
		cmocka_unit_test(scenario_without_a_folder_cannot_load_files),
	};

	return cmocka_run_group_tests(tests, make_files, drop_files);
}
