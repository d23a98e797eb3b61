/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluation of parsed selectors. */
#include "base/selector.h"

#include "base/json_bytes.h"
#include "base/map.h"
#include "base/text/number.h"

/* The value of label `key` in a raw labels object, "" for null; false: no such label. */
static bool label_value(struct str labels, struct str key, json_t *out)
{
	struct json_iter it;
	json_t k, v;
	bool found = false;

	json_iter_init(&it, labels);
	while (json_iter_member(&it, &k, &v)) {
		if (json_str_eq(k, key)) {
			*out = json_kind(v) == JSON_NULL ? STR("\"\"") : v;
			found = true;
		}
	}
	return found;
}

static bool value_among(const struct selector_term *t, json_t value)
{
	struct str v;

	for (size_t at = 0; selector_value(t, &at, &v);)
		if (json_str_eq(value, v))
			return true;
	return false;
}

/* gt and lt compare integers; other values do not match. */
static bool compares(const struct selector_term *t, json_t value)
{
	struct strbuf scratch = STRBUF_INIT;
	struct str want;
	int64_t have, limit;
	size_t at = 0;
	bool ok;

	ok = selector_value(t, &at, &want) && number_read_signed(want, &limit) == NUMBER_FINE &&
	     number_read_signed(json_str(value, &scratch), &have) == NUMBER_FINE;
	strbuf_fini(&scratch);
	if (!ok)
		return false;
	return t->op == SELECTOR_GT ? have > limit : have < limit;
}

static bool value_fits(const struct selector_term *t, bool has, json_t value)
{
	switch (t->op) {
	case SELECTOR_IN:
		return has && value_among(t, value);
	case SELECTOR_NOT_IN:
		return !has || !value_among(t, value);
	case SELECTOR_EXISTS:
		return has;
	case SELECTOR_NOT_EXISTS:
		return !has;
	case SELECTOR_GT:
	case SELECTOR_LT:
		return has && compares(t, value);
	}
	return false;
}

static bool term_matches(const struct selector_term *t, struct str labels)
{
	json_t value = { NULL, 0 };
	bool has = label_value(labels, t->key, &value);

	return value_fits(t, has, value);
}

/* Maps each label's key to the start of its value. Returns false if a label is missing from the
 * table: no memory, or a key has escapes. */
static bool tabulate(struct map *table, json_t labels)
{
	struct json_iter it;
	json_t k, v;

	map_init(table, MAP_BORROW_KEYS);
	for (json_iter_init(&it, labels); json_iter_member(&it, &k, &v);) {
		struct str key = { k.ptr + 1, k.len - 2 };

		if (memchr(key.ptr, '\\', key.len) ||
		    map_put(table, key, (void *)(uintptr_t)v.ptr, NULL) != 0)
			return false;
	}
	return true;
}

static json_t value_at(const char *value, json_t labels)
{
	return (json_t) { value,
			  (size_t)(json__skip_value(value, labels.ptr + labels.len) - value) };
}

static bool all_match(const struct selector_term *terms, json_t labels, const struct map *table)
{
	for (const struct selector_term *t = terms; t; t = t->next) {
		const char *p = map_get(table, t->key);

		if (!value_fits(t, p != NULL, p ? value_at(p, labels) : (json_t) { NULL, 0 }))
			return false;
	}
	return true;
}

static bool are_many(const struct selector_term *terms)
{
	for (int n = 0; terms; terms = terms->next)
		if (++n > 16)
			return true;
	return false;
}

bool selector_matches_labels(const struct selector_term *terms, json_t labels)
{
	if (are_many(terms)) {
		struct map table;
		bool whole = tabulate(&table, labels);
		bool match = whole && all_match(terms, labels, &table);

		map_fini(&table);
		if (whole)
			return match;
	}
	for (const struct selector_term *t = terms; t; t = t->next)
		if (!term_matches(t, labels))
			return false;
	return true;
}
