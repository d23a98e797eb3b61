/* SPDX-License-Identifier: Apache-2.0 */
/* show.h - formats observed events like trace lines, so that expected and actual look alike. */
#ifndef RUNNER_TRACE_SHOW_H
#define RUNNER_TRACE_SHOW_H

#include "runner/trace/log.h"

void runner__show_notify(const struct runner__trace *t, const struct runner__notify *n,
			 struct strbuf *out);
void runner__show_watch_error(const struct runner__watch_error *w, struct strbuf *out);
/* after_ns < 0: not shown. */
void runner__show_request(const struct fakeapi__player_request *req, int64_t after_ns,
			  struct strbuf *out);
void runner__show_state(const struct runner__state *s, struct strbuf *out);

#endif
