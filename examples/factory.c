/* SPDX-License-Identifier: Apache-2.0 */
/* factory - several informers that share one thread for the network. Prints how much of each kind
 * there is. */
#include <stdio.h>

#include <relist/informers.h>

int main(void)
{
	struct relist_err err = { 0 };
	struct inf_client *client = inf_client_from_kubeconfig(NULL, NULL, &err);
	struct inf_factory *f = client ? inf_factory_new(client, NULL, &err) : NULL;
	struct {
		const char *name;
		struct inf_informer *(*get)(struct inf_factory *f, struct relist_err *err);
		struct inf_informer *inf;
	} kinds[] = {
		{ "namespaces", inf_core_v1_namespaces, NULL },
		{ "pods", inf_core_v1_pods, NULL },
		{ "deployments", inf_apps_v1_deployments, NULL },
	};
	size_t count = sizeof(kinds) / sizeof(kinds[0]);

	if (!f)
		goto fail;
	for (size_t i = 0; i < count; i++) {
		kinds[i].inf = kinds[i].get(f, &err);
		if (!kinds[i].inf)
			goto fail;
	}
	if (inf_factory_start(f, &err) != 0 || inf_factory_wait_synced(f, 10000, &err) != 0)
		goto fail;
	for (size_t i = 0; i < count; i++)
		printf("%s %zu\n", kinds[i].name, inf_informer_len(kinds[i].inf));
	inf_factory_shutdown(f, -1, NULL);
	inf_factory_free(f);
	inf_client_unref(client);
	return 0;
fail:
	fprintf(stderr, "factory: %s\n", err.msg);
	inf_factory_free(f);
	inf_client_unref(client);
	return 1;
}
