/* SPDX-License-Identifier: Apache-2.0 */
/* Objects that a scenario's steps write directly have what programs read from the metadata: a
 * generation that counts changes of the spec, and managers of their fields. */
#include "tests/kit/testing.h"

#include "fakeapi/control/model.h"
#include "tests/kit/core_kit.h"

#define DEPLOYMENT "/apis/apps/v1/namespaces/default/deployments/d"
#define APPLY	   DEPLOYMENT "?fieldManager=op&force=true"
#define SPEC                                                                                       \
	"\"selector\":{\"matchLabels\":{\"a\":\"d\"}},\"template\":{\"metadata\":{\"labels\":{"    \
	"\"a\":\"d\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"
#define INTENT(more)                                                                               \
	"{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"d\"},"       \
	"\"spec\":{" more SPEC "}}"

static const struct fakeapi__model_type deployments = { .group = { "apps", 4 },
							.version = { "v1", 2 },
							.resource = { "deployments", 11 },
							.kind = { "Deployment", 10 },
							.namespaced = true };
static const struct fakeapi__model_type maps = { .version = { "v1", 2 },
						 .resource = { "configmaps", 10 },
						 .kind = { "ConfigMap", 9 },
						 .namespaced = true };

static void write_one(struct kit *k, const struct fakeapi__model_type *type,
		      enum fakeapi__model_op op, const char *body)
{
	struct fakeapi__model_write w = { .op = op,
					  .type = type,
					  .ns = STR("default"),
					  .name = STR("d"),
					  .body = str_of(body),
					  .tracked = true };

	assert_int_equal(fakeapi__model_write(k->core, k->now_ns, &w, NULL),
			 op == FAKEAPI_MODEL_CREATE ? 201 : 200);
	k->now_ns += NS_PER_S;
}

static void assert_has(struct kit *k, const char *member, const char *value)
{
	const char *at = strstr(k->body.ptr, member);
	size_t len = strlen(value);

	if (!at || strncmp(at + strlen(member), value, len) != 0 ||
	    !strchr(",}", at[strlen(member) + len]))
		fail_msg("no %s%s in %s", member, value, k->body.ptr);
}

static void open_kit(struct kit *k)
{
	struct fakeapi__options opt = { .empty = true, .any_namespace = true };

	kit_open(k, &opt);
}

static void generation_counts_the_changes_of_the_spec(void **state)
{
	static const struct {
		enum fakeapi__model_op op;
		const char *body, *generation;
	} rows[] = {
		{ FAKEAPI_MODEL_CREATE, "{\"spec\":{" SPEC "}}", "1" },
		{ FAKEAPI_MODEL_PATCH, "{\"spec\":{\"replicas\":2}}", "2" },
		{ FAKEAPI_MODEL_PATCH, "{\"metadata\":{\"labels\":{\"l\":\"x\"}}}", "2" },
		{ FAKEAPI_MODEL_PATCH, "{\"status\":{\"observedGeneration\":2}}", "2" },
		{ FAKEAPI_MODEL_PATCH,
		  "{\"metadata\":{\"generation\":7},\"spec\":{\"replicas\":3}}", "7" },
		{ FAKEAPI_MODEL_PATCH, "{\"spec\":{\"replicas\":4}}", "8" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		write_one(&k, &deployments, rows[i].op, rows[i].body);
		assert_int_equal(kit_do(&k, "GET", DEPLOYMENT, NULL), 200);
		assert_has(&k, "\"generation\":", rows[i].generation);
	}
	write_one(&k, &maps, FAKEAPI_MODEL_CREATE, "{\"data\":{\"a\":\"1\"}}");
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/configmaps/d", NULL), 200);
	assert_null(strstr(k.body.ptr, "generation"));
	kit_close(&k);
}

/* A program that stops applying a field removes it only while no other manager has changed it. */
static void changed_field_belongs_to_another_manager(void **state)
{
	static const struct {
		const char *patch, *replicas;
	} rows[] = {
		{ "{\"spec\":{\"replicas\":5}}", "5" },
		{ "{\"metadata\":{\"labels\":{\"l\":\"x\"}}}", "1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct kit k;

		open_kit(&k);
		k.content_type = "application/apply-patch+yaml";
		assert_int_equal(kit_do(&k, "PATCH", APPLY, INTENT("\"replicas\":2,")), 201);
		write_one(&k, &deployments, FAKEAPI_MODEL_PATCH, rows[i].patch);
		assert_int_equal(kit_do(&k, "PATCH", APPLY, INTENT("")), 200);
		assert_has(&k, "\"replicas\":", rows[i].replicas);
		kit_close(&k);
	}
}

/* `update: {x: {metadata: null}}` removes labels and finalizers; it makes no object without a name.
 */
static void object_remains_itself_without_its_other_metadata(void **state)
{
	char uid[64];
	struct kit k;

	(void)state;
	open_kit(&k);
	write_one(&k, &deployments, FAKEAPI_MODEL_CREATE,
		  "{\"metadata\":{\"labels\":{\"l\":\"x\"},\"finalizers\":[\"e.io/x\"]},"
		  "\"spec\":{" SPEC "}}");
	assert_int_equal(kit_do(&k, "GET", DEPLOYMENT, NULL), 200);
	(void)snprintf(uid, sizeof(uid), "%s", kit_at(&k, "metadata.uid"));
	assert_string_not_equal(uid, "");
	write_one(&k, &deployments, FAKEAPI_MODEL_PATCH, "{\"metadata\":null}");
	assert_int_equal(kit_do(&k, "GET", DEPLOYMENT, NULL), 200);
	assert_string_equal(kit_at(&k, "metadata.name"), "d");
	assert_string_equal(kit_at(&k, "metadata.namespace"), "default");
	assert_string_equal(kit_at(&k, "metadata.uid"), uid);
	assert_string_not_equal(kit_at(&k, "metadata.creationTimestamp"), "");
	assert_has(&k, "\"generation\":", "1");
	assert_null(strstr(k.body.ptr, "\"labels\":{\"l\""));
	assert_null(strstr(k.body.ptr, "e.io/x"));
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generation_counts_the_changes_of_the_spec),
		cmocka_unit_test(changed_field_belongs_to_another_manager),
		cmocka_unit_test(object_remains_itself_without_its_other_metadata),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
