/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/authz/rbac.h"

#include "base/alloc.h"
#include "fakeapi/authz/rules.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/labels.h"
#include "fakeapi/meta/number.h"

enum which { ROLES, CLUSTER_ROLES, BINDINGS, CLUSTER_BINDINGS, WHICH_COUNT };

static const char *const resources[WHICH_COUNT] = { "roles", "clusterroles", "rolebindings",
						    "clusterrolebindings" };

/* Parsed states, sorted by key. */
struct parsed {
	struct fakeapi__version *version; /* a reference: so no other state can get its address */
	cJSON *tree;
};

struct fakeapi__rbac {
	struct parsed *list[WHICH_COUNT];
	size_t count[WHICH_COUNT];
};

/* --- stored roles and bindings ------------------------------------------------------------ */

bool fakeapi__rbac_on(const struct fakeapi__core *core)
{
	return core->opt.rbac;
}

static void drop_list(struct fakeapi__core *core, struct parsed *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		fakeapi__version_unref(&core->store, list[i].version);
		cJSON_Delete(list[i].tree);
	}
	base__free(list);
}

void fakeapi__rbac_fini(struct fakeapi__core *core)
{
	struct fakeapi__rbac *r = core->rbac;

	for (int i = 0; r && i < WHICH_COUNT; i++)
		drop_list(core, r->list[i], r->count[i]);
	base__free(r);
	core->rbac = NULL;
}

static bool is_fresh(const struct fakeapi__rbac *r, const struct fakeapi__bucket *b, enum which w)
{
	size_t n = 0;

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);

		if (v && (n >= r->count[w] || r->list[w][n++].version != v))
			return false;
	}
	return n == r->count[w];
}

/* Both lists are sorted by key: moves unchanged trees. */
static int parse(struct parsed *to, const struct fakeapi__version *v, struct fakeapi__rbac *r,
		 enum which w, size_t *from)
{
	for (size_t i = *from; i < r->count[w] && !to->tree; i++)
		if (r->list[w][i].version == v) {
			to->tree = r->list[w][i].tree;
			r->list[w][i].tree = NULL;
			*from = i + 1;
		}
	if (!to->tree)
		to->tree = fakeapi__parse(fakeapi__version_json(v));
	if (!to->tree)
		return -1;
	to->version = fakeapi__version_ref(v);
	return 0;
}

static int load(struct fakeapi__core *core, enum which w)
{
	struct fakeapi__rbac *r = core->rbac;
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, STR(FAKEAPI_RBAC_GROUP), str_of(resources[w]),
				  false);
	struct parsed *list;
	size_t n = 0, from = 0;
	int rc = 0;

	if (!b || is_fresh(r, b, w))
		return 0;
	list = base__calloc(b->live + 1, sizeof(*list));
	if (!list)
		return -1;
	for (struct fakeapi__walk walk = { .in = b }; rc == 0 && fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);

		if (v && n < b->live)
			rc = parse(&list[n], v, r, w, &from);
		n += v && rc == 0;
	}
	drop_list(core, r->list[w], r->count[w]);
	r->list[w] = list;
	r->count[w] = n;
	return rc;
}

static int load_all(struct fakeapi__core *core)
{
	if (!core->rbac)
		core->rbac = base__calloc(1, sizeof(*core->rbac));
	if (!core->rbac)
		return -1;
	for (int w = 0; w < WHICH_COUNT; w++)
		if (load(core, (enum which)w) < 0)
			return -1;
	return 0;
}

static const cJSON *find_role(const struct fakeapi__core *core, enum which w, const char *ns,
			      const char *name)
{
	const struct fakeapi__rbac *r = core->rbac;

	for (size_t i = 0; i < r->count[w]; i++) {
		const cJSON *tree = r->list[w][i].tree;

		if (strcmp(fakeapi__meta_str(tree, "name"), name) == 0 &&
		    strcmp(fakeapi__meta_str(tree, "namespace"), ns) == 0)
			return tree;
	}
	return NULL;
}

static bool has_line(const struct strbuf *lines, struct str line)
{
	struct str rest = strbuf_str(lines), first;

	while (rest.len) {
		const char *nl = memchr(rest.ptr, '\n', rest.len);

		first = (struct str) { rest.ptr, nl ? (size_t)(nl - rest.ptr) : rest.len };
		if (str_eq(first, line))
			return true;
		rest.ptr += first.len + (nl != NULL);
		rest.len -= first.len + (nl != NULL);
	}
	return false;
}

void fakeapi__rbac_add_error(struct strbuf *errors, const struct strbuf *line)
{
	errors->failed |= line->failed;
	if (errors->failed || has_line(errors, strbuf_str(line)))
		return;
	if (errors->len)
		strbuf_addc(errors, '\n');
	strbuf_adds(errors, strbuf_str(line));
}

