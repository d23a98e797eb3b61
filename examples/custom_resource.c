/* SPDX-License-Identifier: Apache-2.0 */
/* custom_resource - a typed informer for a CRD; crontabs.h is what
 * `relist gen informers examples/crontab-crd.yaml` prints. An index finds crontabs by schedule. */
#include <stdio.h>
#include <string.h>

#include "crontabs.h"

/* The value of "cronSpec": enough of a JSON reader for this example. */
static void by_schedule(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	struct inf_str json = inf_object_json(obj);
	static const char name[] = "\"cronSpec\":\"";

	(void)user;
	for (size_t i = 0; i + sizeof(name) <= json.len; i++) {
		const char *value = json.ptr + i + sizeof(name) - 1;
		const char *end;

		if (memcmp(json.ptr + i, name, sizeof(name) - 1) != 0)
			continue;
		end = memchr(value, '"', json.len - i - sizeof(name) + 1);
		if (end)
			(void)inf_index_values_add(out, value, (size_t)(end - value));
		return;
	}
}

int main(int argc, char **argv)
{
	struct inf_index index = { "schedule", by_schedule, NULL };
	struct relist_err err = { 0 };
	struct inf_client *client = inf_client_from_kubeconfig(NULL, NULL, &err);
	struct inf_informer *crontabs = NULL;
	struct inf_object_list found = { 0 };

	if (client)
		crontabs = inf_stable_v1_crontabs_new(client, "default", 0, &err);
	if (!crontabs || inf_informer_add_indexers(crontabs, &index, 1, &err) != 0 ||
	    inf_informer_start(crontabs, &err) != 0 ||
	    inf_informer_wait_synced(crontabs, 10000, &err) != 0 ||
	    inf_informer_by_index(crontabs, "schedule", argc > 1 ? argv[1] : "* * * * *", &found,
				  &err) != 0) {
		fprintf(stderr, "custom_resource: %s\n", err.msg);
		return 1;
	}
	for (size_t i = 0; i < found.len; i++)
		printf("%s\n", inf_object_key(found.items[i]));
	inf_object_list_fini(&found);
	inf_informer_free(crontabs);
	inf_client_unref(client);
	return 0;
}
