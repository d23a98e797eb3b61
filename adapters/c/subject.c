/* SPDX-License-Identifier: Apache-2.0 */
/* subject.c - relist's own informer as a subject of relist: see docs/conformance.md. Uses only the
 * installed header. */
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <relist/informer.h>

/* One write, so that lines of several threads stay whole. Names and versions of Kubernetes need no
 * escapes; messages do. */
static void emit(const char *line)
{
	flockfile(stdout);
	fputs(line, stdout);
	fputc('\n', stdout);
	fflush(stdout);
	funlockfile(stdout);
}

static void emit_error(const char *message)
{
	char line[1024];
	size_t n = (size_t)snprintf(line, sizeof(line), "{\"error\":{\"message\":\"");

	for (const char *p = message; *p && n < sizeof(line) - 10; p++) {
		if (*p == '"' || *p == '\\')
			line[n++] = '\\';
		line[n++] = (unsigned char)*p < ' ' ? ' ' : *p;
	}
	memcpy(line + n, "\"}}", 4);
	emit(line);
}

static void on_error(void *user, const struct inf_watch_error *error)
{
	(void)user;
	emit_error(error->text);
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	char line[1024];

	(void)user;
	(void)snprintf(
	    line, sizeof(line),
	    "{\"notify\":{\"type\":\"ADD\",\"key\":\"%s\",\"rv\":\"%s\",\"initial\":%s}}",
	    inf_object_key(obj), inf_object_resource_version(obj), initial ? "true" : "false");
	emit(line);
	return 0;
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	char line[1024];

	(void)user;
	(void)snprintf(
	    line, sizeof(line),
	    "{\"notify\":{\"type\":\"UPDATE\",\"key\":\"%s\",\"rv\":\"%s\",\"oldRv\":\"%s\"}}",
	    inf_object_key(obj), inf_object_resource_version(obj),
	    inf_object_resource_version(old));
	emit(line);
	return 0;
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	char line[1024];

	(void)user;
	(void)snprintf(
	    line, sizeof(line),
	    "{\"notify\":{\"type\":\"DELETE\",\"key\":\"%s\",\"rv\":\"%s\",\"tombstone\":%s}}", key,
	    obj ? inf_object_resource_version(obj) : "", unknown ? "true" : "false");
	emit(line);
	return 0;
}

/* Prints the cache's contents if they differ from the last output. */
static void emit_state(struct inf_informer *inf, char **last)
{
	struct inf_object_list list = { 0 };
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out || inf_informer_list(inf, NULL, NULL, &list, NULL) != 0)
		exit(1);
	fputs("{\"state\":{\"cache\":{", out);
	for (size_t i = 0; i < list.len; i++)
		fprintf(out, "%s\"%s\":\"%s\"", i ? "," : "", inf_object_key(list.items[i]),
			inf_object_resource_version(list.items[i]));
	fprintf(out, "},\"synced\":%s}}", inf_informer_synced(inf) ? "true" : "false");
	fclose(out);
	inf_object_list_fini(&list);
	if (*last && strcmp(*last, text) == 0) {
		free(text);
		return;
	}
	emit(text);
	free(*last);
	*last = text;
}

int main(int argc, char **argv)
{
	static const struct option names[] = {
		{ "resource", 1, NULL, 'r' }, { "group", 1, NULL, 'g' },
		{ "version", 1, NULL, 'v' },  { "namespace", 1, NULL, 'n' },
		{ "seconds", 1, NULL, 's' },  { "list", 0, NULL, 'l' },
		{ NULL, 0, NULL, 0 },
	};
	struct inf_handler handler = { on_add, on_update, on_delete, NULL };
	struct inf_gates gates = inf_gates_of(INF_PROFILE_CLIENT_GO_1_37);
	struct inf_informer_options options = { .version = "v1", .resource = "pods" };
	const struct timespec tick = { 0, 100000000 };
	struct inf_informer *inf = NULL;
	struct inf_client *client;
	struct relist_err err = { 0 };
	long ticks = 600;
	char *last = NULL;
	sigset_t signals;
	int c;

	while ((c = getopt_long(argc, argv, "", names, NULL)) != -1) {
		if (c == 'r')
			options.resource = optarg;
		else if (c == 'g')
			options.group = optarg;
		else if (c == 'v')
			options.version = optarg;
		else if (c == 'n')
			options.namespace_ = optarg;
		else if (c == 's')
			ticks = strtol(optarg, NULL, 10) * 10;
		else if (c == 'l')
			gates.watch_list = false;
		else
			return 2;
	}
	options.gates = &gates;
	options.watch_error = on_error;
	/* Blocked before any thread starts, so that sigtimedwait() below receives them. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);

	client = inf_client_from_kubeconfig(NULL, NULL, &err);
	if (client)
		inf = inf_informer_new(client, &options, &err);
	if (!inf || inf_informer_add_handler(inf, &handler, 0, NULL, &err) != 0 ||
	    inf_informer_start(inf, &err) != 0) {
		emit_error(err.msg);
		return 1;
	}
	do
		emit_state(inf, &last);
	while (ticks-- > 0 && sigtimedwait(&signals, NULL, &tick) < 0);
	emit_state(inf, &last);
	inf_informer_stop(inf);
	(void)inf_informer_wait_stopped(inf, 2000, NULL);
	inf_informer_free(inf);
	inf_client_unref(client);
	free(last);
	return 0;
}
