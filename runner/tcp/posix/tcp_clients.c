/* SPDX-License-Identifier: Apache-2.0 */
/* tcp_clients.c - the clients of the world: begin, pings, end. */
#include "runner/tcp/posix/tcp.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "informer/posix/client.h"

static int share_client(struct tcp *t, struct tcp__port *p)
{
	p->shares = true;
	p->client = inf_client_ref(t->ports[0].client);
	p->io = inf__io_ref(t->ports[0].io);
	return 0;
}

int runner__tcp_start_client(struct tcp *t, uint32_t i, struct relist_err *err)
{
	struct tcp__port *p = &t->ports[i];
	const struct inf_client_options secure = { .server = fakeapi__http_url(t->http, i),
						   .ca_pem = t->tls.ca_pem };

	p->tcp = t;
	choice_init_seed(&p->choice, t->config.seed + i, false);
	if (i && i < t->config.sharing)
		return share_client(t, p);
	p->client = t->config.sharing ? inf_client_new(&secure, err)
				      : inf_client_for_url(secure.server, err);
	if (!p->client)
		return RELIST_ENOMEM;
	inf__client_http2_without(p->client, t->config.without);
	p->io = inf__io_new(p->client, &t->clock, err);
	if (!p->io)
		return RELIST_ENOMEM;
	inf__io_on_quiet(p->io, runner__tcp_recheck, t);
	if (t->config.refused)
		inf__io_on_refused(p->io, runner__tcp_on_refused, p);
	inf__io_set_linger(p->io, true);
	return inf__io_start(p->io, err);
}

bool runner__tcp_pings_quiet(struct tcp *t)
{
	for (uint32_t i = 0; i < t->config.sharing; i++) {
		struct inf__io_state io;

		inf__io_state(t->ports[i].io, &io);
		if (!t->ports[i].shares && io.pings > t->ports[i].deaf)
			return false;
	}
	return true;
}

/* ---- the end ---- */

/* Handlers now return at once, so a thread can only wait for time: a pause after a panic. Nothing
 * else moves the clock, so it is advanced from deadline to deadline here. */
static int wait_stopped(struct tcp *t, struct inf__informer_threads *rt, struct relist_err *err)
{
	for (int waited_ms = 0; waited_ms < TCP_STOP_LIMIT_MS; waited_ms += STOP_LOOK_MS) {
		int64_t next;

		if (inf__informer_threads_wait_stopped(rt, STOP_LOOK_MS, NULL) == 0)
			return 0;
		next = clock_next_deadline(&t->clock);
		if (next < TIME_NEVER)
			clock_advance_to(&t->clock, next);
	}
	return inf__informer_threads_wait_stopped(rt, 0, err);
}

int runner__tcp_stop_informers(struct tcp *t, struct relist_err *err)
{
	int code = 0;

	runner__tcp_enter(t);
	t->finishing = true;
	runner__tcp_leave(t);
	for (struct tcp__informer *i = t->informers; i; i = i->next)
		inf__informer_threads_stop(i->rt);
	for (uint32_t i = 0; i < t->config.ports && t->ports[i].io; i++)
		inf__io_stop(t->ports[i].io);
	while (t->informers) {
		struct tcp__informer *i = t->informers;

		if (wait_stopped(t, i->rt, err) != 0) {
			code = RELIST_ETIMEDOUT;
			t->stuck = true;
		}
		inf__informer_threads_free(i->rt);
		t->informers = i->next;
		base__free(i);
	}
	return code;
}
