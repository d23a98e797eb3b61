/* SPDX-License-Identifier: Apache-2.0 */
/* typed_lister - lists the deployments of a namespace that a label selector selects:
 * typed_lister [NAMESPACE [SELECTOR]] */
#include <stdio.h>

#include <relist/informers.h>

int main(int argc, char **argv)
{
	const char *ns = argc > 1 ? argv[1] : "default";
	const char *selector = argc > 2 ? argv[2] : NULL;
	struct relist_err err = { 0 };
	struct inf_client *client = inf_client_from_kubeconfig(NULL, NULL, &err);
	struct inf_informer *deployments = NULL;
	struct inf_object_list list = { 0 };

	if (client)
		deployments = inf_apps_v1_deployments_new(client, ns, 0, &err);
	if (!deployments || inf_informer_start(deployments, &err) != 0 ||
	    inf_informer_wait_synced(deployments, 10000, &err) != 0 ||
	    inf_apps_v1_deployments_list(deployments, ns, selector, &list, &err) != 0) {
		fprintf(stderr, "typed_lister: %s\n", err.msg);
		return 1;
	}
	for (size_t i = 0; i < list.len; i++)
		printf("%s %s\n", inf_object_key(list.items[i]),
		       inf_object_resource_version(list.items[i]));
	inf_object_list_fini(&list);
	inf_informer_free(deployments);
	inf_client_unref(client);
	return 0;
}
