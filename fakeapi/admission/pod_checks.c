/* SPDX-License-Identifier: Apache-2.0 */
/* What the checks of the Pod Security Standards share: names of containers, and their messages. */
#include "fakeapi/admission/pod_checks.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

void fakeapi__names_add(struct fakeapi__names *n, const char *name)
{
	if (!n->list)
		n->list = cJSON_CreateObject();
	n->nomem |= !n->list || fakeapi__set(n->list, name, cJSON_CreateTrue()) < 0;
}

int fakeapi__names_count(const struct fakeapi__names *n)
{
	return cJSON_GetArraySize(n->list);
}

void fakeapi__names_print(struct strbuf *out, const struct fakeapi__names *n, const char *quote)
{
	bool first = true;

	for (const cJSON *m = n->list ? n->list->child : NULL; m; m = m->next) {
		strbuf_addf(out, "%s%s%s%s", first ? "" : ", ", quote, m->string, quote);
		first = false;
	}
}

void fakeapi__names_sort(struct fakeapi__names *n)
{
	if (n->list)
		n->nomem |= fakeapi__sort_members(n->list, false) < 0;
}

const char *fakeapi__plural(int n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

void fakeapi__print_containers(struct strbuf *out, const struct fakeapi__names *n)
{
	strbuf_addf(out, "%s ",
		    fakeapi__plural(fakeapi__names_count(n), "container", "containers"));
	fakeapi__names_print(out, n, "\"");
}

void fakeapi__print_setters(struct fakeapi__pod_check *c)
{
	if (c->pod)
		strbuf_addz(&c->detail, "pod");
	if (c->pod && fakeapi__names_count(&c->containers))
		strbuf_addz(&c->detail, " and ");
	if (fakeapi__names_count(&c->containers))
		fakeapi__print_containers(&c->detail, &c->containers);
}

bool fakeapi__any_setter(const struct fakeapi__pod_check *c)
{
	return c->pod || fakeapi__names_count(&c->containers);
}

const cJSON *fakeapi__security_context(const cJSON *at)
{
	return fakeapi__member(at, "securityContext");
}

void fakeapi__each_container(struct fakeapi__pod_check *c, fakeapi__container_fn *fn)
{
	static const char *const lists[] = { "initContainers", "containers",
					     "ephemeralContainers" };
	const cJSON *m;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		cJSON_ArrayForEach(m, fakeapi__member(c->spec, lists[i])) fn(c, m);
}

void fakeapi__blame_container(struct fakeapi__pod_check *c, const cJSON *container)
{
	fakeapi__names_add(&c->containers, fakeapi__string(container, "name"));
}

bool fakeapi__is_windows(const struct fakeapi__pod_check *c)
{
	return c->minor >= 25 &&
	       strcmp(fakeapi__string(fakeapi__member(c->spec, "os"), "name"), "windows") == 0;
}

bool fakeapi__is_among(const char *text, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(text, *list) == 0)
			return true;
	return false;
}
