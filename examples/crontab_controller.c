/* SPDX-License-Identifier: Apache-2.0 */
/* crontab_controller - a whole controller: for every CronTab a config map of its own, made by
 * server-side apply; the schedule it has seen goes into the status, and an event says so. Runs
 * until SIGTERM. crontab_controller_test.c tries it in virtual time. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <relist/client.h>

#include "crontabs.h"

#define MANAGER "crontab-controller"

struct controller {
	struct inf_informer *crontabs;
	struct inf_dynamic *api;
	struct inf_recorder *recorder;
	struct inf_workqueue *queue;
};

/* Whatever the schedule is: a JSON string with its quotes, as it came. */
static struct inf_str schedule_of(const struct inf_object *crontab, const char *part,
				  const char *field)
{
	struct inf_str s = inf_object_field(crontab, part, field, NULL);

	return s.len ? s : (struct inf_str) { "\"\"", 2 };
}

static int apply_config_map(struct controller *c, const struct inf_object *crontab,
			    struct relist_err *err)
{
	struct inf_str ns = inf_object_namespace(crontab), name = inf_object_name(crontab);
	struct inf_str uid = inf_object_uid(crontab), schedule;
	struct inf_write_options options = { .field_manager = MANAGER, .force = true };
	char space[254], map_name[300];
	struct inf_resource maps = { "", "v1", "configmaps", space };
	struct inf_object *map;
	int rc;

	schedule = schedule_of(crontab, "spec", "cronSpec");
	(void)snprintf(space, sizeof(space), "%.*s", (int)ns.len, ns.ptr);
	(void)snprintf(map_name, sizeof(map_name), "crontab-%.*s", (int)name.len, name.ptr);
	map = inf_object_from_format(
	    err,
	    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\","
	    "\"ownerReferences\":[{\"apiVersion\":\"stable.example.com/v1\",\"kind\":\"CronTab\","
	    "\"name\":\"%.*s\",\"uid\":\"%.*s\"}]},\"data\":{\"schedule\":%.*s}}",
	    map_name, (int)name.len, name.ptr, (int)uid.len, uid.ptr, (int)schedule.len,
	    schedule.ptr);
	if (!map)
		return err->code;
	rc = inf_dynamic_apply(c->api, &maps, map_name, map, &options, NULL, NULL, err);
	inf_object_unref(map);
	return rc;
}

struct status_update {
	struct controller *c;
	struct inf_resource crontabs;
	const char *name;
	bool changed;
};

/* Reads it again for each try: the cache may be behind. */
static int update_status(void *user, struct relist_err *err)
{
	struct status_update *u = user;
	struct inf_object *now = NULL, *next = NULL;
	struct inf_str wanted, seen;
	char patch[512];
	int rc = inf_dynamic_get(u->c->api, &u->crontabs, u->name, NULL, NULL, &now, err);

	if (rc)
		return rc;
	wanted = schedule_of(now, "spec", "cronSpec");
	seen = schedule_of(now, "status", "schedule");
	u->changed = wanted.len != seen.len || memcmp(wanted.ptr, seen.ptr, seen.len) != 0;
	if (u->changed) {
		int len = snprintf(patch, sizeof(patch), "{\"status\":{\"schedule\":%.*s}}",
				   (int)wanted.len, wanted.ptr);

		next = len < (int)sizeof(patch) ? inf_object_merge(now, patch, (size_t)len, err)
						: NULL;
		rc = next ? inf_dynamic_update_status(u->c->api, &u->crontabs, next, NULL, NULL,
						      NULL, err)
			  : RELIST_EINVAL;
	}
	inf_object_unref(next);
	inf_object_unref(now);
	return rc;
}

static int reconcile(void *user, const char *key)
{
	struct controller *c = user;
	struct inf_object *crontab = inf_informer_get(c->crontabs, key);
	struct relist_err err = { 0 };
	struct inf_str ns, name;
	char space[254];
	struct status_update u = {
		c, { "stable.example.com", "v1", "crontabs", space }, NULL, false
	};
	int rc;

	if (!crontab) /* its config map goes with it: see ownerReferences */
		return 0;
	(void)inf_key_split(key, &ns, &name, NULL);
	(void)snprintf(space, sizeof(space), "%.*s", (int)ns.len, ns.ptr);
	u.name = name.ptr;
	rc = apply_config_map(c, crontab, &err);
	if (rc == 0)
		rc = inf_retry_on_conflict(c->api, &INF_DEFAULT_RETRY, update_status, &u, NULL,
					   &err);
	if (rc == RELIST_ENOTFOUND)
		rc = 0; /* deleted meanwhile */
	if (rc)
		(void)inf_recorder_event(c->recorder, crontab, "Warning", "Failed", err.msg, NULL);
	else if (u.changed)
		(void)inf_recorder_event(c->recorder, crontab, "Normal", "Scheduled",
					 "the schedule was taken over", NULL);
	inf_object_unref(crontab);
	return rc;
}

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

/* Everything but who runs it; `queue` is the caller's. */
static int controller_start(struct controller *c, struct inf_client *client,
			    struct inf_workqueue *queue, struct relist_err *err)
{
	struct inf_handler handler = { .on_add = enqueue,
				       .on_update = enqueue_updated,
				       .user = queue };

	c->queue = queue;
	c->api = inf_dynamic_new(client, NULL, err);
	c->crontabs = inf_stable_v1_crontabs_new(client, "", 0, err);
	c->recorder = c->api ? inf_recorder_new(c->api, MANAGER, NULL, err) : NULL;
	if (!c->recorder || !c->crontabs ||
	    inf_informer_add_handler(c->crontabs, &handler, 0, NULL, err))
		return err->code;
	return inf_informer_start(c->crontabs, err);
}

static void controller_end(struct controller *c)
{
	inf_informer_free(c->crontabs);
	inf_recorder_free(c->recorder);
	inf_dynamic_free(c->api);
}

#ifndef CRONTAB_CONTROLLER_TEST
static void *work(void *controller)
{
	inf_workqueue_work(((struct controller *)controller)->queue, reconcile, controller);
	return NULL;
}

int main(void)
{
	struct relist_err err = { 0 };
	struct inf_client *client = inf_client_from_kubeconfig(NULL, NULL, &err);
	struct inf_workqueue *queue = inf_workqueue_new("crontabs", NULL, &err);
	struct controller c = { 0 };
	pthread_t worker;
	sigset_t end;
	int signal;

	sigemptyset(&end);
	sigaddset(&end, SIGTERM);
	sigaddset(&end, SIGINT);
	pthread_sigmask(SIG_BLOCK, &end, NULL);
	if (!client || !queue || controller_start(&c, client, queue, &err) ||
	    inf_informer_wait_synced(c.crontabs, 10000, &err) ||
	    pthread_create(&worker, NULL, work, &c)) {
		fprintf(stderr, "crontab_controller: %s\n", err.msg);
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	sigwait(&end, &signal);
	inf_informer_stop(c.crontabs);
	(void)inf_informer_wait_stopped(c.crontabs, -1, NULL); /* its handler uses the queue */
	inf_workqueue_shutdown(queue);
	pthread_join(worker, NULL);
	(void)inf_recorder_flush(c.recorder, 2000000000, NULL);
	controller_end(&c);
	inf_workqueue_free(queue);
	inf_client_unref(client);
	return 0;
}
#endif
