/* SPDX-License-Identifier: Apache-2.0 */
/* relist upgrade: manifests, a recording and a scenario, each with what differs and why. */
#include <unistd.h>

#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-upgrade-XXXXXX";

static void write_file(const char *name, const char *text)
{
	char path[120];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static void has(const struct output *o, const char *text)
{
	if (!strstr(o->out.ptr, text))
		fail_msg("%s is not in %s%s", text, o->out.ptr, o->err.len ? o->err.ptr : "");
}

static const char manifests[] =
    "apiVersion: x.io/v1\nkind: Thing\nmetadata: {name: a}\nsize: 7\n"
    "---\n"
    "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec:\n"
    "  serviceName: s\n  selector: {matchLabels: {a: b}}\n"
    "  template: {metadata: {labels: {a: b}}, spec: {hostnameOverride: h, containers:\n"
    "    [{name: c, image: i}]}}\n"
    "---\n"
    "apiVersion: v1\nkind: Service\nmetadata: {name: s}\n"
    "spec: {ports: [{port: 80}], trafficDistribution: PreferClose}\n"
    "---\n"
    "apiVersion: v1\nkind: Service\nmetadata: {name: 1s}\nspec: {ports: [{port: 80}]}\n"
    "---\n"
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: same}\n"
    "---\n"
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
    "metadata: {name: things.x.io}\n"
    "spec: {group: x.io, scope: Namespaced, names: {plural: things, kind: Thing}, versions:\n"
    "  [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object,\n"
    "  properties: {size: {type: integer, x-kubernetes-validations: [{rule: self < 5}]}}}}}]}\n"
    "---\n"
    "apiVersion: nosuch.io/v1\nkind: Other\nmetadata: {name: a}\n"
    "---\n"
    "apiVersion: storagemigration.k8s.io/v1\nkind: StorageVersionMigration\n"
    "metadata: {name: m}\nspec: {resource: {group: apps, resource: deployments}}\n";

static void upgrade_names_the_change_behind_each_difference_of_a_manifest(void **state)
{
	struct output *o = *state;

	write_file("m.yaml", manifests);
	relistf(o, "upgrade --from 1.34 --to 1.37 %s/m.yaml", folder);
	assert_int_equal(o->status, 1);
	has(o, "m.yaml, document 2: apps/v1 StatefulSet web\n"
	       "  spec.template.spec.hostnameOverride is absent in 1.34, \"h\" in 1.37\n"
	       "    feature gate HostnameOverride is on in 1.37\n"
	       "  spec.updateStrategy.rollingUpdate.maxUnavailable is absent in 1.34, 1 in 1.37\n"
	       "    since 1.37: a StatefulSet's rollingUpdate has maxUnavailable, 1 by default "
	       "(#139466)\n");
	has(o, "  1.37 warns: spec.trafficDistribution: \"PreferClose\" is deprecated; use "
	       "\"PreferSameZone\"\n    since 1.35: ");
	has(o, "v1 Service 1s\n  1.34 answers 422: ");
	has(o, "; 1.37 accepts it\n    since 1.36: the name of a Service may begin with a digit "
	       "(#136389)\n");
	has(o, "x.io/v1 Thing a\n  1.34 answers 422: Thing.x.io \"a\" is invalid: size: Invalid "
	       "value: \"integer\": failed rule: self < 5; 1.37 answers 422: Thing.x.io \"a\" is "
	       "invalid: size: Invalid value: 7: failed rule: self < 5\n    since 1.35: ");
	has(o, "StorageVersionMigration m\n  1.37 serves this type, 1.34 does not\n");
	has(o, "relist upgrade: 1.34 to 1.37: 6 compared, 1 of unknown types, 6 differences\n");
	assert_null(strstr(o->out.ptr, "ConfigMap"));
}

static void upgrade_compares_downgrades_and_unchanged_objects(void **state)
{
	struct output *o = *state;

	relistf(o, "upgrade --from 1.37 --to 1.36 %s/m.yaml", folder);
	assert_int_equal(o->status, 1);
	has(o, "maxUnavailable is 1 in 1.37, absent in 1.36\n");
	has(o, "1.37 serves this type, 1.36 does not\n");
	write_file("same.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: same}\n");
	relistf(o, "upgrade --from 1.31 --to 1.37 %s/same.yaml", folder);
	assert_int_equal(o->status, 0);
	assert_string_equal(o->out.ptr, "relist upgrade: 1.31 to 1.37: 1 compared, 0 of unknown "
					"types, 0 differences\n");
}

static void upgrade_prints_differences_as_json_lines(void **state)
{
	struct output *o = *state;

	relistf(o, "upgrade --format json --from 1.35 --to 1.36 %s/m.yaml", folder);
	assert_int_equal(o->status, 1);
	has(o, "m.yaml, document 4\",\"what\":\"v1 Service 1s\",\"text\":\"1.35 answers 422: ");
	has(o, ",\"reason\":\"since 1.36: the name of a Service may begin with a digit "
	       "(#136389)\"}\n");
}

