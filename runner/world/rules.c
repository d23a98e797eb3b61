/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c - converts a scenario's matches to rules of the fake apiserver. */
#include "runner/world/world.h"

void world__rule_text(char *to, size_t cap, struct str from)
{
	(void)snprintf(to, cap, STR_FMT, STR_ARG(from));
}

struct fakeapi__match world__match_of(const struct scn__type *type, int backend)
{
	struct fakeapi__match m = fakeapi__match_all();

	if (type) {
		world__rule_text(m.resource, sizeof(m.resource), type->resource);
		world__rule_text(m.group, sizeof(m.group), type->group);
		m.has_group = true;
	}
	m.backend = backend;
	return m;
}

struct fakeapi__match world__match_of_line(const struct scn__match *line)
{
	static const char *const verbs[] = {
		[SCN_V_LIST] = "list",	     [SCN_V_WATCH] = "watch",
		[SCN_V_GET] = "get",	     [SCN_V_W_CREATE] = "create",
		[SCN_V_W_UPDATE] = "update", [SCN_V_W_PATCH] = "patch",
		[SCN_V_W_DELETE] = "delete", [SCN_V_W_DELETE_ALL] = "deletecollection",
		[SCN_V_ANY_WRITE] = "write",
	};
	struct fakeapi__match m = world__match_of(line->type, line->backend);

	if (line->verb != SCN_V_ANY_REQUEST)
		world__rule_text(m.verb, sizeof(m.verb), str_of(verbs[line->verb]));
	world__rule_text(m.ns, sizeof(m.ns), line->ns);
	world__rule_text(m.name, sizeof(m.name), line->name);
	world__rule_text(m.subresource, sizeof(m.subresource), line->subresource);
	world__rule_text(m.user_agent, sizeof(m.user_agent), line->agent);
	m.continued = line->continued;
	if (line->has_initial_events)
		m.initial_events = line->initial_events ? 1 : -1;
	return m;
}

uint32_t world__rule_add(struct scn__run *r, const struct fakeapi__fault *rule)
{
	uint32_t id = fakeapi__core_fault_add(r->core, rule);

	if (!id)
		world__broken(r, RELIST_ENOMEM);
	return id;
}

struct in_force {
	enum fakeapi__fault_kind kind;
	const struct scn__type *type;
	uint32_t id;
};

void world__rule_instead(struct scn__run *r, enum fakeapi__fault_kind kind,
			 const struct scn__type *type, const struct fakeapi__fault *rule)
{
	struct in_force *mine = rule ? world__alloc(r, sizeof(*mine)) : NULL;
	size_t kept = 0;

	for (size_t i = 0; i < r->rules.len; i++) {
		struct in_force *f = r->rules.items[i];

		if (f->kind == kind && (!type || f->type == type))
			fakeapi__core_fault_del(r->core, f->id);
		else
			r->rules.items[kept++] = f;
	}
	r->rules.len = kept;
	if (!mine)
		return;
	*mine = (struct in_force) { kind, type, world__rule_add(r, rule) };
	world__push(r, &r->rules, mine);
}
