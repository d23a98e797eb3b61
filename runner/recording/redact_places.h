/* SPDX-License-Identifier: Apache-2.0 */
/* redact_places.h - derives the meaning of a value from its place in a document: its path, its
 * kind, the names above and beside it. */
#ifndef RUNNER_RECORDING_REDACT_PLACES_H
#define RUNNER_RECORDING_REDACT_PLACES_H

#include "runner/recording/redact_impl.h"

/* The properties of a value's place. */
struct rec__scope {
	bool secret;	  /* an object in this scope is a Secret, or may be one */
	bool config;	  /* an object in this scope is a ConfigMap, or may be one */
	bool hidden;	  /* every string and number in this scope is secret ... */
	bool bytes;	  /* ... and base64 */
	bool env;	  /* a list or map of environment variables */
	bool variable;	  /* the value of a variable */
	bool schemas;	  /* the members are schemas, whatever their names */
	bool schema;	  /* the schema of a credential: its defaults and examples are hidden */
	bool labels;	  /* used by selectors */
	bool free;	  /* text that `strict` hides */
	bool made;	  /* inside a resource that generates a credential: "random_password" */
	bool map;	  /* the value of a member "secrets": its strings are secret */
	bool row;	  /* an array inside an array */
	uint64_t columns; /* bits of the columns of rows that have credentials */
	json_t command;	  /* for args: the command of the same container */
	struct str key;
};

/* Facts about an object that must not depend on the order of its members. */
struct rec__facts {
	bool is_secret, is_secret_list, is_list, has_kind, is_config, is_patch;
	bool is_entry;	    /* {"name": ..., "value": ...} */
	bool is_credential; /* {"name": "DB_PASSWORD", "value": ...} */
	bool is_change;	    /* {"field": "password", "to": ...} */
	bool is_cause;	    /* {"field": "spec.password", "message": ...} */
	bool is_made;	    /* {"type": "random_password", ...} */
	bool is_jwk;	    /* a JSON web key: {"kty": "oct", "k": ...} */
	json_t command;	    /* the array beside "args": ["mysql"] */
	uint64_t columns;   /* bits: {"columns": ["user", "password"], "rows": ...} */
	struct str path;    /* of a patch */
};

/* A decoded name; if it has escapes, it is stored in `scratch`, which is cleared first. */
struct str rec__name_of(json_t key, struct strbuf *scratch);
/* `path` gets the path of a patch. Returns false if out of memory. */
bool rec__read_facts(struct rec__redactor *r, json_t object, struct rec__facts *f,
		     struct strbuf *path);
/* Changes *scope, a copy of *in, to that of the member `key` of an object with these facts. */
void rec__enter_member(struct rec__scope *scope, const struct rec__scope *in,
		       const struct rec__facts *f, struct str key, json_t value);
enum rec__text_kind rec__text_kind_of(const struct rec__scope *scope);
bool rec__is_bytes_member(struct str key);
/* Whether the array has pairs of name and value: ["password", "x"], ["user", "u", "password",
 * "x"]. */
bool rec__is_list_of_pairs(struct rec__redactor *r, json_t array, const struct rec__scope *in);
/* Whether the first string names a credential and the second is not another name. */
bool rec__is_named_value(struct rec__redactor *r, json_t name, json_t value);
/* The bits of the array's elements that name credentials: strings, or objects by their "name". */
uint64_t rec__sensitive_names(struct rec__redactor *r, json_t array);
/* The same for the first row of an array of rows: [["user", "password"], ["u", "x"]]. */
uint64_t rec__first_row_names(struct rec__redactor *r, json_t array);
/* Whether the `n`th value of a row is a string or number in a column with credentials. */
static inline bool rec__is_cell(uint64_t columns, size_t n, json_t value)
{
	enum json_kind kind = json_kind(value);

	return n < 64 && columns >> n & 1 && (kind == JSON_STRING || kind == JSON_NUMBER);
}
/* Strings of a credential's schema that are not examples of it. */
bool rec__is_schema_member(struct str key);

#endif