static void upgrade_reads_recordings_and_scenarios(void **state)
{
	struct output *o = *state;

	write_file("r.jsonl",
		   "{\"recording\":1}\n"
		   "{\"request\":{\"id\":1,\"method\":\"GET\",\"path\":\"/apis/storagemigration."
		   "k8s.io/v1/storageversionmigrations\",\"headers\":{\"User-Agent\":\"ctl\"}}}\n"
		   "{\"request\":{\"id\":2,\"method\":\"GET\",\"path\":\"/apis/storagemigration."
		   "k8s.io/v1/storageversionmigrations/a\",\"headers\":{\"User-Agent\":\"ctl\"}}}\n"
		   "{\"request\":{\"id\":3,\"method\":\"POST\",\"path\":\"/api/v1/namespaces/n/"
		   "services\",\"body\":{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{"
		   "\"name\":\"9\",\"namespace\":\"n\"},\"spec\":{\"ports\":[{\"port\":80}]}}}}\n");
	relistf(o, "upgrade --from 1.37 --to 1.34 %s/r.jsonl", folder);
	assert_int_equal(o->status, 1);
	has(o, "r.jsonl:2: GET storagemigration.k8s.io/v1/storageversionmigrations by ctl\n"
	       "  1.37 serves storageversionmigrations of storagemigration.k8s.io/v1, 1.34 does "
	       "not\n");
	has(o, "r.jsonl:4: v1 Service n/9\n  1.37 accepts it; 1.34 answers 422: ");
	has(o, "2 differences\n");
	write_file("s.yaml", "scenario: s\nworld:\n  server: {kubernetes: 1.37}\n  types:\n"
			     "    pods: v1/pods\n"
			     "    csr: {resource: certificates.k8s.io/v1/clustertrustbundles}\n"
			     "steps: []\n");
	relistf(o, "upgrade --from 1.34 --to 1.37 %s/s.yaml", folder);
	assert_int_equal(o->status, 1);
	has(o, "s.yaml: certificates.k8s.io/v1/clustertrustbundles\n  1.37 serves "
	       "clustertrustbundles of certificates.k8s.io/v1, 1.34 does not\n");
	has(o, "1 difference\n");
}

static void upgrade_refuses_bad_usage(void **state)
{
	struct output *o = *state;

	relist(o, "upgrade --from 1.30 x.yaml");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "--from is \"1.30\", must be one of 1.31, "));
	relist(o, "upgrade --from 1.34 --to 1.34 x.yaml");
	assert_int_equal(o->status, 2);
	relist(o, "upgrade /nowhere.yaml");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "/nowhere.yaml"));
	relist(o, "upgrade");
	assert_int_equal(o->status, 2);
}

static void scenario_selects_its_release(void **state)
{
	static const char text[] =
	    "scenario: release\nmatrix: {K: [%s]}\nworld:\n"
	    "  server: {kubernetes: $K}\n  types:\n    sets: apps/v1/statefulsets\n"
	    "    bundles: certificates.k8s.io/v1/clustertrustbundles\n"
	    "steps:\n  - create: [sets/default/a]\n"
	    "  - expect: {state: {sets: {default/a: any}}}\n";
	struct output *o = *state;
	char whole[600];

	(void)snprintf(whole, sizeof(whole), text, "1.37");
	write_file("k.yaml", whole);
	relistf(o, "run %s/k.yaml", folder);
	if (o->status != 0)
		fail_msg("%s%s", o->out.ptr, o->err.len ? o->err.ptr : "");
	(void)snprintf(whole, sizeof(whole), text, "1.37, 1.36");
	write_file("k.yaml", whole);
	relistf(o, "run %s/k.yaml", folder);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "clustertrustbundles of certificates.k8s.io/v1 are in "
					   "Kubernetes 1.37, and the server is 1.36"));
	(void)snprintf(whole, sizeof(whole), text, "1.39");
	write_file("k.yaml", whole);
	relistf(o, "run %s/k.yaml", folder);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "kubernetes"));
}

static int setup(void **state)
{
	return output_folder_setup(folder, state);
}

static int teardown(void **state)
{
	(void)output_folder_teardown(folder, state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(upgrade_names_the_change_behind_each_difference_of_a_manifest),
		cmocka_unit_test(upgrade_compares_downgrades_and_unchanged_objects),
		cmocka_unit_test(upgrade_prints_differences_as_json_lines),
		cmocka_unit_test(upgrade_reads_recordings_and_scenarios),
		cmocka_unit_test(upgrade_refuses_bad_usage),
		cmocka_unit_test(scenario_selects_its_release),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
