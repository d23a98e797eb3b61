/* SPDX-License-Identifier: Apache-2.0 */
/* webhook.c - calls of the program's webhooks: those behind a Service are calls of the instance
 * that works at the moment. */
#include "runner/perturb/posix/world.h"

static bool ask(void *user, const struct fakeapi__question *question)
{
	struct perturb__world *w = user;
	struct fakeapi__question q = *question;

	if (q.address.len)
		q.address = str_of(w->webhooks.ports[w->instance].address);
	return fakeapi__webhook_client_ask(w->webhooks.client, &q);
}

static void forget(void *user, uint64_t id)
{
	struct perturb__world *w = user;

	fakeapi__webhook_client_forget(w->webhooks.client, id);
}

int perturb__webhooks_init(struct perturb__world *w, struct fakeapi__options *core,
			   struct relist_err *err)
{
	w->webhooks.client = fakeapi__webhook_client_new();
	if (!w->webhooks.client)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	core->ask = ask;
	core->forget = forget;
	core->ask_user = w;
	core->service_webhooks = "the program's";
	return 0;
}

int perturb__webhooks_serve(struct perturb__world *w, struct relist_err *err)
{
	int code = runner__webhook_certificate(w->folder, &w->tls, err);

	for (uint32_t i = 0; !code && i < PERTURB_INSTANCES; i++)
		code = runner__webhook_port_init(&w->webhooks.ports[i], w->folder, err);
	return code;
}

void perturb__webhooks_remove(struct perturb__world *w)
{
	for (uint32_t i = 0; i < PERTURB_INSTANCES; i++)
		runner__webhook_port_fini(&w->webhooks.ports[i]);
	if (w->folder[0])
		runner__webhook_certificate_remove(w->folder);
}
