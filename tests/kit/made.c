/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/made.h"

#include "runner/import/import.h"
#include "runner/language/scenario.h"
#include "runner/lift/lift.h"
#include "tests/kit/testing.h"
#include "tests/kit/text_input.h"

bool rarely(struct choice *c, uint32_t n)
{
	return choice_pick(c, n) == 0;
}

const char *any_of(struct choice *c, const char *const *words, size_t count)
{
	return words[choice_pick(c, (uint32_t)count)];
}

static int append(void *user, struct str line, struct relist_err *err)
{
	(void)err;
	strbuf_adds(user, line);
	return 0;
}

static void note(void *user, struct str text)
{
	strbuf_addf(user, "note: " STR_FMT "\n", STR_ARG(text));
}

static int feed_all(struct imp__import *im, struct str text, struct relist_err *err)
{
	struct relist_err why = { 0 };
	int code = imp__begin(im, STR("input"), &why);

	if (!code)
		code = imp__feed(im, text, &why);
	if (!code)
		code = imp__end(im, &why);
	*err = why;
	return code;
}

/* The version that wrote it is masked. */
static void without_tool(struct strbuf *text)
{
	char *at = text->len ? strstr(text->ptr, "\"tool\":\"relist ") : NULL, *end;

	if (!at)
		return;
	at += strlen("\"tool\":\"relist ");
	end = strchr(at, '"');
	memset(at, '0', (size_t)(end - at));
}

static void must_be_a_recording(struct str text)
{
	struct relist_err err = { 0 };
	struct rec__reader reader;
	struct rec__line line;
	int code = rec__reader_init(&reader, (struct rec__input) { text_input, &text }, 0, &err);

	if (!code)
		do
			code = rec__read(&reader, &line, &err);
		while (code == 1);
	rec__reader_fini(&reader);
	if (code)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
}

bool import_made(struct str text, uint64_t n, struct strbuf *recording, struct strbuf *printed)
{
	struct imp__options opt = { .keep_going = n % 3 != 0,
				    .redact = { .secrets = REC_SECRETS_KEEP,
						.keep_managed_fields = n % 2 == 0 },
				    .on_note = note,
				    .user = printed };
	struct relist_err err = { 0 };
	struct imp__import *im = imp__new(&opt, &err);
	int code;

	assert_non_null(im);
	code = feed_all(im, text, &err);
	if (!code)
		code = imp__finish(im, (struct rec__output) { append, recording }, &err);
	if (!code)
		must_be_a_recording(strbuf_str(recording));
	else
		strbuf_addf(printed, "%d at %u:%u: %s\n", code, err.line, err.column, err.msg);
	imp__free(im);
	without_tool(recording);
	return code == 0;
}

static void must_be_a_scenario(struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("lifted"), text, &errors);

	if (!s)
		fail_msg("%s\n" STR_FMT, errors.len ? errors.items[0].msg : "", STR_ARG(text));
	scn__errors_fini(&errors);
	scn__scenario_free(s);
}

bool lift_made(struct str text, uint64_t n, struct strbuf *out)
{
	static const char *const op[] = { "op" }, *const ctl[] = { "ctl" },
				 *const a[] = { "shop/a" };
	struct lift__options opt = { .name = STR("x"),
				     .from_ns = n % 7 == 0 ? NS_PER_S : -1,
				     .to_ns = n % 11 == 0 ? 5 * NS_PER_S : -1,
				     .controllers = { n % 8 == 0 ? op : ctl, n % 4 == 0 },
				     .keys = { a, n % 9 == 0 },
				     .on_note = note,
				     .user = out };
	struct relist_err err = { 0 };
	struct lift__result result;
	struct rec__reader reader;
	struct rec__line line;
	struct lift *l = lift__new(&opt, &err);
	int code = rec__reader_init(&reader, (struct rec__input) { text_input, &text }, 0, &err);

	assert_non_null(l);
	lift__result_init(&result);
	if (!code)
		code = lift__header(l, &reader.header, &err);
	while (!code && (code = rec__read(&reader, &line, &err)) == 1)
		code = lift__line(l, &line, &err);
	if (!code)
		code = lift__finish(l, &result, &err);
	if (code)
		strbuf_addf(out, "%d: %s\n", code, err.msg);
	else
		must_be_a_scenario(strbuf_str(&result.text));
	strbuf_adds(out, strbuf_str(&result.text));
	strbuf_adds(out, strbuf_str(&result.differences));
	lift__result_fini(&result);
	lift__free(l);
	rec__reader_fini(&reader);
	return code == 0;
}
