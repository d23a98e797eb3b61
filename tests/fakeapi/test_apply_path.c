/* SPDX-License-Identifier: Apache-2.0 */
/* Manifests of a folder. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"
#include "relist/fakeapi.h"
#include "tests/kit/testing.h"

#define MAP(NAME)                                                                                  \
	"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" NAME "\"}}"

/* `config/webhook` of a kubebuilder project has kustomize's files beside the manifests. */
static void manifests_of_a_folder_are_created_without_files_of_kustomize(void **state)
{
	static const struct {
		const char *name, *text;
	} files[] = {
		{ "a.yaml", MAP("a") },
		{ "b.json", MAP("b") },
		{ "kustomization.yaml", "resources: [a.yaml]\n" },
		{ "kustomizeconfig.yml", "varReference: []\n" },
		{ "kustomization-of-mine.yaml", MAP("c") },
		{ "note.txt", "not a manifest" },
	};
	char folder[] = "/tmp/relist-apply-XXXXXX", path[128];
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct relist_err err = { 0 };
	struct fakeapi_reply r;

	(void)state;
	assert_non_null(api);
	assert_non_null(mkdtemp(folder));
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		FILE *f;

		(void)snprintf(path, sizeof(path), "%s/%s", folder, files[i].name);
		f = fopen(path, "w");
		assert_non_null(f);
		assert_true(fputs(files[i].text, f) >= 0);
		assert_int_equal(fclose(f), 0);
	}
	if (fakeapi_apply_path(api, folder, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(fakeapi_request(api, "GET", "/api/v1/namespaces/default/configmaps", NULL,
					 NULL, &r, &err),
			 0);
	for (const char *at = r.body, *name = "abc"; *name; name++) {
		char text[16];

		(void)snprintf(text, sizeof(text), "\"name\":\"%c\"", *name);
		at = strstr(at, text);
		assert_non_null(at);
	}
	fakeapi_reply_fini(&r);
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, files[i].name);
		assert_int_equal(unlink(path), 0);
	}
	assert_int_equal(rmdir(folder), 0);
	fakeapi_stop(api);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(manifests_of_a_folder_are_created_without_files_of_kustomize),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
