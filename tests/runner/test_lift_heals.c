/* SPDX-License-Identifier: Apache-2.0 */
/* Writes that the program itself undid, and its GETs that failed. */
#include "tests/kit/lift_kit.h"
#include "tests/kit/testing.h"

static void add_write(struct strbuf *out, unsigned id, const char *method, const char *sub,
		      const char *meta, unsigned rv, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"%s\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps/a%s\",\"headers\":{\"User-Agent\":\"ctl\"},"
		    "\"body\":",
		    id, ms, method, sub);
	lift_kit_add_object(out, "a", meta, rv - 1);
	strbuf_addf(out,
		    "}}\n{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":200,\"body\":", id,
		    ms);
	lift_kit_add_object(out, "a", meta, rv);
	strbuf_addz(out, "}}\n");
}

static void label(struct strbuf *out, const char *value)
{
	strbuf_clear(out);
	strbuf_addf(out, ",\"labels\":{\"size\":\"%s\"}", value);
}

/* The program writes these labels one after the other; `between`: before the last one another
 * client creates an object. */
static void value_that_the_program_changed_and_changed_back_is_counted(void **state)
{
	static const struct {
		const char *labels[4];
		const char *method, *sub, *want;
		bool between, there;
	} cases[] = {
		{ { "5", "1", "5" }, "PUT", "", "UPDATE configmaps/d/a: 3\n", false, true },
		{ { "5", "1", "5" }, "PUT", "", "UPDATE configmaps/d/a: 3\n", true, false },
		{ { "5", "1", "4" }, "PUT", "", "counts:", false, false },
		{ { "5", "6" }, "PUT", "", "counts:", false, false },
		{ { "5", "1", "5" },
		  "PATCH",
		  "/status",
		  "PATCH configmaps/d/a subresource=status: 3\n",
		  false,
		  true },
		{ { "5", "1", "4", "1" }, "PUT", "", "UPDATE configmaps/d/a: 4\n", false, true },
		/* times differ in each run */
		{ { "2026-01-01T00:00:00Z", "1", "2026-01-01T00:00:09Z" },
		  "PUT",
		  "",
		  "UPDATE configmaps/d/a: 3\n",
		  false,
		  true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, meta = STRBUF_INIT;
		unsigned rv = 11;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		for (unsigned k = 0; k < 4 && cases[i].labels[k]; k++) {
			if (k == 2 && cases[i].between)
				lift_kit_add_event(&text, "ADDED", "b", rv++, 2250);
			label(&meta, cases[i].labels[k]);
			add_write(&text, 10 + k, cases[i].method, cases[i].sub, meta.ptr, rv++,
				  2100 + 100 * k + (k >= 2 ? 100U : 0));
		}
		lift_kit_add_event(&text, "ADDED", "c", 20, 9000);
		lift_kit_expect(&text, cases[i].want, cases[i].there);
	}
}

static void add_get(struct strbuf *out, unsigned id, int status, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"GET\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps/a\",\"headers\":{\"User-Agent\":\"ctl\"}}}\n"
		    "{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":%d,\"body\":",
		    id, ms, id, ms, status);
	if (status == 200)
		lift_kit_add_object(out, "a", "", 10);
	else
		strbuf_addf(out,
			    "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"%s\","
			    "\"code\":%d}",
			    status == 404 ? "NotFound" : "ServiceUnavailable", status);
	strbuf_addz(out, "}}\n");
}

/* After the event of `a`: the statuses of the program's GETs, at these milliseconds. */
static void failed_get_becomes_a_fail(void **state)
{
	static const struct {
		struct {
			int status;
			unsigned ms;
		} gets[4];
		const char *want;
		bool there;
	} cases[] = {
		{ { { 503, 2010 }, { 200, 2050 } },
		  "  - fail: {match: GET configmaps/d/a, status: 503, "
		  "reason: ServiceUnavailable}\n  - create: {configmaps/d/a: {}}",
		  true },
		{ { { 200, 2010 }, { 503, 2050 } },
		  "  - fail: {match: GET configmaps/d/a nth=2, status: 503, ",
		  true },
		{ { { 503, 2010 }, { 503, 2050 }, { 200, 2100 } },
		  "GET configmaps/d/a, status: 503, reason: ServiceUnavailable, times: 2}\n",
		  true },
		/* it repeats the GET without a cause: the step stands at its time */
		{ { { 200, 2010 }, { 200, 4000 }, { 503, 6000 } },
		  "  - advance: 4s\n  - fail: {match: GET configmaps/d/a, status: 503, ",
		  true },
		/* the scenario's server returns it by itself */
		{ { { 404, 2010 } }, "fail:", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		for (unsigned k = 0; k < 4 && cases[i].gets[k].status; k++)
			add_get(&text, 10 + k, cases[i].gets[k].status, cases[i].gets[k].ms);
		lift_kit_add_event(&text, "ADDED", "c", 20, 9000);
		lift_kit_expect(&text, cases[i].want, cases[i].there);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(value_that_the_program_changed_and_changed_back_is_counted),
		cmocka_unit_test(failed_get_becomes_a_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
