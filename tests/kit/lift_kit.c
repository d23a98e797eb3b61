/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/lift_kit.h"

#include "runner/lift/lift.h"
#include "tests/kit/testing.h"
#include "tests/kit/text_input.h"

const char *lift_kit_generated;

void lift_kit_lift(struct str recording, const char *const *agents, size_t count, const char *key,
		   struct strbuf *out)
{
	struct lift__options opt = { .name = STR("x"),
				     .from_ns = -1,
				     .to_ns = -1,
				     .keys = { &key, key != NULL },
				     .user_agents = { agents, count },
				     .controllers = { agents, count },
				     .generated = { &lift_kit_generated,
						    lift_kit_generated != NULL } };
	struct relist_err err = { 0 };
	struct lift__result result;
	struct rec__reader reader;
	struct rec__line line = { 0 };
	struct lift *l = lift__new(&opt, &err);
	int code =
	    rec__reader_init(&reader, (struct rec__input) { text_input, &recording }, 0, &err);

	assert_non_null(l);
	lift__result_init(&result);
	if (!code)
		code = lift__header(l, &reader.header, &err);
	while (!code && (code = rec__read(&reader, &line, &err)) == 1)
		code = lift__line(l, &line, &err);
	if (!code)
		code = lift__finish(l, &result, &err);
	if (code)
		fail_msg("line %u: %s", line.number, err.msg);
	if (result.difference_count)
		fail_msg("%s", result.differences.ptr);
	strbuf_adds(out, strbuf_str(&result.text));
	lift__result_fini(&result);
	lift__free(l);
	rec__reader_fini(&reader);
}

void lift_kit_expect(const struct strbuf *recording, const char *want, bool there)
{
	static const char *const agents[] = { "ctl", "other" };
	AUTO_STRBUF out = STRBUF_INIT;

	lift_kit_lift(strbuf_str(recording), agents, 2, NULL, &out);
	if (!strstr(out.ptr, want) != !there)
		fail_msg("%s is %s:\n%s", want, there ? "missing" : "there", out.ptr);
}

void lift_kit_add_object(struct strbuf *out, const char *name, const char *meta, unsigned rv)
{
	strbuf_addf(out,
		    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\","
		    "\"namespace\":\"d\",\"resourceVersion\":\"%u\"%s}}",
		    name, rv, meta);
}

void lift_kit_add_event(struct strbuf *out, const char *type, const char *name, unsigned rv,
			unsigned ms)
{
	strbuf_addf(out, "{\"event\":{\"id\":2,\"at\":\"%ums\",\"type\":\"%s\",\"object\":", ms,
		    type);
	lift_kit_add_object(out, name, "", rv);
	strbuf_addz(out, "}}\n");
}

void lift_kit_add_put(struct strbuf *out, unsigned id, const char *name, unsigned from, int status,
		      unsigned rv, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"PUT\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps/%s\",\"headers\":{\"User-Agent\":\"ctl\"},"
		    "\"body\":",
		    id, ms, name);
	lift_kit_add_object(out, name, "", from);
	strbuf_addf(out, "}}\n{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":%d,\"body\":", id,
		    ms, status);
	if (status < 400)
		lift_kit_add_object(out, name, "", rv);
	else
		strbuf_addf(out, "{\"kind\":\"Status\",\"reason\":\"%s\",\"code\":%d}",
			    status == 409 ? "Conflict" : "InternalError", status);
	strbuf_addz(out, "}}\n");
}
