/* SPDX-License-Identifier: Apache-2.0 */
/* Defaults of pods. */
#include "fakeapi/admission/defaults.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/image_name.h"
#include "fakeapi/schema/ordered.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define fill fakeapi__place_default
#define put  fakeapi__place_set

void fakeapi__default_container(struct fakeapi__place p)
{
	fakeapi__place_default(p, "imagePullPolicy",
			       fakeapi__image_is_latest(fakeapi__place_text(p, "image"))
				   ? "\"Always\""
				   : "\"IfNotPresent\"");
}

void fakeapi__default_volume(struct fakeapi__place p)
{
	struct fakeapi__place image = fakeapi__place_at(p, "image");

	for (const cJSON *m = p.v->child; m; m = m->next) {
		if (strcmp(m->string, "name") == 0)
			continue;
		if (image.v)
			fakeapi__place_default(image, "pullPolicy",
					       fakeapi__image_is_latest(
						   fakeapi__place_text(image, "reference"))
						   ? "\"Always\""
						   : "\"IfNotPresent\"");
		return;
	}
	fakeapi__place_set(p, "emptyDir", cJSON_CreateObject());
}

/* Limits are the default of requests, in pods but not in their templates. */
static void pod_containers(struct fakeapi__place list, bool host_network)
{
	for (cJSON *c = list.v ? list.v->child : NULL; c; c = c->next) {
		struct fakeapi__place one = fakeapi__place_item(list, c);
		struct fakeapi__place resources = fakeapi__place_at(one, "resources");
		struct fakeapi__place limits = fakeapi__place_at(resources, "limits");
		struct fakeapi__place ports = fakeapi__place_at(one, "ports");

		if (limits.v && limits.v->child)
			fakeapi__place_fill_from(fakeapi__place_need(resources, "requests"),
						 limits.v);
		for (cJSON *p = host_network && ports.v ? ports.v->child : NULL; p; p = p->next)
			if (!fakeapi__member(p, "hostPort"))
				fakeapi__place_set(
				    fakeapi__place_item(ports, p), "hostPort",
				    cJSON_Duplicate(fakeapi__member(p, "containerPort"), true));
	}
}

void fakeapi__default_pod(struct fakeapi__place p)
{
	struct fakeapi__place spec = fakeapi__place_need(p, "spec");
	bool host = cJSON_IsTrue(fakeapi__member(spec.v, "hostNetwork"));
	const cJSON *grace = fakeapi__member(spec.v, "terminationGracePeriodSeconds");

	if (cJSON_IsNumber(grace) && grace->valuedouble < 0)
		fakeapi__place_set(spec, "terminationGracePeriodSeconds", cJSON_CreateNumber(1));

	pod_containers(fakeapi__place_at(spec, "containers"), host);
	pod_containers(fakeapi__place_at(spec, "initContainers"), host);
	fakeapi__place_default(spec, "enableServiceLinks", "true");
}

void fakeapi__default_pod_spec(struct fakeapi__place p)
{
	const char *name = fakeapi__place_text(p, "serviceAccountName");

	if (!*name)
		name = fakeapi__place_text(p, "serviceAccount");
	if (!*name)
		return;
	fakeapi__place_set(p, "serviceAccountName", cJSON_CreateString(name));
	name = fakeapi__place_text(p, "serviceAccountName");
	fakeapi__place_set(p, "serviceAccount", cJSON_CreateString(name));
}

void fakeapi__default_pod_status(struct fakeapi__place p)
{
	const cJSON *ips = fakeapi__place_at(p, "podIPs").v, *first = ips ? ips->child : NULL;
	const char *ip = fakeapi__place_text(p, "podIP");
	const char *listed = fakeapi__string(first, "ip");
	cJSON *list, *item;

	if (*ip && strcmp(ip, listed) != 0) {
		list = cJSON_CreateArray();
		item = cJSON_CreateObject();
		if (!item || !cJSON_AddStringToObject(item, "ip", ip) ||
		    !cJSON_AddItemToArray(list, item)) {
			cJSON_Delete(item);
			cJSON_Delete(list);
			list = NULL;
		}
		fakeapi__place_set(p, "podIPs", list);
	} else if (!*ip && *listed) {
		fakeapi__place_set(p, "podIP", cJSON_CreateString(listed));
	}
}
