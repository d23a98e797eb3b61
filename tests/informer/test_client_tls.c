/* SPDX-License-Identifier: Apache-2.0 */
/* Which servers a client accepts over TLS: by CA, by name, or all. */
#include "relist/client.h"
#include "relist/fakeapi.h"
#include "tests/kit/testing.h"

static int list_code(const struct inf_client_options *options, struct relist_err *err)
{
	static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
	struct inf_client *client = inf_client_new(options, NULL);
	struct inf_dynamic *d = inf_dynamic_new(client, NULL, NULL);
	struct inf_list list = { 0 };
	int code;

	assert_non_null(d);
	code = inf_dynamic_list(d, &maps, NULL, NULL, &list, err);
	inf_list_fini(&list);
	inf_dynamic_free(d);
	inf_client_unref(client);
	return code;
}

static void client_verifies_ca_and_name_unless_it_is_insecure(void **state)
{
	static const struct {
		bool knows_ca, insecure;
		const char *name;
		bool accepts;
	} cases[] = {
		{ true, false, NULL, true },
		{ true, false, "other.example", false },
		{ false, false, NULL, false },
		{ false, true, NULL, true },
		{ false, true, "other.example", true },
	};
	const struct fakeapi_options tls = { .tls = true };
	struct fakeapi *api = fakeapi_start(&tls, NULL);

	(void)state;
	assert_non_null(api);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct inf_client_options options = {
			.server = fakeapi_url(api),
			.ca_pem = cases[i].knows_ca ? fakeapi_ca_pem(api) : NULL,
			.tls_server_name = cases[i].name,
			.insecure_skip_tls_verify = cases[i].insecure,
		};
		struct relist_err err = { 0 };
		int code = list_code(&options, &err);

		if ((code == 0) != cases[i].accepts)
			fail_msg("case %zu: %d %s", i, code, err.msg);
	}
	fakeapi_stop(api);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(client_verifies_ca_and_name_unless_it_is_insecure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
