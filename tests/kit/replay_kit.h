/* SPDX-License-Identifier: Apache-2.0 */
/* replay_kit.h - a recording from text, replayed to the requests of a test. */
#ifndef TESTS_REPLAY_KIT_H
#define TESTS_REPLAY_KIT_H

#include "runner/recording/posix/replay_server.h"
#include "tests/kit/heard.h"
#include "tests/kit/net.h"

struct replay {
	struct rec__story *story;
	struct rec__replay *r;
	struct heard heard;
};

/* The lines of a recording without its first. */
struct rec__story *replay_story(const char *lines);
/* `programs`: as in the options. */
void replay_begin(struct replay *t, const char *lines, int64_t patience_ns, size_t programs);
void replay_end(struct replay *t);
/* Sends a request without waiting for the response. */
struct net_in replay_ask(struct replay *t, const char *method, const char *target,
			 const char *body);
/* The same for one of several programs. agent NULL: without User-Agent. */
struct net_in replay_ask_as(struct replay *t, size_t program, const char *agent, const char *method,
			    const char *target, const char *body);
/* The same with a body of any bytes. */
struct net_in replay_ask_with(struct replay *t, size_t program, const char *agent,
			      const char *method, const char *target, struct str body);
/* The answer has `want` in it. Closes it. */
void replay_expect_answer(struct net_in in, const char *want);
/* A condition for net_wait(); `user` is the replay's server. */
bool replay_is_over(void *user);
/* Waits until it is over: so many requests have come, and so many departures. */
void replay_expect_matched(struct replay *t, size_t matched, size_t departures);
/* Waits until the player wants this of its caller, and says that it is done. */
void replay_expect_act(struct replay *t, enum rec__replay_act act, size_t program);

#define PUT(id, name)                                                                              \
	"{\"request\":{\"id\":" #id ",\"method\":\"PUT\",\"path\":"                                \
	"\"/api/v1/namespaces/d/pods/" name "\"}}\n"
#define PUT_ANSWER(id, name)                                                                       \
	"{\"response\":{\"id\":" #id ",\"status\":200,\"body\":{\"metadata\":{\"name\":\"" name    \
	"\",\"namespace\":\"d\",\"resourceVersion\":\"1" #id "\"}}}}\n"
#define WATCH(id, query)                                                                           \
	"{\"request\":{\"id\":" #id ",\"method\":\"GET\",\"path\":\"/api/v1/pods\",\"query\":{"    \
	"\"watch\":\"true\"" query "}}}\n"                                                         \
	"{\"response\":{\"id\":" #id ",\"status\":200,\"stream\":true}}\n"
#define EVENT(id, name, rv)                                                                        \
	"{\"event\":{\"id\":" #id ",\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\","              \
	"\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name "\",\"namespace\":\"d\","           \
	"\"resourceVersion\":\"" rv "\"}}}}\n"
#define CONNECT(n)    "{\"connect\":{\"conn\":" #n "}}\n"
#define DISCONNECT(n) "{\"disconnect\":{\"conn\":" #n ",\"by\":\"client\",\"how\":\"fin\"}}\n"
#define HANGUP(id)    "{\"hangup\":{\"id\":" #id "}}\n"

/* A request of a connection with a User-Agent, and its response. */
#define SAYS(id, conn, agent, method, path, query)                                                 \
	"{\"request\":{\"id\":" #id ",\"conn\":" #conn ",\"method\":\"" method                     \
	"\",\"path\":\"" path "\",\"query\":{" query "},\"headers\":{\"User-Agent\":\"" agent      \
	"\"}}}\n"
#define PODS	   "/api/v1/pods"
#define BOXES	   "/api/v1/configmaps"
#define ONE(name)  "/api/v1/namespaces/d/pods/" name
#define STREAM(id) "{\"response\":{\"id\":" #id ",\"status\":200,\"stream\":true}}\n"
#define LOOKS(id, conn, agent, path)                                                               \
	SAYS(id, conn, agent, "GET", path, "\"watch\":\"true\"") STREAM(id)
#define WRITES(id, conn, agent, name) SAYS(id, conn, agent, "PUT", ONE(name), "")
#define GONE(id, conn)		      HANGUP(id) DISCONNECT(conn)

/* Program a is killed while b goes on, and begins again after b's next write. */
#define RESTARTED                                                                                  \
	LOOKS(1, 1, "a/1", PODS)                                                                   \
	LOOKS(2, 2, "b/1", BOXES)                                                                  \
	GONE(1, 1)                                                                                 \
	WRITES(3, 2, "b/1", "b") PUT_ANSWER(3, "b") LOOKS(4, 4, "a/1", PODS) EVENT(4, "late", "9")

#endif
