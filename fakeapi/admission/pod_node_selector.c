/* SPDX-License-Identifier: Apache-2.0 */
/* pod_node_selector.c - the plug-in PodNodeSelector: applies the node selector of a namespace. */
#include "fakeapi/admission/config.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

#define ANNOTATION "scheduler.alpha.kubernetes.io/node-selector"

/* labels.ConvertSelectorToLabelsMap: "a=b,c=d". *out NULL: out of memory, or (0) invalid. */
static int read_selector(struct fakeapi__call *c, const char *text, cJSON **out)
{
	*out = cJSON_CreateObject();
	for (const char *p = text; *out && *p; p += *p == ',') {
		struct str pair = { p, strcspn(p, ",") };
		const char *equals = memchr(p, '=', pair.len);
		AUTO_STRBUF name = STRBUF_INIT, value = STRBUF_INIT;

		p += pair.len;
		if (!equals || memchr(equals + 1, '=', (size_t)(p - equals - 1))) {
			cJSON_Delete(*out);
			*out = NULL;
			return fakeapi__status_set(&c->st, 500, NULL, "invalid selector: [%s]",
						   text);
		}
		strbuf_adds(&name,
			    str_trim_space((struct str) { pair.ptr, (size_t)(equals - pair.ptr) }));
		strbuf_adds(&value,
			    str_trim_space((struct str) { equals + 1, (size_t)(p - equals - 1) }));
		strbuf_addz(&value, "");
		if (name.failed || value.failed ||
		    fakeapi__set(*out, name.ptr, cJSON_CreateString(value.len ? value.ptr : "")) <
			0)
			return -1;
	}
	return *out ? 0 : -1;
}

static const char *configured(const struct fakeapi__call *c, const char *name)
{
	return c->core->admission ? fakeapi__string(c->core->admission->node_selectors, name) : "";
}

static int selector_of_namespace(struct fakeapi__call *c, cJSON **out)
{
	const cJSON *note;
	cJSON *ns = NULL;
	AUTO_STRBUF name = STRBUF_INIT;
	int rc;

	*out = NULL;
	strbuf_adds(&name, c->route.ns);
	if (name.failed || fakeapi__found(c, "", "namespaces", STR(""), name.ptr, &ns) < 0)
		return -1;
	note = fakeapi__dig(ns, "metadata", "annotations", ANNOTATION, NULL);
	rc = read_selector(c,
			   cJSON_IsString(note) ? note->valuestring
						: configured(c, "clusterDefaultNodeSelector"),
			   out);
	cJSON_Delete(ns);
	return rc;
}

/* labels.Conflicts */
static bool conflicts(const cJSON *a, const cJSON *b)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, a)
	{
		const cJSON *other = fakeapi__member(b, m->string);

		if (cJSON_IsString(other) && strcmp(other->valuestring, m->valuestring) != 0)
			return true;
	}
	return false;
}

/* True if `list` allows all labels of the selector; an empty list allows any. */
static bool allowed(const cJSON *selector, const cJSON *list)
{
	const cJSON *m;

	if (!list || !list->child)
		return true;
	cJSON_ArrayForEach(m, selector)
	{
		const cJSON *other = fakeapi__member(list, m->string);

		if (!cJSON_IsString(other) || strcmp(other->valuestring, m->valuestring) != 0)
			return false;
	}
	return true;
}

static int merge(cJSON *pod, const cJSON *wanted)
{
	cJSON *spec = fakeapi__member(pod, "spec");
	cJSON *selector = fakeapi__member(spec, "nodeSelector");
	const cJSON *m;

	if (!wanted->child)
		return 0;
	if (!selector) {
		selector = cJSON_CreateObject();
		if (fakeapi__set(spec, "nodeSelector", selector) < 0)
			return -1;
	}
	cJSON_ArrayForEach(m, wanted)
	{
		if (!fakeapi__member(selector, m->string) &&
		    fakeapi__set(selector, m->string, cJSON_Duplicate(m, true)) < 0)
			return -1;
	}
	return fakeapi__sort_members(selector, false);
}

static int check(struct fakeapi__call *c, const cJSON *pod, const cJSON *wanted)
{
	const cJSON *selector = fakeapi__dig(pod, "spec", "nodeSelector", NULL);
	AUTO_STRBUF ns = STRBUF_INIT;
	cJSON *list = NULL;
	bool ok;

	if (conflicts(wanted, selector))
		return fakeapi__forbid_why(
		    c, pod,
		    "pod node label selector conflicts with its namespace node label "
		    "selector");
	strbuf_adds(&ns, c->route.ns);
	if (ns.failed || read_selector(c, configured(c, ns.ptr), &list) < 0) {
		cJSON_Delete(list);
		return -1;
	}
	ok = allowed(selector, list);
	cJSON_Delete(list);
	return ok ? 0
		  : fakeapi__forbid_why(c, pod,
					"pod node label selector labels conflict with its "
					"namespace whitelist");
}

int fakeapi__node_selector_admit(struct fakeapi__call *c, cJSON *pod)
{
	cJSON *wanted;
	int rc = selector_of_namespace(c, &wanted);

	if (rc == 0 && !conflicts(wanted, fakeapi__dig(pod, "spec", "nodeSelector", NULL)))
		rc = merge(pod, wanted);
	if (rc == 0)
		rc = check(c, pod, wanted);
	cJSON_Delete(wanted);
	return rc;
}

int fakeapi__node_selector_judge(struct fakeapi__call *c, const cJSON *pod, const cJSON *old)
{
	cJSON *wanted;
	int rc;

	if (old)
		return 0;
	rc = selector_of_namespace(c, &wanted);
	if (rc == 0)
		rc = check(c, pod, wanted);
	cJSON_Delete(wanted);
	return rc;
}
