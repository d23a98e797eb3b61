/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/scn_messages.h"

struct scn__scenario *scn_load_messages(const char *name, struct str text, struct strbuf *out,
					struct scn__errors *errors)
{
	struct scn__scenario *s = scn__scenario_load(str_of(name), text, errors);

	scn__errors_print(errors, str_of(name), out);
	assert_false(errors->failed);
	assert_true((s == NULL) == (errors->error_count > 0));
	return s;
}

static void add_measured(struct strbuf *out, const char *text)
{
	while (*text) {
		size_t plain = strcspn(text, "~"), unit;
		char *from;
		unsigned long count;

		strbuf_add(out, text, plain);
		text += plain;
		if (!*text)
			return;
		count = strtoul(text + 1, &from, 10);
		assert_true(*from == ':');
		from++;
		unit = strcspn(from, "~");
		for (unsigned long i = 0; i < count; i++) {
			for (size_t j = 0; j < unit; j++) {
				if (from[j] == '#')
					strbuf_addf(out, "%lu", i);
				else
					strbuf_addc(out, from[j]);
			}
		}
		text = from + unit + 1;
	}
}

static void add_part(struct strbuf *out, const char *before, const char *part, const char *after)
{
	if (!part)
		return;
	strbuf_addz(out, before);
	add_measured(out, part);
	strbuf_addz(out, after);
}

static void write_made(const struct scn_made *m, struct strbuf *out)
{
	add_part(out, "scenario: t\n", m->head ? m->head : "", "world:\n");
	add_part(out, "  server: ", m->server ? m->server : "{}", "\n");
	add_part(out, "  types: {pods: v1/pods", m->types ? m->types : "", "}\n");
	add_part(out, "  objects: ", m->objects ? m->objects : "{}", "\n");
	add_part(out, "  informers: {pods: {handlers: {h: {}}}", m->informers ? m->informers : "",
		 "}\n");
	add_part(out, "  controllers: ", m->controllers ? m->controllers : "{}", "\n");
	add_part(out, "steps:\n  - start: pods\n", m->steps ? m->steps : "", "");
}

void scn_assert_messages(const struct scn_made *rows, size_t count)
{
	size_t others = 0;

	for (size_t i = 0; i < count; i++) {
		struct strbuf text = STRBUF_INIT, out = STRBUF_INIT, messages = STRBUF_INIT;
		struct scn__errors errors = { 0 };

		write_made(&rows[i], &text);
		add_measured(&messages, rows[i].want);
		scn__scenario_free(scn_load_messages("t", strbuf_str(&text), &out, &errors));
		if (!str_eq(strbuf_str(&out), strbuf_str(&messages))) {
			others++;
			print_error("%.1000s\nsays\n%.1000s\nand not\n%.1000s\n",
				    strbuf_str(&text).ptr, strbuf_str(&out).ptr,
				    strbuf_str(&messages).ptr);
		}
		scn__errors_fini(&errors);
		strbuf_fini(&text);
		strbuf_fini(&out);
		strbuf_fini(&messages);
	}
	assert_int_equal(others, 0);
}
