/* SPDX-License-Identifier: Apache-2.0 */
/* addresses.c - the URL of each backend, as set by its driver. */
#include "base/alloc.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"

int fakeapi__core_backend_at(struct fakeapi__core *core, uint32_t backend, const char *url,
			     const char *kubeconfig)
{
	char *new_url = base__strdup(url), *text = base__strdup(kubeconfig);
	struct fakeapi__backend *b = &core->backends[backend];
	char *old_url, *old_text;

	if (!new_url || !text) {
		base__free(new_url);
		base__free(text);
		return RELIST_ENOMEM;
	}
	lock_acquire(&core->lock);
	old_url = b->url;
	old_text = b->kubeconfig;
	b->url = new_url;
	b->kubeconfig = text;
	lock_release(&core->lock);
	base__free(old_url);
	base__free(old_text);
	return 0;
}

void fakeapi__add_address(const struct fakeapi__backend *b, cJSON *obj)
{
	if (b->url)
		(void)cJSON_AddStringToObject(obj, "url", b->url);
	if (b->kubeconfig)
		(void)cJSON_AddStringToObject(obj, "kubeconfig", b->kubeconfig);
}

void fakeapi__control_free(struct fakeapi__core *core)
{
	for (size_t i = 0; i < ARRAY_LEN(core->backends); i++) {
		base__free(core->backends[i].url);
		base__free(core->backends[i].kubeconfig);
	}
	base__free(core->ui_page);
}
