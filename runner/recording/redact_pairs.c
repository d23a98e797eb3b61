/* SPDX-License-Identifier: Apache-2.0 */
/* redact_pairs.c - arrays in which a string is the name of the next one, ["password", "x"], and
 * rows after an array with the names of their columns. */
#include "runner/recording/redact_places.h"

enum { NAME_BYTES_MAX = 64 };

static bool ends_with(struct str text, struct str end)
{
	return text.len >= end.len && memcmp(text.ptr + text.len - end.len, end.ptr, end.len) == 0;
}

static bool ends_with_any(struct str text, const char *const *ends, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (ends_with(text, str_of(ends[i])))
			return true;
	return false;
}

/* Lists of names, without values. */
static bool lists_names(struct str key)
{
	static const char *const ends[] = {
		"eys",	      "ames",  "ields",	    "olumns",	 "ypes",      "copes",
		"esources",   "erbs",  "required",  "enum",	 "udiences",  "ategories",
		"roups",      "inds",  "ttributes", "roperties", "eaders",    "oles",
		"ermissions", "arams", "abels",	    "aths",	 "inalizers", "vents",
		"ags",	      "cells", "ecrets",    "args",	 "command",   "odes"
	};

	return ends_with_any(key, ends, ARRAY_LEN(ends));
}

static bool is_name(struct str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!rec__is_word_char(text.ptr[i]) || text.ptr[i] == '=')
			return false;
	return text.len && text.len <= NAME_BYTES_MAX;
}

/* Strings that occur beside "password" in a list of names. */
static bool is_other_name(struct str text)
{
	static const char *const ends[] = { "user",	"username", "name",	 "host",
					    "hostname", "port",	    "url",	 "uri",
					    "endpoint", "database", "email",	 "value",
					    "crt",	"cert",	    "namespace", "provider",
					    "region",	"id",	    "type",	 "description" };

	return ends_with_any(text, ends, ARRAY_LEN(ends)) || rec__is_sensitive(text) ||
	       rec__is_plain_value(text);
}

bool rec__is_list_of_pairs(struct rec__redactor *r, json_t array, const struct rec__scope *in)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;
	json_t element;
	size_t count = 0;

	if (r->opt.secrets == REC_SECRETS_KEEP || in->hidden || in->labels || in->schemas ||
	    in->schema || (!in->row && lists_names(in->key)))
		return false;
	json_iter_init(&it, array);
	for (; json_iter_element(&it, &element); count++) {
		struct str text;

		if (json_kind(element) != JSON_STRING)
			return false;
		strbuf_clear(&scratch);
		text = json_str(element, &scratch);
		if (!text.ptr)
			r->failed = true;
		if (count % 2 == 0 && !is_name(text))
			return false;
	}
	return count && count % 2 == 0;
}

bool rec__is_named_value(struct rec__redactor *r, json_t name, json_t value)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str text = json_str(name, &scratch);

	if (!text.ptr)
		r->failed = true;
	if (!text.ptr || !rec__is_sensitive(text))
		return false;
	strbuf_clear(&scratch);
	text = json_str(value, &scratch);
	if (!text.ptr)
		r->failed = true;
	return text.ptr && !is_other_name(text);
}

/* --- columns --- */

enum { COLUMNS_MAX = 64 }; /* number of bits in a mask */

static bool is_sensitive_name(struct rec__redactor *r, json_t element)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t name = json_kind(element) == JSON_OBJECT ? json_get(element, "name") : element;
	struct str text;

	if (json_kind(name) != JSON_STRING)
		return false;
	text = json_str(name, &scratch);
	if (!text.ptr)
		r->failed = true;
	return text.ptr && rec__is_sensitive(text);
}

uint64_t rec__sensitive_names(struct rec__redactor *r, json_t array)
{
	uint64_t sensitive = 0;
	struct json_iter it;
	json_t element;

	if (json_kind(array) != JSON_ARRAY)
		return 0;
	json_iter_init(&it, array);
	for (size_t n = 0; n < COLUMNS_MAX && json_iter_element(&it, &element); n++)
		if (is_sensitive_name(r, element))
			sensitive |= (uint64_t)1 << n;
	return sensitive;
}

static size_t count_strings(json_t array)
{
	struct json_iter it;
	json_t element;
	size_t count = 0;

	if (json_kind(array) != JSON_ARRAY)
		return 0;
	json_iter_init(&it, array);
	for (; count < COLUMNS_MAX && json_iter_element(&it, &element); count++)
		if (json_kind(element) != JSON_STRING)
			return 0;
	return count;
}

uint64_t rec__first_row_names(struct rec__redactor *r, json_t array)
{
	json_t first, second;
	struct json_iter it;

	json_iter_init(&it, array);
	if (!json_iter_element(&it, &first) || count_strings(first) < 2 ||
	    !json_iter_element(&it, &second) || json_kind(second) != JSON_ARRAY)
		return 0;
	return rec__sensitive_names(r, first);
}
