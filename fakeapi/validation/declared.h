/* SPDX-License-Identifier: Apache-2.0 */
/* declared.h - the rows of tbl/declared.h and what one of them checks. Private to declared*.c. */
#ifndef FAKEAPI_DECLARED_H
#define FAKEAPI_DECLARED_H

#include "fakeapi/validation/validate_impl.h"

enum fakeapi__rule {
	REQUIRED,
	FORBIDDEN,
	OPTIONAL,
	IMMUTABLE,
	UPDATE,
	MINIMUM,
	MAXIMUM,
	MAX_ITEMS,
	MAX_LENGTH,
	MAX_BYTES,
	ENUM,
	UNIQUE,
	UNION,
	NEEDS,
	EXCLUDES,
	ONLY_WITH,
	SHORT_NAME,
	LONG_NAME,
	LONG_NAME_CASELESS,
	LABEL_KEY,
	PREFIXED_LABEL_KEY,
	UUID,
	POOL_NAME,
	EXTENDED_NAME,
	QUALIFIED_NAME,
};

enum {
	STOPS = 1 << 0,	  /* a value that breaks it is not checked further */
	POINTER = 1 << 1, /* an empty value counts as present */
	KEYS = 1 << 2,	  /* checks the names in a map */
	SILENT = 1 << 4,  /* an error ends the checks and is not reported */
	UNLESS = 1 << 3,  /* applies while the gate is off */
};

struct fakeapi__declared {
	unsigned char since, until;
	const char *group, *kind, *path;
	enum fakeapi__rule rule;
	const char *argument;
	enum fakeapi__gate gate; /* NONE: always */
	unsigned flags;
};

struct fakeapi__declared_check {
	causes_t *c;
	unsigned release;
	bool update;
};

/* A value and its counterpart in the old object. */
struct fakeapi__pair {
	const cJSON *now, *old;
	bool known; /* `old` is the earlier value of `now` */
};

/* Returns true if the text could not be built; validation then fails as out of memory. */
static inline bool fakeapi__text_failed(const struct fakeapi__declared_check *k,
					const struct strbuf *text)
{
	k->c->nomem |= text->failed;
	return text->failed;
}

/* Both values are the same, or both are empty. */
bool fakeapi__pair_is_same(const struct fakeapi__pair *p);
/* Checks one rule of a value. Returns false if the value is not checked further. */
bool fakeapi__check_rule(const struct fakeapi__declared_check *k,
			 const struct fakeapi__declared *row, const path_t *at,
			 const struct fakeapi__pair *p);
/* Checks a string, or a name in a map, by a rule of a format. */
void fakeapi__check_value_format(const struct fakeapi__declared_check *k,
				 const struct fakeapi__declared *row, const path_t *at,
				 const char *value);
/* Appends the item's key: the whole item, or the members in "a,b". */
void fakeapi__add_item_key(struct strbuf *out, const char *keys, const cJSON *item);

#endif
