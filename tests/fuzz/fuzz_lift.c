/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a recording to lift: refused, or a scenario that can be read. */
#include "runner/language/scenario.h"
#include "runner/lift/lift.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

struct input {
	const uint8_t *bytes;
	size_t len;
};

static ptrdiff_t take(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct input *in = user;
	size_t n = in->len < cap ? in->len : cap;

	(void)err;
	memcpy(buf, in->bytes, n);
	in->bytes += n;
	in->len -= n;
	return (ptrdiff_t)n;
}

static void finish(struct lift *l)
{
	struct lift__result result;
	struct relist_err err = { 0 };
	int code;

	lift__result_init(&result);
	code = lift__finish(l, &result, &err);
	if (code) {
		ASSERT(err.msg[0]);
	} else {
		struct scn__errors errors = { 0 };
		struct scn__scenario *s =
		    scn__scenario_load(STR("lifted.yaml"), strbuf_str(&result.text), &errors);

		ASSERT(s);
		scn__scenario_free(s);
		scn__errors_fini(&errors);
	}
	lift__result_fini(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const char *const e[] = { "e" };
	struct lift__options opt = {
		.name = STR("fuzz"), .from_ns = -1, .to_ns = -1, .bytes_max = 16 << 20
	};
	struct input in = { bytes, len };
	struct rec__reader reader;
	struct rec__line line;
	struct relist_err err = { 0 };
	struct lift *l;
	int code;

	/* a program that is to be run in it: clients whose names have an "e" */
	opt.controllers = (struct lift__texts) { e, len && bytes[len - 1] & 1 };
	opt.user_agents = opt.controllers;
	l = lift__new(&opt, &err);
	code = rec__reader_init(&reader, (struct rec__input) { take, &in }, 0, &err);
	ASSERT(l);
	if (!code)
		code = lift__header(l, &reader.header, &err);
	while (!code && (code = rec__read(&reader, &line, &err)) == 1)
		code = lift__line(l, &line, &err);
	if (code != RELIST_ENOMEM && code != RELIST_ELIMIT)
		finish(l);
	lift__free(l);
	rec__reader_fini(&reader);
	return 0;
}
