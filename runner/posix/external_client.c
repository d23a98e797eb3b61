/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/external_client.h"

#include "base/alloc.h"

int runner__external_client_init(struct external_client *c, uint32_t informer,
				 const struct inf__informer_config *config, struct relist_err *err)
{
	const struct inf__reflector_config *r = &config->reflector;

	*c = (struct external_client) { .informer = informer };
	c->group = base__strdup(r->group);
	c->version = base__strdup(r->version);
	c->resource = base__strdup(r->resource);
	c->namespace_ = base__strdup(r->namespace_);
	view__init(&c->view);
	if (c->group && c->version && c->resource && c->namespace_)
		return 0;
	runner__external_client_fini(c);
	return relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

void runner__external_client_fini(struct external_client *c)
{
	view__fini(&c->view);
	base__free(c->group);
	base__free(c->version);
	base__free(c->resource);
	base__free(c->namespace_);
}

int runner__external_handler_add(struct external_client *c, const char *name,
				 const struct inf_handler *handler, inf_registration *out,
				 struct relist_err *err)
{
	if (c->handler_count == EXTERNAL_HANDLERS_MAX)
		return relist_err_set(err, RELIST_ELIMIT, "external: at most %d handlers",
				      EXTERNAL_HANDLERS_MAX);
	c->handler_names[c->handler_count] = name;
	c->handlers[c->handler_count++] = *handler;
	*out = (inf_registration)c->handler_count;
	return 0;
}

void runner__external_client_line(struct external_client *c, struct str text,
				  const struct trace_sink *sink, int64_t now_ns)
{
	runner__external_line(&c->view, text, c->handlers, c->handler_names, c->handler_count, sink,
			      now_ns);
}

uint64_t runner__external_steps(struct scn__driver *d)
{
	(void)d;
	return 0;
}

struct inf__informer *runner__external_informer(struct scn__client *c)
{
	(void)c;
	return NULL;
}

void runner__external_poke(struct scn__client *c)
{
	(void)c;
}

size_t runner__external_backlog(struct scn__client *c, inf_registration reg)
{
	(void)c;
	(void)reg;
	return 0;
}

int runner__external_handler_remove(struct scn__client *c, inf_registration reg)
{
	(void)c;
	(void)reg;
	return RELIST_EINVAL;
}

int runner__external_handler_hold(struct scn__driver *d, struct str name, bool hold)
{
	(void)d;
	(void)name;
	(void)hold;
	return RELIST_EINVAL;
}
