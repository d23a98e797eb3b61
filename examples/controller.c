/* SPDX-License-Identifier: Apache-2.0 */
/* controller - the usual shape: handlers enqueue keys, workers look at the cache. Ends when every
 * config map that was there at the start has been reconciled. */
#include <stdio.h>
#include <string.h>

#include <relist/informer.h>

static int enqueue(void *queue, const struct inf_object *obj, bool initial)
{
	(void)initial;
	return inf_workqueue_add(queue, inf_object_key(obj));
}

static int enqueue_updated(void *queue, const struct inf_object *old, const struct inf_object *obj)
{
	(void)old;
	return inf_workqueue_add(queue, inf_object_key(obj));
}

static int enqueue_deleted(void *queue, const char *key, const struct inf_object *obj, bool unknown)
{
	(void)obj;
	(void)unknown;
	return inf_workqueue_add(queue, key);
}

struct controller {
	struct inf_informer *config_maps;
	unsigned attempts;
};

/* The first attempt at each key fails, to show the rate limiter at work. */
static int reconcile(void *user, const char *key)
{
	struct controller *c = user;
	struct inf_object *obj = inf_informer_get(c->config_maps, key);
	int rc = c->attempts++ % 2 == 0 ? RELIST_EIO : 0;

	printf("%s %s %s\n", rc ? "retry" : "done", key,
	       obj ? inf_object_resource_version(obj) : "gone");
	inf_object_unref(obj);
	return rc;
}

int main(void)
{
	struct relist_err err = { 0 };
	struct inf_workqueue *queue = inf_workqueue_new("example", NULL, &err);
	struct inf_handler handler = { enqueue, enqueue_updated, enqueue_deleted, queue };
	struct inf_informer_options options = { .version = "v1", .resource = "configmaps" };
	struct inf_client *client = inf_client_from_kubeconfig(NULL, NULL, &err);
	struct controller c = { 0 };

	if (client && queue)
		c.config_maps = inf_informer_new(client, &options, &err);
	if (!c.config_maps || inf_informer_add_handler(c.config_maps, &handler, 0, NULL, &err) ||
	    inf_informer_start(c.config_maps, &err) ||
	    inf_informer_wait_synced(c.config_maps, 10000, &err)) {
		fprintf(stderr, "controller: %s\n", err.msg);
		return 1;
	}
	/* One worker is enough here; run inf_workqueue_work() in as many threads as you like. */
	while (inf_workqueue_busy(queue))
		inf_workqueue_work_one(queue, reconcile, &c, -1);
	inf_informer_stop(c.config_maps);
	(void)inf_informer_wait_stopped(c.config_maps, -1, NULL); /* its handler uses the queue */
	inf_informer_free(c.config_maps);
	inf_workqueue_shutdown(queue);
	inf_workqueue_free(queue);
	inf_client_unref(client);
	return 0;
}
