/* SPDX-License-Identifier: Apache-2.0 */
/* relist lift: which writes of others an open watch should have received. */
#include "tests/kit/lift_kit.h"
#include "tests/kit/testing.h"

#define PATH "\"path\":\"/api/v1/namespaces/d/configmaps\""
#define CTL  "\"headers\":{\"User-Agent\":\"ctl\"}"

/* ctl lists (version 9) and watches the ConfigMaps of d. */
static const char begin[] =
    "{\"recording\":1,\"source\":{\"kind\":\"proxy\"}}\n"
    "{\"request\":{\"id\":1,\"at\":\"1s\",\"conn\":1,\"method\":\"GET\"," PATH "," CTL "}}\n"
    "{\"response\":{\"id\":1,\"at\":\"1s\",\"status\":200,\"body\":{\"kind\":\"ConfigMapList\","
    "\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[]}}}\n"
    "{\"request\":{\"id\":2,\"at\":\"1s\",\"conn\":1,\"method\":\"GET\"," PATH
    ",\"query\":{\"watch\":\"true\",\"resourceVersion\":\"9\"}," CTL "}}\n"
    "{\"response\":{\"id\":2,\"at\":\"1s\",\"status\":200,\"stream\":true}}\n";

/* Another client creates "lost" with version 10. */
static void add_creation(struct strbuf *out, const char *ns)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":3,\"at\":\"2s\",\"conn\":2,\"method\":\"POST\",\"path\":"
		    "\"/api/v1/namespaces/%s/configmaps\",\"headers\":{\"User-Agent\":\"person\"},"
		    "\"body\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
		    "\"lost\",\"namespace\":\"%s\"}}}}\n"
		    "{\"response\":{\"id\":3,\"at\":\"2s\",\"status\":201,\"body\":{\"kind\":"
		    "\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"lost\","
		    "\"namespace\":\"%s\",\"uid\":\"u-lost\",\"resourceVersion\":\"10\"}}}}\n",
		    ns, ns, ns);
}

static void write_without_an_event_is_dropped_in_the_watched_namespace(void **state)
{
	static const struct {
		const char *ns;
		bool dropped;
	} cases[] = { { "d", true }, { "e", false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, begin);
		add_creation(&text, cases[i].ns);
		lift_kit_add_event(&text, "ADDED", "a", 12, 4000);
		if (cases[i].dropped) /* else the cache differs at the end */
			lift_kit_add_event(&text, "DELETED", "lost", 13, 5000);
		lift_kit_add_event(&text, "ADDED", "b", 14, 9000);
		lift_kit_expect(&text, "  - drop: ", cases[i].dropped);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(write_without_an_event_is_dropped_in_the_watched_namespace),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
