/* SPDX-License-Identifier: Apache-2.0 */
/* reflector_script.h - drives a reflector through a script and checks what it does.
 *
 * One step a line, words separated by blanks:
 *
 *   ask QUERY [at MIN..BELOW | at TIME]   the next request, now or so long after the last step;
 *                                         timeoutSeconds reads "*", no parameters "-"; after a
 *                                         redirect the URL, with "foreign" when credentials stay
 *                                         here
 *   answer STATUS [after=N] [type=T] [location=URL] BODY    a complete answer; Retry-After,
 *                                         Content-Type, Location
 *   head STATUS [after=N] [type=T] [location=URL]           its beginning only
 *   stream                                head 200
 *   event TYPE NAME RV                    a Pod; NAME "-" for none
 *   mark RV                               the bookmark that ends initial events
 *   bytes TEXT                            these bytes; \n is written as two characters
 *   end clean|eof|cut|reset|refused|timeout|lost|stream-error|other
 *   hangup                                the client hung up the open request
 *   error TEXT                            the watch error handler was called: "status 500
 *                                         Reason", or the kind
 *   why TEXT                              the last failure or dropped event since the last step, as
 *                                         it is traced; may be left out
 *   queue TEXT                            what the queue got since the last such line
 *   rv TEXT                               lastSyncResourceVersion; "-" for none
 *   quiet TIME                            so long nothing happens
 *   stop, stopped, running
 *   fail-queue invalid|nomem              the queue refuses its next call
 *
 * Every effect and call must have its line.
 */
#ifndef TESTS_REFLECTOR_SCRIPT_H
#define TESTS_REFLECTOR_SCRIPT_H

#include "informer/reflector.h"

struct reflector_script {
	const char *name;
	/* Words: classic watchlist kind=Pod resync=TIME page=N retry=TIME max-objects=N max-bytes=N
	 * lacks=FIX (informer/fixes.h); group= version= resource= namespace= and path=, which the
	 * request then has; labels= fields= min-watch= max-watch=TIME and timeout=N..M, the bounds
	 * of timeoutSeconds (M is none of them). */
	const char *config;
	const char *steps;
};

/* cut: 0 hands bytes over whole, 1 byte by byte, others at random places. Fails the running test
 * with the script's name and line; returns how many lines were done. */
size_t reflector_script_run(const struct reflector_script *s, uint64_t seed, uint64_t cut);

/* Requests, and the time of the first, second and third attempt after a failure. */
#define ASK_LIST "ask limit=500&resourceVersion=0"
#define ASK_WATCH(rv)                                                                              \
	"ask allowWatchBookmarks=true&resourceVersion=" rv "&timeoutSeconds=*&watch=true"
#define ASK_STREAM                                                                                 \
	"ask allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&"   \
	"timeoutSeconds=*&watch=true"
#define ASK_STREAM_FROM(rv)                                                                        \
	"ask allowWatchBookmarks=true&resourceVersion=" rv "&resourceVersionMatch=NotOlderThan&"   \
	"sendInitialEvents=true&timeoutSeconds=*&watch=true"
#define ASK_LIST_STREAM(rv)                                                                        \
	"ask allowWatchBookmarks=true&resourceVersion=" rv "&resourceVersionMatch=NotOlderThan&"   \
	"sendInitialEvents=true&watch=true"
#define FIRST  " at 800ms..1.6s\n"
#define SECOND " at 1.6s..3.2s\n"
#define THIRD  " at 3.2s..6.4s\n"

#endif