/* The rules of a roleRef; a missing role is reported in `errors`. */
static const cJSON *rules_of(const struct fakeapi__core *core, const cJSON *ref, const char *ns,
			     struct strbuf *errors)
{
	const char *name = fakeapi__string(ref, "name");
	bool cluster = strcmp(fakeapi__string(ref, "kind"), "ClusterRole") == 0;
	const cJSON *role =
	    find_role(core, cluster ? CLUSTER_ROLES : ROLES, cluster ? "" : ns, name);

	if (!role) {
		AUTO_STRBUF line = STRBUF_INIT;

		strbuf_addf(&line, "%s.%s \"%s\" not found", cluster ? "clusterrole" : "role",
			    FAKEAPI_RBAC_GROUP, name);
		fakeapi__rbac_add_error(errors, &line);
	}
	return fakeapi__member(role, "rules");
}

/* --- subjects ----------------------------------------------------------------------------- */

static bool is_service_account(const char *user, const char *ns, const char *name)
{
	static const char prefix[] = "system:serviceaccount:";
	size_t n = strlen(ns);

	if (strncmp(user, prefix, sizeof(prefix) - 1) != 0)
		return false;
	user += sizeof(prefix) - 1;
	return n && strncmp(user, ns, n) == 0 && user[n] == ':' && strcmp(user + n + 1, name) == 0;
}

static const cJSON *find_subject(const cJSON *binding, const struct fakeapi__user *user,
				 const char *ns)
{
	const cJSON *list = fakeapi__member(binding, "subjects"), *s;

	cJSON_ArrayForEach(s, list)
	{
		const char *kind = fakeapi__string(s, "kind"), *name = fakeapi__string(s, "name");
		const char *of = fakeapi__string(s, "namespace");

		if (strcmp(kind, "User") == 0 && strcmp(user->name, name) == 0)
			return s;
		if (strcmp(kind, "Group") == 0 && fakeapi__user_in_group(user, name))
			return s;
		if (strcmp(kind, "ServiceAccount") == 0 &&
		    is_service_account(user->name, *of ? of : ns, name))
			return s;
	}
	return NULL;
}

/* --- the walk over a user's rules ------------------------------------------------------------- */

struct visit {
	struct fakeapi__core *core;
	const struct fakeapi__user *user;
	struct str ns;
	struct strbuf errors; /* one per line */
	/* True: stop. */
	bool (*rule)(struct visit *v, const cJSON *rule);
	const struct fakeapi__action *action;
	const cJSON *binding, *subject; /* the origin of the rule */
	cJSON *list;			/* copies of the rules */
	bool nomem;
};

static bool visit_binding(struct visit *v, const cJSON *binding, const char *ns)
{
	const cJSON *rules, *rule;

	v->binding = binding;
	v->subject = find_subject(binding, v->user, ns);
	if (!v->subject)
		return false;
	rules = rules_of(v->core, fakeapi__member(binding, "roleRef"), ns, &v->errors);
	cJSON_ArrayForEach(rule, rules) if (v->rule(v, rule)) return true;
	return false;
}

/* True: a rule stopped the walk. */
static bool visit_all(struct visit *v)
{
	const struct fakeapi__rbac *r = v->core->rbac;

	for (size_t i = 0; i < r->count[CLUSTER_BINDINGS]; i++)
		if (visit_binding(v, r->list[CLUSTER_BINDINGS][i].tree, ""))
			return true;
	for (size_t i = 0; i < r->count[BINDINGS] && v->ns.len; i++) {
		const cJSON *tree = r->list[BINDINGS][i].tree;
		const char *ns = fakeapi__meta_str(tree, "namespace");

		if (str_eqz(v->ns, ns) && visit_binding(v, tree, ns))
			return true;
	}
	return false;
}

static bool allows(struct visit *v, const cJSON *rule)
{
	return fakeapi__rule_allows(rule, v->action);
}

/* "RBAC: allowed by ClusterRoleBinding "a" of ClusterRole "b" to User "c"" */
static void format_allowed_by(const struct visit *v, struct strbuf *reason)
{
	const char *ns = fakeapi__meta_str(v->binding, "namespace");
	const cJSON *ref = fakeapi__member(v->binding, "roleRef");
	const char *of = fakeapi__string(v->subject, "namespace");
	bool account = strcmp(fakeapi__string(v->subject, "kind"), "ServiceAccount") == 0;

	strbuf_addf(reason,
		    "RBAC: allowed by %sRoleBinding \"%s%s%s\" of %s \"%s\" to %s \"%s%s%s\"",
		    *ns ? "" : "Cluster", fakeapi__meta_str(v->binding, "name"), *ns ? "/" : "", ns,
		    fakeapi__string(ref, "kind"), fakeapi__string(ref, "name"),
		    fakeapi__string(v->subject, "kind"), fakeapi__string(v->subject, "name"),
		    account ? "/" : "", account ? of : "");
}

