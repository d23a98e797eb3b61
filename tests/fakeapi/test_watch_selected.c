/* SPDX-License-Identifier: Apache-2.0 */
/* Contents of events: what leaves a selection, and the form that each watch requested. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

/* Pulls one event. The caller deletes it. */
static cJSON *pull(struct kit_watch *w)
{
	char buf[4096];
	ptrdiff_t n = w->x->ops->pull(w->x, w->kit->now_ns, buf, sizeof(buf));
	cJSON *event;

	assert_true(n > 0);
	event = cJSON_ParseWithLength(buf, (size_t)n);
	assert_non_null(event);
	return event;
}

static const char *member(const cJSON *object, const char *group, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(object, group), name));
}

/* cacher.go: the state before the change, with the version of the change. */
static void object_that_leaves_the_selection_is_deleted_as_it_was(void **state)
{
	static const char *const values[] = { "in", "out" };
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, "/api/v1/namespaces/default/configmaps?watch=1&labelSelector=v%3Din");
	for (size_t i = 0; i < ARRAY_LEN(values); i++) {
		unsigned long rv = kit_put_map(&k, "a", values[i]);
		cJSON *event = pull(&w), *object = cJSON_GetObjectItem(event, "object");
		const cJSON *labels =
		    cJSON_GetObjectItem(cJSON_GetObjectItem(object, "metadata"), "labels");
		char text[24];

		(void)snprintf(text, sizeof(text), "%lu", rv);
		assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(event, "type")),
				    i ? "DELETED" : "ADDED");
		assert_string_equal(member(object, "metadata", "resourceVersion"), text);
		assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(labels, "v")), "in");
		cJSON_Delete(event);
	}
	kit_unwatch(&w);
	kit_close(&k);
}

/* Watches of one form share the rendering of an event; JSON and protobuf are two. */
static void watches_of_one_event_get_it_in_their_own_encoding(void **state)
{
	static const char *const accepts[] = {
		"application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
		"application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
	};
	struct kit_watch watches[ARRAY_LEN(accepts)];
	char buf[4096];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(accepts); i++) {
		k.accept = accepts[i];
		kit_watch(&k, &watches[i], "/api/v1/namespaces/default/configmaps?watch=1");
	}
	k.accept = NULL;
	(void)kit_put_map(&k, "a", "1");
	for (size_t i = 0; i < ARRAY_LEN(accepts); i++) {
		struct fakeapi__exchange *x = watches[i].x;

		assert_true(x->ops->pull(x, k.now_ns, buf, sizeof(buf)) > 0);
		assert_int_equal(*buf == '{', i == 0);
		kit_unwatch(&watches[i]);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(watches_of_one_event_get_it_in_their_own_encoding),
		cmocka_unit_test(object_that_leaves_the_selection_is_deleted_as_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
