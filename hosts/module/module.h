/* SPDX-License-Identifier: Apache-2.0 */
/* module.h - the fake apiserver as one WebAssembly module (build/module/relist.wasm), for packages
 * in other languages.
 *
 * The module has no clock, no sockets, no threads and no imports. The host passes the time in
 * nanoseconds with each call, moves the bytes of requests and responses, and calls the webhooks.
 * docs/module.md is the guide for hosts.
 *
 * Memory: the host writes arguments into memory of relist_alloc(). Results longer than a number are
 * at relist_out(), until the next call. A *record* is a sequence of strings, each a little-endian
 * uint32 length and its bytes.
 *
 * One thread at a time per instance. A failed assertion is a trap: relist_panic() then has its
 * text, and the instance must not be called again otherwise. */
#ifndef HOSTS_MODULE_MODULE_H
#define HOSTS_MODULE_MODULE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name), used))
#else
#define EXPORT(name)
#endif

/* Incremented when hosts of an older version cannot use this interface any more. */
enum { RELIST_MODULE_VERSION = 1 };

EXPORT("relist_version") uint32_t relist_version(void);

/* NULL: out of memory. */
EXPORT("relist_alloc") void *relist_alloc(uint32_t len);
EXPORT("relist_free") void relist_free(void *p);

EXPORT("relist_out") const char *relist_out(void);
EXPORT("relist_out_len") uint32_t relist_out_len(void);

/* The text of the last failed assertion, ended by a NUL; "" if there was none. */
EXPORT("relist_panic") const char *relist_panic(void);

/* ---- servers ---- */

struct relist_server;

/**
 * Makes a server. Several may live in one instance.
 *
 * seed            of uids and generated names
 * now_ns          the host's monotonic clock, as in every later call
 * wall_offset_ns  wall clock minus now_ns
 * options         a JSON object (docs/module.md lists the members); len 0: the defaults
 * Returns NULL with the reason at relist_out(): an unknown member, a wrong value, no memory.
 */
EXPORT("relist_server_new")
struct relist_server *relist_server_new(uint64_t seed, int64_t now_ns, int64_t wall_offset_ns,
					const char *options, uint32_t len);
/* Ends open exchanges. */
EXPORT("relist_server_free") void relist_server_free(struct relist_server *server);

/** Creates or replaces the objects of a manifest (JSON or YAML, several documents, lists).
 *
 * Returns 0, or a negative enum relist_code with the reason at relist_out(); the objects before the
 * refused one stay. */
EXPORT("relist_load")
int32_t relist_load(struct relist_server *server, int64_t now_ns, const char *text, uint32_t len);

/* The model (JSON) of the page that shows the requests and events so far, for a server with the
 * option "timeline". The record: title, failure text. Returns 0, or negative: not recorded, no
 * memory. */
EXPORT("relist_timeline")
int32_t relist_timeline(struct relist_server *server, const char *record, uint32_t len);

/* Whether an apiserver accepts connections: a fault can close its port. */
EXPORT("relist_accepts")
int32_t relist_accepts(struct relist_server *server, int64_t now_ns, uint32_t backend);

/* ---- exchanges ---- */

enum relist_request_flag {
	RELIST_REQUEST_TLS = 1,
	RELIST_REQUEST_REMOTE = 2, /* it arrived over a socket: Host and Origin are checked */
};

/** Begins a request. The record: method, target ("/api/v1/pods?watch=1"), body; the client
 * certificate's CN, and its Os separated by NULs (both empty without one); then a name and a value
 * for each header.
 *
 * Returns the id of the exchange, which relist_end() frees; 0: out of memory or not a record. */
EXPORT("relist_begin")
uint32_t relist_begin(struct relist_server *server, int64_t now_ns, uint32_t backend,
		      uint32_t flags, const char *record, uint32_t len);

enum relist_head {
	RELIST_HEAD_WAIT,  /* no status yet: call again when woken or at the deadline */
	RELIST_HEAD_READY, /* relist_out() has the response's head, see below */
	RELIST_HEAD_CUT,   /* close the connection without a response */
	RELIST_HEAD_RESET, /* the same with RST */
};

/* The response's head as a record: status, "close" or "", Content-Length or "" (a stream), then a
 * name and a value for each header. -1: no such exchange. */
EXPORT("relist_head")
int32_t relist_head(struct relist_server *server, uint32_t exchange, int64_t now_ns);

enum relist_pull {
	RELIST_PULL_WAIT = 0, /* call again when woken or at the deadline */
	RELIST_PULL_END = -1,
	RELIST_PULL_CUT = -2,	/* close the connection without the last chunk */
	RELIST_PULL_RESET = -3, /* the same with RST */
	RELIST_PULL_NONE = -4,	/* no such exchange, or relist_head() has not returned READY */
};

/* Writes up to `cap` bytes of the body to `buf`. Returns their number or one of enum relist_pull.
 */
EXPORT("relist_pull")
int32_t relist_pull(struct relist_server *server, uint32_t exchange, int64_t now_ns, void *buf,
		    uint32_t cap);

/* When to call relist_head() or relist_pull() again if nothing wakes the exchange; INT64_MAX:
 * never. */
EXPORT("relist_deadline")
int64_t relist_deadline(const struct relist_server *server, uint32_t exchange);

EXPORT("relist_end")
void relist_end(struct relist_server *server, uint32_t exchange, int32_t client_gone);

/* The next exchange that was woken and may have more data; 0: none. Call it after every other call
 * until it returns 0. */
EXPORT("relist_woken") uint32_t relist_woken(struct relist_server *server);

/* ---- webhooks ---- */

/* The next webhook call for which a request waits, as a record: id, timeout in nanoseconds, URL, CA
 * as PEM (or empty), the name that the certificate must have (or empty), body. 0: none. With the
 * option "webhooks", call it after every other call until it returns 0. Without the option calls
 * fail according to their failurePolicy. */
EXPORT("relist_question") int32_t relist_question(struct relist_server *server);

/* The response to a question or, with status 0, the reason why there is none. The record:
 * Content-Type, body, error. */
EXPORT("relist_reply")
void relist_reply(struct relist_server *server, uint64_t id, int32_t status, const char *record,
		  uint32_t len);

#endif
