/* SPDX-License-Identifier: Apache-2.0 */
/* audit_event.c - the fields of one audit event. */
#include "runner/import/audit.h"

struct str imp__audit_text(struct imp__audit *a, json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s = json_str(v, &scratch);

	a->arena.failed |= scratch.failed;
	return s.len ? runner__arena_str(&a->arena, s) : STR("");
}

bool imp__audit_is_status(json_t object)
{
	return json_str_eq(json_get(object, "kind"), STR("Status"));
}

struct str imp__audit_query(const struct imp__audit *a, const char *name)
{
	for (size_t i = 0; i < a->query_count; i++)
		if (str_eqz(a->query[i].name, name))
			return a->query[i].value;
	return (struct str) { NULL, 0 };
}

bool imp__audit_is_write(const struct imp__audit *a)
{
	static const char *const verbs[] = { "create", "update", "patch", "delete",
					     "deletecollection" };

	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (str_eqz(a->verb, verbs[i]))
			return true;
	return false;
}

bool imp__audit_succeeded(const struct imp__audit *a)
{
	return a->code >= 200 && a->code < 300;
}

bool imp__audit_is_of_parent(struct str sub)
{
	static const char *const subs[] = { "",		"status", "finalize",
					    "approval", "resize", "ephemeralcontainers" };

	for (size_t i = 0; i < ARRAY_LEN(subs); i++)
		if (str_eqz(sub, subs[i]))
			return true;
	return false;
}
