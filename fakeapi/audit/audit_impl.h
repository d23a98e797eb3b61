/* SPDX-License-Identifier: Apache-2.0 */
/* audit_impl.h - what the audit log knows about one request. */
#ifndef FAKEAPI_AUDIT_IMPL_H
#define FAKEAPI_AUDIT_IMPL_H

#include "fakeapi/audit/audit.h"

/* Parts of an event; "": absent. */
enum {
	ID,
	VERB,
	URI,
	USER, /* JSON */
	AS,   /* JSON: the impersonated user */
	IPS,  /* JSON */
	AGENT,
	RESOURCE, /* from here on: members of objectRef */
	NS,
	NAME,
	UID,
	GROUP,
	VERSION,
	RV,
	SUB,
	STATUS,	  /* members of the Status, without its code */
	REQUEST,  /* JSON */
	RESPONSE, /* JSON */
	TEXTS,
};

struct fakeapi__audit {
	struct fakeapi__audit_config config;
	struct strbuf text[TEXTS];
	bool on_object; /* it has an objectRef */
	cJSON *annotations;
	int code;
	bool long_running, done, failed;
	bool unreadable; /* the patch is no JSON: no event shows it */
};

/* Writes the event of a stage. */
void fakeapi__audit_emit(struct fakeapi__core *core, struct fakeapi__audit *a,
			 enum fakeapi__audit_stage stage, int64_t received_ns, int64_t now_ns);

#endif
