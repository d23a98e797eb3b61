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
	/* Fills in. NULL: writes nothing. */
	void (*write)(struct fakeapi__place obj, const cJSON *old);
	bool clients_only; /* writes of the server's own pass */
} plugins[] = {
	{ "NamespaceLifecycle", NULL, NULL, fakeapi__namespace_lifecycle, NULL, false },
	{ "TaintNodesByCondition", "", "Node", NULL, fakeapi__taint_nodes, true },
	{ "DefaultTolerationSeconds", "", "Pod", NULL, fakeapi__default_tolerations, false },
	{ "Priority", "", "Pod", NULL, fakeapi__priority, false },
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

int fakeapi__admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old, bool own)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(res), &nomem };

	for (size_t i = 0; i < ARRAY_LEN(plugins) && root.type; i++)
		if (plugins[i].write && sees(&plugins[i], res) && !(own && plugins[i].clients_only))
			plugins[i].write(root, old);
	return nomem ? -1 : 0;
}
