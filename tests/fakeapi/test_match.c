/* SPDX-License-Identifier: Apache-2.0 */
/* Which requests a rule matches: verbs, namespaces, names, User-Agents. */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define V1   "/relist/v1"

static void add_rule(struct kit *k, const char *match)
{
	char body[256];

	(void)snprintf(body, sizeof(body),
		       "{\"kind\":\"fail\",\"times\":-1,\"status\":418,\"match\":{%s}}", match);
	assert_int_equal(kit_do(k, "DELETE", V1 "/faults", NULL), 200);
	assert_int_equal(kit_do(k, "POST", V1 "/faults", body), 201);
}

static void match_takes_any_write_name_prefixes_and_other_agents(void **state)
{
	static const char made[] = "{\"metadata\":{\"name\":\"web-1\"}}";
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	add_rule(&k, "\"verb\":\"write\"");
	assert_int_equal(kit_do(&k, "POST", MAPS, made), 418);
	assert_int_equal(kit_do(&k, "DELETE", MAPS, NULL), 418);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	add_rule(&k, "\"name\":\"web-*\"");
	assert_int_equal(kit_do(&k, "POST", MAPS, made), 418);
	assert_int_equal(kit_do(&k, "POST", MAPS, "{\"metadata\":{\"name\":\"we\"}}"), 201);
	assert_int_equal(kit_do(&k, "GET", MAPS "/web-2", NULL), 418);
	assert_int_equal(kit_do(&k, "GET", MAPS "/we", NULL), 200);
	add_rule(&k, "\"verb\":\"create\",\"name\":\"web-1\"");
	assert_int_equal(kit_do(&k, "POST", MAPS, made), 418);
	add_rule(&k, "\"userAgent\":\"!kit\"");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	add_rule(&k, "\"userAgent\":\"!other\"");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 418);
	kit_close(&k);
}

static void match_takes_asterisks_and_names_in_every_form_of_body(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	add_rule(&k, "\"namespace\":\"def*lt\",\"name\":\"*-tls\"");
	assert_int_equal(kit_do(&k, "GET", MAPS "/web-tls", NULL), 418);
	assert_int_equal(kit_do(&k, "GET", MAPS "/web-tls-2", NULL), 404);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/other/configmaps/web-tls", NULL),
			 404);
	/* the server has not made the name yet */
	add_rule(&k, "\"verb\":\"create\",\"name\":\"web-*\"");
	assert_int_equal(kit_do(&k, "POST", MAPS, "{\"metadata\":{\"generateName\":\"web-\"}}"),
			 418);
	k.content_type = "application/yaml";
	assert_int_equal(kit_do(&k, "POST", MAPS, "metadata:\n  name: web-3\n"), 418);
	k.content_type = NULL;
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(match_takes_any_write_name_prefixes_and_other_agents),
		cmocka_unit_test(match_takes_asterisks_and_names_in_every_form_of_body),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
