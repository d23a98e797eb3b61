/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite.h - changes a request's head for the proxy, and refuses requests that it must not
 * forward. */
#ifndef RUNNER_RECORDING_REWRITE_H
#define RUNNER_RECORDING_REWRITE_H

#include "runner/recording/http.h"

/* http[s]://host[:port][/prefix] */
struct rec__site {
	bool tls;
	char *host, *port;
	char *authority; /* for Host */
	char *prefix;	 /* "" or "/k8s/clusters/c-1", without a slash at its end */
};

/* RELIST_EINVAL: not a valid URL. */
int rec__site_parse(struct rec__site *t, const char *url, struct relist_err *err);
/* 0, or the error that rec__site_parse() returns. */
int rec__site_check(const char *url, struct relist_err *err);
void rec__site_fini(struct rec__site *t);

struct rec__refusal {
	int status; /* 0: none */
	const char *message;
};

/* While the proxy listens on a loopback address, it refuses browsers of other sites and names that
 * resolve to this address (DNS rebinding), since every accepted client has the rights of the
 * proxy's credential. */
struct rec__refusal rec__head_refusal(const struct rec__http_head *head, const char *bind_host);
/* Appends a whole HTTP response with a Status; the connection is closed afterwards. */
void rec__refusal_write(const struct rec__refusal *why, struct strbuf *out);

/* The token of a kubeconfig for the proxy over TLS: kubectl prompts for a user if there is no
 * credential. The proxy treats it as no credential. */
#define REC_NO_TOKEN	  "relist-record"
#define REC_NO_CREDENTIAL "Bearer " REC_NO_TOKEN

/* Appends the head for the server. authorization: empty to add none; impersonate: headers, each
 * ended by CR LF, or NULL; not added if the
 * client impersonates itself. */
void rec__head_rewrite(const struct rec__http_head *head, const struct rec__site *target,
		       struct str authorization, const char *impersonate, struct strbuf *out);
/* Appends an Accept header without protobuf and CBOR. */
void rec__accept_rewrite(struct str accept, struct strbuf *out);

#endif
