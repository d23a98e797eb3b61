/* SPDX-License-Identifier: Apache-2.0 */
/* admission.c - the chain: which plug-ins see which types, in kube-apiserver's order. */
#include "fakeapi/admission/admission.h"

#include "fakeapi/admission/plugins.h"
#include "fakeapi/schema/ordered.h"

static const struct plugin {
	const char *name; /* as in --enable-admission-plugins */
	/* NULL: every type. */
	const char *group, *kind;
	/* May refuse: -1 with c->st. NULL: refuses nothing. */
	int (*check)(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);
	/* Fills in what it finds in the store, and may refuse: a new object. NULL: does neither. */
	int (*admit)(struct fakeapi__call *c, cJSON *obj);
	/* Looks at the object that validation has passed, new or changed. NULL: refuses nothing. */
	int (*judge)(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
	/* Fills in. NULL: writes nothing. */
	void (*write)(struct fakeapi__place obj, const cJSON *old);
	bool clients_only; /* writes of the server's own pass */
} plugins[] = {
	{ .name = "NamespaceLifecycle", .check = fakeapi__namespace_lifecycle },
	{ .name = "LimitRanger",
	  .group = "",
	  .kind = "Pod",
	  .admit = fakeapi__limit_ranger_admit,
	  .judge = fakeapi__limit_ranger_judge },
	{ .name = "LimitRanger",
	  .group = "",
	  .kind = "PersistentVolumeClaim",
	  .judge = fakeapi__limit_ranger_judge },
	{ .name = "TaintNodesByCondition",
	  .group = "",
	  .kind = "Node",
	  .write = fakeapi__taint_nodes,
	  .clients_only = true },
	{ .name = "Priority",
	  .group = "",
	  .kind = "Pod",
	  .admit = fakeapi__priority_admit,
	  .write = fakeapi__priority },
	{ .name = "Priority",
	  .group = "scheduling.k8s.io",
	  .kind = "PriorityClass",
	  .judge = fakeapi__priority_judge },
	{ .name = "DefaultTolerationSeconds",
	  .group = "",
	  .kind = "Pod",
	  .write = fakeapi__default_tolerations },
};

static bool sees(const struct plugin *p, const struct fakeapi__resource *res)
{
	return !p->kind || (strcmp(p->kind, res->kind) == 0 && strcmp(p->group, res->group) == 0);
}

int fakeapi__admission_check(struct fakeapi__call *c, enum fakeapi__operation op, const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(plugins); i++)
		if (plugins[i].check && sees(&plugins[i], c->res) &&
		    plugins[i].check(c, op, name) < 0)
			return -1;
	return 0;
}

int fakeapi__admission_admit(struct fakeapi__call *c, cJSON *obj)
{
	for (size_t i = 0; i < ARRAY_LEN(plugins); i++)
		if (plugins[i].admit && sees(&plugins[i], c->res) && plugins[i].admit(c, obj) < 0)
			return -1;
	return 0;
}

int fakeapi__admission_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	for (size_t i = 0; i < ARRAY_LEN(plugins); i++)
		if (plugins[i].judge && sees(&plugins[i], c->res) &&
		    plugins[i].judge(c, obj, old) < 0)
			return -1;
	return 0;
}

int fakeapi__admission_forbid(struct fakeapi__call *c, const char *name, const char *why)
{
	(void)fakeapi__status_set(&c->st, 403, "Forbidden", "%s%s%s \"%s\" is forbidden: %s",
				  c->res->resource, c->res->group[0] ? "." : "", c->res->group,
				  name, why);
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	return -1;
}

int fakeapi__admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old, bool own)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(res), &nomem };

	for (size_t i = 0; i < ARRAY_LEN(plugins) && root.type; i++)
		if (plugins[i].write && sees(&plugins[i], res) && !(own && plugins[i].clients_only))
			plugins[i].write(root, old);
	return nomem ? -1 : 0;
}
