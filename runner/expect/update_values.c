/* SPDX-License-Identifier: Apache-2.0 */
/* update_values.c - values of objects for --update. */
#include "runner/expect/update.h"
#include "runner/rewrite/literal.h"

static void add_string(struct strbuf *out, struct str text, bool external)
{
	if (external && scn__is_volatile(text))
		strbuf_addz(out, "any");
	else if (!scn__add_as_pattern(out, text))
		expect__add_scalar(out, text, true);
}

void expect__add_yaml(struct strbuf *out, json_t v, bool external)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;
	json_t key, item;
	bool more = false;

	switch (json_kind(v)) {
	case JSON_STRING:
		add_string(out, json_str(v, &scratch), external);
		return;
	case JSON_ARRAY:
		strbuf_addc(out, '[');
		json_iter_init(&it, v);
		for (; json_iter_element(&it, &item); more = true) {
			strbuf_addz(out, more ? ", " : "");
			expect__add_yaml(out, item, external);
		}
		strbuf_addc(out, ']');
		return;
	case JSON_OBJECT:
		strbuf_addc(out, '{');
		json_iter_init(&it, v);
		for (; json_iter_member(&it, &key, &item); more = true) {
			AUTO_STRBUF name = STRBUF_INIT;

			strbuf_addz(out, more ? ", " : "");
			expect__add_scalar(out, json_str(key, &name), true);
			strbuf_addz(out, ": ");
			expect__add_yaml(out, item, external);
		}
		strbuf_addc(out, '}');
		return;
	case JSON_ABSENT:
		strbuf_addz(out, "absent");
		return;
	case JSON_NULL:
	case JSON_BOOL:
	case JSON_NUMBER:
		strbuf_add(out, v.ptr, v.len);
		return;
	}
}

bool expect__is_parallel(const struct scn__node *want, json_t have)
{
	return want->kind == SCN_LIST && !want->block && want->count &&
	       json_kind(have) == JSON_ARRAY && json_count(have) == want->count;
}

void expect__replace_subset(struct scnu__update *up, const struct scn__node *want, json_t have)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (expect__subset_fits(up->r, want, have, NULL))
		return;
	if (want->kind == SCN_MAP && json_kind(have) == JSON_OBJECT) {
		for (size_t i = 0; i < want->count; i++)
			expect__replace_subset(up, want->entries[i].value,
					       json_get(have, want->entries[i].key.ptr));
		return;
	}
	if (expect__is_parallel(want, have)) {
		struct json_iter it;
		json_t item;

		json_iter_init(&it, have);
		for (size_t i = 0; json_iter_element(&it, &item); i++)
			expect__replace_subset(up, &want->items[i], item);
		return;
	}
	if (json_kind(have) == JSON_STRING && want->kind == SCN_SCALAR) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str name = expect__name_of(up, want, json_str(have, &scratch));

		if (name.len)
			strbuf_addf(&text, "$" STR_FMT, STR_ARG(name));
	}
	if (up->r->opt->updates_again && have.len)
		strbuf_addz(&text, "any");
	if (!text.len)
		expect__add_yaml(&text, have, up->r->external);
	expect__replace_node(up, want, strbuf_str(&text));
}
