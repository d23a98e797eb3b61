/* SPDX-License-Identifier: Apache-2.0 */
/* FAULT(id, name, times by default, modes): the kinds of rules, as docs/control-api.md has them.
 * times: FOR_EVER where a rule acts until it is deleted, ONCE where it acts on one match.
 * What the fields of struct fakeapi__fault mean to a kind stands beside it. */
FAULT(FAIL, "fail", ONCE, "")			/* answer with a Status */
FAULT(CUT, "cut", ONCE, "")			/* close, unanswered or after `bytes` of the body */
FAULT(RESET, "reset", ONCE, "")			/* the same with RST */
FAULT(HANG, "hang", ONCE, "")			/* no answer until released */
FAULT(HOLD_RESPONSE, "hold-response", ONCE, "") /* done; its answer is kept until released */
FAULT(DELAY, "delay", ONCE, "")			/* the request starts after delay_ns */
FAULT(SLOW, "slow", FOR_EVER, "")		/* `bytes` at a time, delay_ns apart */
FAULT(HOLD_EVENTS, "hold-events", FOR_EVER, "") /* watches see nothing new until released */
FAULT(DROP_EVENT, "drop-event", ONCE, "")	/* a matching change reaches no watch */
FAULT(BOOKMARKS, "bookmarks", FOR_EVER, "off,early,unannotated")
FAULT(WATCH_LIST, "watch-list", FOR_EVER, "refuse,hang,ignore")
FAULT(REPLY, "reply", ONCE, "") /* answer with `script`, whatever the request wants */
/* On the frames of the request's connection; requests over HTTP/1.1 do not match. */
FAULT(HTTP2, "http2", ONCE, "goaway,disown,reset,no-pings,silent,streams,window,cut-data,close,trailers,no-settings-ack")
FAULT(BACKEND, "backend", FOR_EVER, "") /* answered by backend `to`, whichever received it */
