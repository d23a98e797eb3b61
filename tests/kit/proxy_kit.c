/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/proxy_kit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/kit/net.h"
#include "tests/kit/testing.h"

static int keep_line(void *user, struct str line, struct relist_err *err)
{
	struct proxy_kit *s = user;

	(void)err;
	(void)pthread_mutex_lock(&s->lock);
	if (!s->drops)
		strbuf_adds(&s->text, line);
	s->bytes += line.len;
	(void)pthread_mutex_unlock(&s->lock);
	return 0;
}

void proxy_kit_begin_with(struct proxy_kit *s, struct rec__proxy_options opt,
			  struct rec__tap_options tap)
{
	struct relist_err err = { 0 };

	(void)pthread_mutex_init(&s->lock, NULL);
	strbuf_init(&s->text);
	rec__writer_init(&s->writer, (struct rec__output) { keep_line, s });
	rec__tap_init(&s->tap, &tap, &s->writer);
	opt.tap = &s->tap;
	s->proxy = rec__proxy_start(&opt, &err);
	if (!s->proxy)
		fail_msg("%s", err.msg);
	s->port = (uint16_t)atoi(strrchr(rec__proxy_url(s->proxy), ':') + 1);
}

void proxy_kit_begin(struct proxy_kit *s, const char *url, bool tls)
{
	struct rec__proxy_options opt = { .upstream = { .url = url, .insecure = true } };
	struct relist_err err = { 0 };

	*s = (struct proxy_kit) { 0 };
	if (tls)
		assert_int_equal(fakeapi__tls_make(&s->pem, "127.0.0.1", (int64_t)time(NULL), &err),
				 0);
	opt.cert_pem = s->pem.cert_pem;
	opt.key_pem = s->pem.key_pem;
	proxy_kit_begin_with(s, opt, (struct rec__tap_options) { .body_max = 0 });
}

void proxy_kit_finish(struct proxy_kit *s)
{
	rec__proxy_stop(s->proxy);
	assert_int_equal(s->tap.err.code, 0);
	rec__tap_fini(&s->tap);
	rec__writer_fini(&s->writer);
	fakeapi__tls_fini(&s->pem);
	strbuf_fini(&s->text);
	(void)pthread_mutex_destroy(&s->lock);
}

struct h2_client *proxy_kit_h2(const struct proxy_kit *s)
{
	const struct h2_client_options opt = { .ca_pem = s->pem.ca_pem };

	return h2_client_new(net_connect(s->port), &opt);
}

struct want {
	struct proxy_kit *s;
	const char *text;
};

static bool is_there(void *user)
{
	const struct want *w = user;
	bool is;

	(void)pthread_mutex_lock(&w->s->lock);
	is = strstr(w->s->text.ptr, w->text) != NULL;
	(void)pthread_mutex_unlock(&w->s->lock);
	return is;
}

void proxy_kit_wait(struct proxy_kit *s, const char *text)
{
	struct want w = { s, text };

	net_wait(is_there, &w);
}

bool proxy_kit_has(struct proxy_kit *s, const char *text)
{
	struct want w = { s, text };

	return is_there(&w);
}
