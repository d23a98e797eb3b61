/* SPDX-License-Identifier: Apache-2.0 */
/* redact.h - what must not reach the disk: secrets in every place where Kubernetes puts them,
 * managedFields, and names if requested.
 *
 * Four rules, in this order:
 * - structure: a Secret's members, values of environment variables, and every value behind a name
 *   that credentials have (members, headers, parameters, flags) are hidden whole;
 * - form: private keys and certificates in PEM, JSON web tokens, "Bearer x", "password=x",
 *   "--token x", <password>x</password>, user:password@host; in any string, also in JSON and base64
 *   inside strings;
 * - value: what one of the above found is hidden in every other string;
 * - with `strict`: free text, whatever it holds (docs/recording.md lists the places).
 *
 * A value becomes "redacted-" and a keyed hash, the same for the same value in one recording;
 * base64 stays base64 and a number a number, so that what is replayed can still be decoded.
 * Everything else stays byte for byte.
 */
#ifndef RUNNER_RECORDING_REDACT_H
#define RUNNER_RECORDING_REDACT_H

#include "base/json_scan.h"
#include "base/map.h"
#include "base/str.h"

enum rec__secrets { REC_SECRETS_HASH, REC_SECRETS_DROP, REC_SECRETS_KEEP };

struct rec__redact_options {
	enum rec__secrets secrets;
	bool strict; /* free text is hidden whole */
	bool keep_managed_fields;
	bool hash_names;
	unsigned char key[32]; /* of the hashes */
};

/* What a request is about, from its path. Borrowed from it. */
struct rec__aim {
	struct str group, resource, subresource, ns, name; /* empty: none */
	bool secret;					   /* of kind Secret */
	bool sensitive; /* Secrets and tokens: nothing of it is written that is not understood */
	bool opaque;	/* logs, exec, proxy...: bytes of unknown meaning */
	bool watch;	/* /api/v1/watch/... */
};
/* A prefix before /api or /apis, as gateways have it, is skipped. */
struct rec__aim rec__aim_of(struct str path);

enum { REC_NEAR_MAX = 64 };

/* Values of one request's secrets, however short: an error that answers it may quote them. */
struct rec__near {
	char *values[REC_NEAR_MAX];
	size_t count;
};
void rec__near_fini(struct rec__near *near);

/* A learnt value, found by its first bytes. */
struct rec__needle {
	char *bytes;
	uint32_t len;
	uint32_t next; /* index + 1 of another one that begins alike */
	bool word;     /* found only where it stands alone, in free text */
};

struct rec__redactor {
	struct rec__redact_options opt;
	struct map secrets; /* words seen, by which later words are looked up */
	struct map names;
	struct rec__needle *needles; /* values seen, which may stand anywhere in a string */
	size_t needle_count, needle_cap;
	uint32_t *heads; /* by a hash of the first bytes: index + 1 of a needle */
	uint64_t learnt; /* how many values and words */
	bool failed;	 /* out of memory: nothing that came out may be written */
};

void rec__redactor_init(struct rec__redactor *r, const struct rec__redact_options *opt);
void rec__redactor_fini(struct rec__redactor *r);

/* Each appends to `out`; `near` may be NULL. With `collect` the values found are put into it, else
 * those in it are looked for. */

/* Valid JSON. `cuts` (ascending, bytes of `json`) become offsets into what was appended. */
void rec__redact_json(struct rec__redactor *r, const struct rec__aim *aim, json_t json,
		      struct rec__near *near, bool collect, uint32_t *cuts, size_t cut_count,
		      struct strbuf *out);
/* JSON that was cut short: strings that are not known to be harmless go. Text behind the first byte
 * that is no JSON is not appended: returns how many bytes it has. */
size_t rec__redact_partial(struct rec__redactor *r, const struct rec__aim *aim, struct str text,
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