void fakeapi__rbac_add_errors(const struct strbuf *errors, const char *prefix, struct strbuf *out)
{
	bool several = strchr(errors->ptr, '\n') != NULL;

	if (!errors->len)
		return;
	strbuf_addf(out, "%s%s", prefix, several ? "[" : "");
	for (size_t i = 0; i < errors->len; i++)
		if (errors->ptr[i] == '\n')
			strbuf_addz(out, ", ");
		else
			strbuf_addc(out, errors->ptr[i]);
	strbuf_addz(out, several ? "]" : "");
}

int fakeapi__rbac_allows(struct fakeapi__core *core, const struct fakeapi__action *a,
			 struct strbuf *reason)
{
	struct visit v = {
		.core = core, .user = a->user, .ns = a->ns, .rule = allows, .action = a
	};
	bool yes;

	if (!a->user || a->user->admin || fakeapi__user_in_group(a->user, "system:masters"))
		return 1;
	if (load_all(core) < 0)
		return -1;
	strbuf_init(&v.errors);
	yes = visit_all(&v);
	if (reason && yes)
		format_allowed_by(&v, reason);
	else if (reason)
		fakeapi__rbac_add_errors(&v.errors, "RBAC: ", reason);
	strbuf_fini(&v.errors);
	return reason && reason->failed ? -1 : yes;
}

static bool collect(struct visit *v, const cJSON *rule)
{
	cJSON *copy = cJSON_Duplicate(rule, true);

	if (copy && cJSON_AddItemToArray(v->list, copy))
		return false;
	cJSON_Delete(copy);
	return v->nomem = true;
}

cJSON *fakeapi__rbac_rules(struct fakeapi__core *core, const struct fakeapi__user *user,
			   struct str ns, struct strbuf *errors)
{
	struct visit v = { .core = core, .user = user, .ns = ns, .rule = collect };

	if (load_all(core) < 0)
		return NULL;
	strbuf_init(&v.errors);
	v.list = cJSON_CreateArray();
	if (v.list)
		(void)visit_all(&v);
	strbuf_adds(errors, strbuf_str(&v.errors));
	errors->failed |= v.errors.failed;
	strbuf_fini(&v.errors);
	if (!v.nomem && !errors->failed)
		return v.list;
	cJSON_Delete(v.list);
	return NULL;
}

int fakeapi__rbac_role_rules(struct fakeapi__core *core, const cJSON *ref, const char *ns,
			     struct strbuf *errors, const cJSON **rules)
{
	if (load_all(core) < 0)
		return -1;
	*rules = rules_of(core, ref, ns, errors);
	return 0;
}

/* --- aggregation -------------------------------------------------------------------------- */

static bool has_rule(const cJSON *list, const cJSON *rule)
{
	const cJSON *r;

	cJSON_ArrayForEach(r, list) if (fakeapi__equal(r, rule)) return true;
	return false;
}

static int add_rules(cJSON *list, const cJSON *rules)
{
	const cJSON *rule;

	cJSON_ArrayForEach(rule, rules)
	{
		cJSON *copy = has_rule(list, rule) ? NULL : cJSON_Duplicate(rule, true);

		if (!copy && !has_rule(list, rule))
			return -1;
		if (copy && !cJSON_AddItemToArray(list, copy)) {
			cJSON_Delete(copy);
			return -1;
		}
	}
	return 0;
}

cJSON *fakeapi__rbac_aggregate(struct fakeapi__core *core, const cJSON *role)
{
	const cJSON *selectors =
			fakeapi__dig(role, "aggregationRule", "clusterRoleSelectors", NULL),
		    *s;
	cJSON *list = cJSON_CreateArray();

	if (!list || load_all(core) < 0)
		goto fail;
	cJSON_ArrayForEach(s, selectors)
	{
		for (size_t i = 0; i < core->rbac->count[CLUSTER_ROLES]; i++) {
			const cJSON *tree = core->rbac->list[CLUSTER_ROLES][i].tree;

			if (strcmp(fakeapi__meta_str(tree, "name"),
				   fakeapi__meta_str(role, "name")) != 0 &&
			    fakeapi__selects(s, fakeapi__dig(tree, "metadata", "labels", NULL)) &&
			    add_rules(list, fakeapi__member(tree, "rules")) < 0)
				goto fail;
		}
	}
	return list;
fail:
	cJSON_Delete(list);
	return NULL;
}
