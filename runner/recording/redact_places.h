/* SPDX-License-Identifier: Apache-2.0 */
/* redact_places.h - what a value's place in a document says about it: its path, its kind, the names
 * above and beside it. */
#ifndef RUNNER_RECORDING_REDACT_PLACES_H
#define RUNNER_RECORDING_REDACT_PLACES_H

#include "runner/recording/redact_impl.h"

/* What a value's place says about it. */
struct rec__scope {
	bool secret;   /* an object in here is a Secret, or may be one */
	bool hidden;   /* every string and number in here is secret ... */
	bool bytes;    /* ... and base64 */
	bool env;      /* a list or a map of environment variables */
	bool variable; /* a variable's value */
	bool schemas;  /* members are schemas, whatever their names */
	bool schema;   /* a schema of a credential: no defaults and examples */
	bool labels;   /* values are selected by */
	bool free;     /* text that `strict` hides */
	bool made;     /* of a resource that makes a credential: "random_password" of Terraform */
	struct str key;
};

/* Facts about an object that its members' order must not hide. */
struct rec__facts {
	bool is_secret, is_secret_list, is_list, has_kind, is_config, is_patch;
	bool is_entry;	    /* {"name": ..., "value": ...} */
	bool is_credential; /* {"name": "DB_PASSWORD", "value": ...} */
	bool is_made;	    /* {"type": "random_password", ...} */
	struct str path;    /* of a patch */
};

/* A decoded name; `scratch`, which is cleared, holds it if it has escapes. */
struct str rec__name_of(json_t key, struct strbuf *scratch);
/* `path` holds the path of a patch. False: out of memory. */
bool rec__read_facts(json_t object, struct rec__facts *f, struct strbuf *path);
/* *scope, a copy of *in, becomes that of the member `key` of an object with these facts. */
void rec__enter_member(struct rec__scope *scope, const struct rec__scope *in,
		       const struct rec__facts *f, struct str key, json_t value);
enum rec__text_kind rec__text_kind_of(const struct rec__scope *scope);
bool rec__is_bytes_member(struct str key);
/* ["password", "x"], ["user", "u", "password", "x"]: strings by twos, of which the first is a name.
 */
bool rec__is_list_of_pairs(struct rec__redactor *r, json_t array, const struct rec__scope *in);
/* Of two such strings: the first names a credential, and the second is no other name. */
bool rec__is_named_value(struct rec__redactor *r, json_t name, json_t value);
/* Strings of a credential's schema that are no example of one. */
bool rec__is_schema_member(struct str key);

#endif
