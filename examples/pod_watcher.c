/* SPDX-License-Identifier: Apache-2.0 */
/* pod_watcher - prints what happens to pods, until SIGINT or SIGTERM. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#include <relist/informer.h>

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	(void)user;
	printf("add %s%s\n", inf_object_key(obj), initial ? " (initial)" : "");
	return fflush(stdout);
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	(void)user;
	printf("update %s %s->%s\n", inf_object_key(obj), inf_object_resource_version(old),
	       inf_object_resource_version(obj));
	return fflush(stdout);
}

static int on_delete(void *user, const char *key, const struct inf_object *obj,
		     bool final_state_unknown)
{
	(void)user;
	(void)obj;
	printf("delete %s%s\n", key, final_state_unknown ? " (missed it)" : "");
	return fflush(stdout);
}

int main(void)
{
	struct inf_handler handler = { on_add, on_update, on_delete, NULL };
	struct inf_informer_options options = { .version = "v1", .resource = "pods" };
	struct relist_err err = { 0 };
	struct inf_informer *pods = NULL;
	struct inf_client *client;
	sigset_t signals;
	int caught;

	/* Blocked before any thread starts: sigwait() below gets them. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);

	client = inf_client_from_kubeconfig(NULL, NULL, &err);
	if (client)
		pods = inf_informer_new(client, &options, &err);
	if (!pods || inf_informer_add_handler(pods, &handler, 0, NULL, &err) != 0 ||
	    inf_informer_start(pods, &err) != 0 ||
	    inf_informer_wait_synced(pods, 10000, &err) != 0) {
		fprintf(stderr, "pod_watcher: %s\n", err.msg);
		return 1;
	}
	printf("synced %zu\n", inf_informer_len(pods));
	fflush(stdout);
	sigwait(&signals, &caught);
	inf_informer_stop(pods);
	inf_informer_wait_stopped(pods, -1, NULL);
	inf_informer_free(pods);
	inf_client_unref(client);
	return 0;
}
