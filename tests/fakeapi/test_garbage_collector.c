/* SPDX-License-Identifier: Apache-2.0 */
/* Deletions of objects with dependents: foreground, orphan, several owners. Names in comments are
 * of kube-controller-manager's pkg/controller/garbagecollector. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define MAPS  "/api/v1/namespaces/default/configmaps"
#define PATCH "application/merge-patch+json"

static void open_kit(struct kit *k)
{
	const struct fakeapi__options opt = { .garbage_collection = true };

	kit_open(k, &opt);
}

/* POST of a ConfigMap with further metadata; its UID. */
static void make(struct kit *k, const char *name, const char *metadata, char uid[64])
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body, "{\"metadata\":{\"name\":\"%s\"%s}}", name, metadata);
	assert_int_equal(kit_do(k, "POST", MAPS, body.ptr), 201);
	(void)snprintf(uid, 64, "%s", kit_at(k, "metadata.uid"));
}

static void add_owner(struct strbuf *out, const char *name, const char *uid, const char *more)
{
	strbuf_addf(out,
		    "%s{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"%s\","
		    "\"uid\":\"%s\"%s}",
		    out->len ? "," : ",\"ownerReferences\":[", name, uid, more);
}

static int delete (struct kit *k, const char *name, const char *policy)
{
	char uri[128];

	(void)snprintf(uri, sizeof(uri), MAPS "/%s%s%s", name, *policy ? "?propagationPolicy=" : "",
		       policy);
	return kit_do(k, "DELETE", uri, NULL);
}

static int get(struct kit *k, const char *name)
{
	char uri[128];

	(void)snprintf(uri, sizeof(uri), MAPS "/%s", name);
	return kit_do(k, "GET", uri, NULL);
}

static void drop_finalizers(struct kit *k, const char *name)
{
	char uri[128];

	(void)snprintf(uri, sizeof(uri), MAPS "/%s", name);
	k->content_type = PATCH;
	assert_int_equal(kit_do(k, "PATCH", uri, "{\"metadata\":{\"finalizers\":null}}"), 200);
	k->content_type = NULL;
}

#define HELD ",\"finalizers\":[\"e.io/held\"]"

/* processDeletingDependentsItem: blockingDependents() are those with blockOwnerDeletion. */
static void foreground_deletion_waits_for_blocking_dependents_only(void **state)
{
	static const struct {
		const char *reference;
		bool blocks;
	} cases[] = {
		{ "", false },
		{ ",\"blockOwnerDeletion\":false", false },
		{ ",\"blockOwnerDeletion\":true", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF owners = STRBUF_INIT;
		char uid[64], child[64];
		struct kit k;

		open_kit(&k);
		make(&k, "o", "", uid);
		add_owner(&owners, "o", uid, cases[i].reference);
		strbuf_addz(&owners, "]" HELD);
		make(&k, "child", owners.ptr, child);
		assert_int_equal(delete (&k, "o", "Foreground"), 200);
		assert_int_equal(get(&k, "o"), cases[i].blocks ? 200 : 404);
		assert_int_equal(get(&k, "child"), 200);
		assert_string_not_equal(kit_at(&k, "metadata.deletionTimestamp"), "");
		drop_finalizers(&k, "child");
		assert_int_equal(get(&k, "child"), 404);
		assert_int_equal(get(&k, "o"), 404);
		kit_close(&k);
	}
}

/* attemptToDeleteItem: an object with a solid owner only loses its references to the others. */
static void dependent_with_a_second_owner_survives_each_policy(void **state)
{
	static const char *const policies[] = { "Background", "Foreground", "Orphan" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(policies); i++) {
		AUTO_STRBUF owners = STRBUF_INIT;
		char first[64], second[64], child[64];
		const cJSON *refs;
		struct kit k;

		open_kit(&k);
		make(&k, "first", "", first);
		make(&k, "second", "", second);
		add_owner(&owners, "first", first, ",\"blockOwnerDeletion\":true");
		add_owner(&owners, "second", second, "");
		strbuf_addc(&owners, ']');
		make(&k, "child", owners.ptr, child);
		assert_int_equal(delete (&k, "first", policies[i]), 200);
		assert_int_equal(get(&k, "first"), 404);
		assert_int_equal(get(&k, "child"), 200);
		assert_string_equal(kit_at(&k, "metadata.deletionTimestamp"), "");
		refs =
		    cJSON_GetObjectItem(cJSON_GetObjectItem(k.json, "metadata"), "ownerReferences");
		assert_int_equal(cJSON_GetArraySize(refs), 1);
		assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(refs->child, "name")),
				    "second");
		assert_int_equal(delete (&k, "second", "Background"), 200);
		assert_int_equal(get(&k, "child"), 404);
		kit_close(&k);
	}
}

/* Another owner whose deletion also waits keeps nothing. */
static void dependent_of_two_waiting_owners_is_deleted(void **state)
{
	AUTO_STRBUF owners = STRBUF_INIT;
	char first[64], second[64], child[64];
	struct kit k;

	(void)state;
	open_kit(&k);
	make(&k, "first", HELD, first);
	make(&k, "second", "", second);
	add_owner(&owners, "first", first, ",\"blockOwnerDeletion\":true");
	add_owner(&owners, "second", second, ",\"blockOwnerDeletion\":true");
	strbuf_addz(&owners, "]" HELD);
	make(&k, "child", owners.ptr, child);
	assert_int_equal(delete (&k, "second", "Foreground"), 200);
	assert_int_equal(get(&k, "second"), 404);
	assert_int_equal(get(&k, "child"), 200);
	assert_string_equal(kit_at(&k, "metadata.deletionTimestamp"), "");
	assert_int_equal(delete (&k, "first", "Foreground"), 200);
	assert_int_equal(get(&k, "child"), 200);
	assert_string_not_equal(kit_at(&k, "metadata.deletionTimestamp"), "");
	drop_finalizers(&k, "child");
	assert_int_equal(get(&k, "child"), 404);
	drop_finalizers(&k, "first");
	assert_int_equal(get(&k, "first"), 404);
	kit_close(&k);
}

/* registry/generic/registry/store.go: a later DELETE of an object that waits for its own finalizer
 * changes the policy. */
static void later_delete_changes_the_policy_of_a_waiting_object(void **state)
{
	static const struct {
		const char *first, *then;
		bool child_stays;
	} cases[] = {
		{ "Background", "Orphan", true },
		{ "Background", "", false },
		{ "Orphan", "Background", true }, /* orphaned at once */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF owners = STRBUF_INIT;
		char uid[64], child[64];
		struct kit k;

		open_kit(&k);
		make(&k, "o", HELD, uid);
		add_owner(&owners, "o", uid, "");
		strbuf_addc(&owners, ']');
		make(&k, "child", owners.ptr, child);
		assert_int_equal(delete (&k, "o", cases[i].first), 200);
		assert_int_equal(delete (&k, "o", cases[i].then), 200);
		assert_int_equal(get(&k, "o"), 200);
		assert_int_equal(get(&k, "child"), 200);
		drop_finalizers(&k, "o");
		assert_int_equal(get(&k, "o"), 404);
		assert_int_equal(get(&k, "child"), cases[i].child_stays ? 200 : 404);
		kit_close(&k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(foreground_deletion_waits_for_blocking_dependents_only),
		cmocka_unit_test(dependent_with_a_second_owner_survives_each_policy),
		cmocka_unit_test(dependent_of_two_waiting_owners_is_deleted),
		cmocka_unit_test(later_delete_changes_the_policy_of_a_waiting_object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
