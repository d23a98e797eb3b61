/* SPDX-License-Identifier: Apache-2.0 */
/* redact.h - removes sensitive data before it is written to disk: secrets at every place where
 * Kubernetes puts them, managedFields, and names if requested.
 *
 * Four rules, in this order:
 * - structure: a Secret's members, values of environment variables, and every value with the name
 * of a credential (members, headers, parameters, flags) are hidden completely;
 * - form: private keys and certificates in PEM, JSON web tokens, "Bearer x", "password=x",
 *   "--token x", <password>x</password>, user:password@host; in any string, also in JSON and base64
 *   inside strings;
 * - value: a value found by the rules above is hidden in every other string;
 * - with `strict`: free text, whatever it contains (docs/recording.md lists the places).
 *
 * A value becomes "redacted-" and a keyed hash, the same for the same value in one recording;
 * base64 stays base64 and a number a number, so that replayed data can be decoded. Everything else
 * stays byte for byte. */
#ifndef RUNNER_RECORDING_REDACT_H
#define RUNNER_RECORDING_REDACT_H

#include "base/json_scan.h"
#include "base/map.h"
#include "base/str.h"

enum rec__secrets { REC_SECRETS_HASH, REC_SECRETS_DROP, REC_SECRETS_KEEP };

struct rec__redact_options {
	enum rec__secrets secrets;
	bool strict; /* hide free text completely */
	bool keep_managed_fields;
	bool hash_names;
	unsigned char key[32]; /* key of the hashes */
};

/* The target of a request, from its path. Borrowed from the path. */
struct rec__aim {
	struct str group, resource, subresource, ns, name; /* empty: absent */
	bool secret;					   /* of kind Secret */
	bool config;					   /* of kind ConfigMap */
	bool sensitive; /* Secrets and tokens: parts that are not understood are not written */
	bool opaque;	/* logs, exec, proxy...: bytes of unknown format */
	bool watch;	/* /api/v1/watch/... */
};
/* Skips a gateway's prefix before /api or /apis. */
struct rec__aim rec__aim_of(struct str path);

enum { REC_NEAR_MAX = 64 };

/* The secret values of one request, also short ones: an error response may quote them. */
struct rec__near {
	char *values[REC_NEAR_MAX];
	size_t count;
};
void rec__near_fini(struct rec__near *near);

/* A learned value, found by its first bytes. */
struct rec__needle {
	char *bytes;
	uint32_t len;
	uint32_t next; /* index + 1 of another one with the same first bytes */
	bool word;     /* found only as a separate word, in free text */
};

struct rec__redactor {
	struct rec__redact_options opt;
	struct map secrets; /* learned words, looked up as words */
	struct map names;
	struct rec__needle *needles; /* learned values, found anywhere in a string */
	size_t needle_count, needle_cap;
	uint32_t *heads; /* by a hash of the first bytes: index + 1 of a needle */
	uint64_t learnt; /* number of values and words */
	bool failed;	 /* out of memory: do not write any output */
};

void rec__redactor_init(struct rec__redactor *r, const struct rec__redact_options *opt);
void rec__redactor_fini(struct rec__redactor *r);

/* Each appends to `out`; `near` may be NULL. With `collect` found values are added to it, else the
 * values in it are hidden. */

/* Redacts valid JSON. `cuts` (ascending offsets in `json`) become offsets in the appended text. */
void rec__redact_json(struct rec__redactor *r, const struct rec__aim *aim, json_t json,
		      struct rec__near *near, bool collect, uint32_t *cuts, size_t cut_count,
		      struct strbuf *out);
/* Redacts truncated JSON: hides all strings except those known to be harmless. Does not append the
 * text from the first invalid byte on; returns its length. */
size_t rec__redact_partial(struct rec__redactor *r, const struct rec__aim *aim, struct str text,
			   struct strbuf *out);
/* Redacts any other text. Returns true if something was replaced. */
bool rec__redact_text(struct rec__redactor *r, const struct rec__near *near, struct str text,
		      struct strbuf *out);
void rec__redact_path(struct rec__redactor *r, struct str path, struct strbuf *out);
/* Redacts the value of a decoded query parameter. */
void rec__redact_query(struct rec__redactor *r, struct str name, struct str value,
		       struct strbuf *out);
void rec__redact_header(struct rec__redactor *r, struct str name, struct str value,
			struct strbuf *out);
/* Appends the replacement for a secret value. */
void rec__redact_value(struct rec__redactor *r, struct str value, struct strbuf *out);

#endif
