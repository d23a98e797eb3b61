/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings about the ports of a pod's containers. */
#include "base/alloc.h"

#include "fakeapi/warnings/warn_impl.h"

struct port {
	struct port *next; /* in the order of the pod */
	const char *ip;
	int host;
	char where[]; /* the formatted path */
};

static int number_in(const cJSON *port, const char *name)
{
	const cJSON *v = fakeapi__member(port, name);

	return cJSON_IsNumber(v) ? v->valueint : 0;
}

/* The reason why the two ports conflict, or NULL. */
static const char *clash(const struct port *a, const struct port *b)
{
	if (a->host == b->host && strcmp(a->ip, b->ip) == 0)
		return "duplicate";
	if (a->host == 0 || b->host == 0)
		return "overlapping";
	return a->host == b->host && (*a->ip == '\0') != (*b->ip == '\0') ? "dangerously ambiguous"
									  : NULL;
}

static struct port *new_port(warnings_t *w, const path_t *at, const cJSON *p)
{
	AUTO_STRBUF where = STRBUF_INIT;
	struct port *port;

	fakeapi__path_add(&where, at);
	port = where.failed ? NULL : base__malloc(sizeof(*port) + where.len + 1);
	if (!port) {
		w->nomem = true;
		return NULL;
	}
	*port = (struct port) { NULL, fakeapi__string(p, "hostIP"), number_in(p, "hostPort") };
	memcpy(port->where, where.ptr, where.len + 1);
	return port;
}

/* Ports with one number and protocol form a chain; the map has its first. */
static void warn_port(warnings_t *w, struct fakeapi__warned_pod *pod, const path_t *at,
		      const cJSON *p)
{
	struct port *port = new_port(w, at, p), *other;
	AUTO_STRBUF key = STRBUF_INIT;

	if (!port)
		return;
	strbuf_addf(&key, "%d/%s", number_in(p, "containerPort"), fakeapi__string(p, "protocol"));
	other = key.failed ? NULL : map_get(&pod->port_numbers, strbuf_str(&key));
	if (!other) {
		if (key.failed || map_put(&pod->port_numbers, strbuf_str(&key), port, NULL) < 0) {
			w->nomem = true;
			base__free(port);
		}
		return;
	}
	for (;; other = other->next) {
		const char *why = w->steps++ < FAKEAPI_WARN_STEPS_MAX ? clash(port, other) : NULL;

		if (why)
			fakeapi__warn_add(w, at, "%s port definition with %s", why, other->where);
		if (!other->next || w->steps >= FAKEAPI_WARN_STEPS_MAX)
			break;
	}
	if (w->steps >= FAKEAPI_WARN_STEPS_MAX) {
		base__free(port);
		return;
	}
	other->next = port;
}

void fakeapi__warn_ports(warnings_t *w, struct fakeapi__warned_pod *pod, const path_t *at,
			 const cJSON *container)
{
	const path_t *list = PATH(at, "ports");
	const cJSON *p;
	size_t i = 0;

	cJSON_ArrayForEach(p, fakeapi__member(container, "ports"))
	{
		const path_t *here = PATH_AT(list, i);
		const char *ip = fakeapi__string(p, "hostIP");

		i++;
		if (*ip && number_in(p, "hostPort") == 0)
			fakeapi__warn_add(w, here,
					  "hostIP set without hostPort: {Name:%s HostPort:0 "
					  "ContainerPort:%d Protocol:%s HostIP:%s}",
					  fakeapi__string(p, "name"), number_in(p, "containerPort"),
					  fakeapi__string(p, "protocol"), ip);
		warn_port(w, pod, here, p);
	}
}

void fakeapi__warn_port_names(warnings_t *w, struct fakeapi__warned_pod *pod, const path_t *at,
			      const cJSON *container)
{
	const path_t *list = PATH(at, "ports");
	const cJSON *p;
	size_t i = 0;

	cJSON_ArrayForEach(p, fakeapi__member(container, "ports"))
	{
		const path_t *here = PATH_AT(list, i);
		const char *name = fakeapi__string(p, "name");
		const char *other = map_get(&pod->port_names, str_of(name));
		AUTO_STRBUF text = STRBUF_INIT;

		i++;
		if (!*name)
			continue;
		if (other) {
			fakeapi__go_quote(&text, str_of(name));
			w->nomem |= text.failed;
			if (!text.failed)
				fakeapi__warn_add(w, here,
						  "duplicate port name %s with %s, services and "
						  "probes that select ports by name will use %s",
						  text.ptr, other, other);
			continue;
		}
		fakeapi__path_add(&text, here);
		if (text.failed || map_put(&pod->port_names, str_of(name), text.ptr, NULL) < 0)
			w->nomem = true;
		else
			text = (struct strbuf)STRBUF_INIT; /* owned by the map */
	}
}

void fakeapi__warn_drop_ports(struct fakeapi__warned_pod *pod)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&pod->port_names, &i));)
		base__free(e->value);
	for (size_t i = 0; (e = map_next(&pod->port_numbers, &i));)
		for (struct port *p = e->value, *next; p; p = next) {
			next = p->next;
			base__free(p);
		}
	map_fini(&pod->port_names);
	map_fini(&pod->port_numbers);
}
