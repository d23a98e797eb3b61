/* SPDX-License-Identifier: Apache-2.0 */
/* redact.h - what must not reach the disk: secrets in every place where Kubernetes puts them,
 * managedFields, and names if asked for.
 *
 * Three nets, each finer than the one before:
 * - by place: data of Secrets (in lists, watches, patches, Tables, copies in annotations), headers
 *   and query parameters that carry credentials, members called token, password, ...;
 * - by form: private keys and certificates in PEM, also as base64, JSON web tokens, "Bearer x",
 *   "password=x", user:password@ in URLs; in any string, also in JSON inside strings;
 * - by value: what one of the above found once is looked for in every later string.
 *
 * A value becomes "redacted-" and a keyed hash, the same for the same value in one recording;
 * base64 stays base64, so that what is replayed can still be decoded. Everything else stays byte
 * for byte.
 */
#ifndef RUNNER_RECORDING_REDACT_H
#define RUNNER_RECORDING_REDACT_H

#include "base/json_scan.h"
#include "base/map.h"
#include "base/str.h"

enum rec__secrets { REC_SECRETS_HASH, REC_SECRETS_DROP, REC_SECRETS_KEEP };

struct rec__redact_options {
	enum rec__secrets secrets;
	bool keep_managed_fields;
	bool hash_names;
	unsigned char key[32]; /* of the hashes */
};

/* What a request is about, from its path. Borrowed from it. */
struct rec__aim {
	struct str resource, subresource, ns, name; /* empty: none */
	bool secret;				    /* of kind Secret */
	bool opaque; /* logs, exec, proxy...: somebody else's bytes */
};
struct rec__aim rec__aim_of(struct str path);

enum { REC_NEAR_MAX = 64 };

/* Values of one request's secrets, however short: an error that answers it may quote them. */
struct rec__near {
	char *values[REC_NEAR_MAX];
	size_t count;
};
void rec__near_fini(struct rec__near *near);

struct rec__redactor {
	struct rec__redact_options opt;
	struct map secrets; /* values seen, which later strings are searched for */
	struct map names;
	struct strbuf scratch, plain;
	bool failed; /* out of memory: nothing that came out may be written */
};

void rec__redactor_init(struct rec__redactor *r, const struct rec__redact_options *opt);
void rec__redactor_fini(struct rec__redactor *r);

/* Each appends to `out`; `near` may be NULL. With `collect` the values found are put into it, else
 * those in it are looked for. */

/* Valid JSON. `cuts` (ascending, bytes of `json`) become offsets into what was appended. */
void rec__redact_json(struct rec__redactor *r, const struct rec__aim *aim, json_t json,
		      struct rec__near *near, bool collect, uint32_t *cuts, size_t cut_count,
		      struct strbuf *out);
/* JSON that was cut short: strings that are not known to be harmless go. */
void rec__redact_partial(struct rec__redactor *r, const struct rec__aim *aim, struct str text,
			 struct strbuf *out);
/* Any other text. True: something was replaced. */
bool rec__redact_text(struct rec__redactor *r, const struct rec__near *near, struct str text,
		      struct strbuf *out);
void rec__redact_path(struct rec__redactor *r, struct str path, struct strbuf *out);
/* One decoded query parameter's value. */
void rec__redact_query(struct rec__redactor *r, struct str name, struct str value,
		       struct strbuf *out);
void rec__redact_header(struct rec__redactor *r, struct str name, struct str value,
			struct strbuf *out);
/* A value known to be secret, as it would be written. */
void rec__redact_value(struct rec__redactor *r, struct str value, struct strbuf *out);

#endif
