/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of lists: counts and continue tokens. */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

static bool counts_remaining(const struct kit *k)
{
	return cJSON_GetObjectItem(cJSON_GetObjectItem(k->json, "metadata"), "remainingItemCount");
}

/* The count of a selection would need a scan of all objects. */
static void pages_of_a_selection_have_no_remaining_count(void **state)
{
	static const struct {
		const char *selector;
		bool counted;
	} cases[] = {
		{ "", true },
		{ "&labelSelector=!x", false },
		{ "&fieldSelector=metadata.name!%3Dz", false },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (char c = 'a'; c <= 'c'; c++)
		(void)kit_put_map(&k, (const char[]) { c, '\0' }, "1");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF uri = STRBUF_INIT;

		strbuf_addf(&uri, MAPS "?limit=2%s", cases[i].selector);
		assert_int_equal(kit_do(&k, "GET", uri.ptr, NULL), 200);
		assert_string_not_equal(kit_at(&k, "metadata.continue"), "");
		assert_int_equal(counts_remaining(&k), cases[i].counted);
	}
	kit_close(&k);
}

/* The token of an expired list continues at the newest state of etcd, also on a backend whose watch
 * cache is behind. A token without a version is invalid. */
static void token_of_an_expired_list_continues_at_the_newest_state(void **state)
{
	struct fakeapi__compaction how = { .backend = -1 };
	char uri[512];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (char c = 'a'; c <= 'c'; c++)
		(void)kit_put_map(&k, (const char[]) { c, '\0' }, "1");
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=1", NULL), 200);
	(void)snprintf(uri, sizeof(uri), MAPS "?limit=1&continue=%s",
		       kit_at(&k, "metadata.continue"));
	how.rv = kit_put_map(&k, "bb", "1");
	fakeapi__core_compact(k.core, &how);
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 410);
	(void)snprintf(uri, sizeof(uri), MAPS "?continue=%s", kit_at(&k, "metadata.continue"));
	fakeapi__core_freeze(k.core, 0, true);
	(void)kit_put_map(&k, "d", "1");
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
	assert_string_equal(kit_at(&k, "items.0.metadata.name"), "b");
	assert_string_equal(kit_at(&k, "items.1.metadata.name"), "bb");
	assert_string_equal(kit_at(&k, "items.3.metadata.name"), "d");
	/* {"v":"meta.k8s.io/v1","rv":0,"start":"a"} */
	assert_int_equal(kit_do(&k, "GET",
				MAPS
				"?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MCwic3RhcnQiOiJhIn0",
				NULL),
			 400);
	assert_non_null(strstr(kit_at(&k, "message"), "incorrect encoded start resourceVersion"));
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_of_a_selection_have_no_remaining_count),
		cmocka_unit_test(token_of_an_expired_list_continues_at_the_newest_state),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
