/* SPDX-License-Identifier: Apache-2.0 */
/* declared_rules.c - what one row of tbl/declared.h checks (k8s.io/apimachinery/pkg/api/validate).
 */
#include "base/map.h"
#include "fakeapi/validation/declared.h"

static bool is_empty(const struct fakeapi__declared *row, const cJSON *v)
{
	if (row->flags & POINTER)
		return !v || cJSON_IsNull(v);
	return fakeapi__is_blank(v) || cJSON_IsFalse(v) ||
	       (cJSON_IsNumber(v) && v->valuedouble == 0);
}

bool fakeapi__pair_is_same(const struct fakeapi__pair *p)
{
	return (fakeapi__is_blank(p->now) && fakeapi__is_blank(p->old)) ||
	       fakeapi__equal(p->now, p->old);
}

/* Reads the next name of an argument "a,b". Returns false at its end. */
static bool next_name(const char **rest, char *name, size_t cap)
{
	size_t n = strcspn(*rest, ",");

	if (!n)
		return false;
	snprintf(name, cap, "%.*s", (int)n, *rest);
	*rest += n + ((*rest)[n] == ',');
	return true;
}

/* --- rules --- */

static void check_update(const struct fakeapi__declared_check *k,
			 const struct fakeapi__declared *row, const path_t *at,
			 const struct fakeapi__pair *p)
{
	static const struct {
		const char *name, *why;
		bool before, after;
	} limits[] = {
		{ "Set", "field cannot be set once created", false, true },
		{ "Unset", "field cannot be cleared once set", true, false },
		{ "Modify", "field cannot be modified once set", true, true },
	};
	const char *rest = row->argument;
	char name[16];

	while (k->update && next_name(&rest, name, sizeof(name)))
		for (size_t i = 0; i < ARRAY_LEN(limits); i++)
			if (strcmp(limits[i].name, name) == 0 &&
			    limits[i].before == (p->old != NULL) &&
			    limits[i].after == (p->now != NULL) && !fakeapi__pair_is_same(p))
				fakeapi__cause_invalid(k->c, at, NULL, limits[i].why);
}

static void check_bound(const struct fakeapi__declared_check *k,
			const struct fakeapi__declared *row, const path_t *at, const cJSON *v)
{
	double bound = strtod(row->argument, NULL);
	bool least = row->rule == MINIMUM;
	char why[80];

	/* An absent value without a pointer is 0. */
	if (!cJSON_IsNumber(v) || (least ? v->valuedouble >= bound : v->valuedouble <= bound))
		return;
	snprintf(why, sizeof(why), "must be %s than or equal to %s", least ? "greater" : "less",
		 row->argument);
	fakeapi__cause_invalid(k->c, at, v, why);
}

static size_t count_runes(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static void check_size(const struct fakeapi__declared_check *k, const struct fakeapi__declared *row,
		       const path_t *at, const cJSON *v)
{
	size_t max = strtoul(row->argument, NULL, 10);

	if (row->rule == MAX_ITEMS && (size_t)cJSON_GetArraySize(v) > max)
		fakeapi__cause_too_many(k->c, at, (size_t)cJSON_GetArraySize(v), max);
	else if (row->rule == MAX_BYTES && cJSON_IsString(v) && strlen(v->valuestring) > max)
		fakeapi__cause_too_long(k->c, at, max);
	else if (row->rule == MAX_LENGTH && cJSON_IsString(v) && count_runes(v->valuestring) > max)
		fakeapi__cause_too_long_text(k->c, at, max);
}

static void check_enum(const struct fakeapi__declared_check *k, const struct fakeapi__declared *row,
		       const path_t *at, const cJSON *v)
{
	AUTO_STRBUF names = STRBUF_INIT;
	const char *rest = row->argument;
	char name[64];

	while (next_name(&rest, name, sizeof(name))) {
		if (cJSON_IsString(v) && strcmp(v->valuestring, name) == 0)
			return;
		strbuf_addf(&names, "%s\"%s\"", names.len ? ", " : "", name);
	}
	if (cJSON_IsString(v) && !fakeapi__text_failed(k, &names))
		fakeapi__cause_unsupported(k->c, at, v, names.ptr);
}

/* Appends the item's key: the whole item, or some members. */
void fakeapi__add_item_key(struct strbuf *out, const char *keys, const cJSON *item)
{
	char name[64];

	if (!*keys) {
		char *text = fakeapi__print(item);

		strbuf_addz(out, text ? text : "");
		out->failed |= !text;
		cJSON_free(text);
	}
	while (next_name(&keys, name, sizeof(name)))
		fakeapi__add_item_key(out, "", fakeapi__member(item, name));
}

static void check_unique(const struct fakeapi__declared_check *k,
			 const struct fakeapi__declared *row, const path_t *at, const cJSON *list)
{
	struct map seen;
	const cJSON *item;
	size_t i = 0;

	map_init(&seen, MAP_COPY_KEYS);
	cJSON_ArrayForEach(item, list)
	{
		AUTO_STRBUF key = STRBUF_INIT;

		fakeapi__add_item_key(&key, row->argument, item);
		if (fakeapi__text_failed(k, &key))
			break;
		if (map_get(&seen, strbuf_str(&key)))
			fakeapi__cause_duplicate(k->c, PATH_AT(at, i), item);
		else if (map_put(&seen, strbuf_str(&key), &seen, NULL) != 0)
			k->c->nomem = true;
		i++;
	}
	map_fini(&seen);
}

/* Requires exactly one of the members. */
static void check_union(const struct fakeapi__declared_check *k,
			const struct fakeapi__declared *row, const path_t *at,
			const struct fakeapi__pair *p)
{
	AUTO_STRBUF all = STRBUF_INIT;
	AUTO_STRBUF set = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	const char *rest = row->argument;
	bool changed = !k->update || !p->old;
	size_t count = 0;
	char name[64];

	strbuf_addc(&set, '{');
	while (next_name(&rest, name, sizeof(name))) {
		bool now = fakeapi__member(p->now, name) != NULL;

		changed |= now != (fakeapi__member(p->old, name) != NULL);
		strbuf_addf(&all, "%s`%s`", all.len ? ", " : "", name);
		if (now)
			strbuf_addf(&set, "%s%s", count++ ? ", " : "", name);
	}
	strbuf_addc(&set, '}');
	if (!changed || count == 1)
		return;
	if (fakeapi__text_failed(k, &all) || fakeapi__text_failed(k, &set))
		return;
	strbuf_addf(&why, "must specify %s: %s", count ? "exactly one of" : "one of", all.ptr);
	if (fakeapi__text_failed(k, &why))
		return;
	fakeapi__cause_invalid_str(k->c, at, count ? strbuf_str(&set) : str_of(""), why.ptr);
}

/* "a,b": if `a` is set, `b` must be set, or must not be. */
static void check_dependent(const struct fakeapi__declared_check *k,
			    const struct fakeapi__declared *row, const path_t *at,
			    const struct fakeapi__pair *p)
{
	const char *rest = row->argument;
	char one[64] = "", other[64] = "", why[120];
	bool has_one, has_other;

	(void)next_name(&rest, one, sizeof(one));
	(void)next_name(&rest, other, sizeof(other));
	has_one = !fakeapi__is_blank(fakeapi__member(p->now, one));
	has_other = !fakeapi__is_blank(fakeapi__member(p->now, other));
	if (!has_one || has_other != (row->rule == EXCLUDES))
		return;
	if (p->old && has_one == !fakeapi__is_blank(fakeapi__member(p->old, one)) &&
	    has_other == !fakeapi__is_blank(fakeapi__member(p->old, other)))
		return;
	if (row->rule == NEEDS) {
		snprintf(why, sizeof(why), "must be set when %s is set", one);
		fakeapi__cause_required(k->c, PATH(at, other), why);
	} else {
		snprintf(why, sizeof(why), "may not be set when %s is set", one);
		fakeapi__cause_forbidden(k->c, PATH(at, other), why);
	}
}

/* "member,type,A!,B": the member is allowed with types A and B; A requires it. */
static void check_only_with(const struct fakeapi__declared_check *k,
			    const struct fakeapi__declared *row, const path_t *at,
			    const struct fakeapi__pair *p)
{
	const char *rest = row->argument, *type;
	char member[64] = "", kind[64] = "", name[64];
	struct fakeapi__pair value;

	(void)next_name(&rest, member, sizeof(member));
	(void)next_name(&rest, kind, sizeof(kind));
	type = fakeapi__string(p->now, kind);
	value = (struct fakeapi__pair) { fakeapi__member(p->now, member),
					 fakeapi__member(p->old, member), p->known };
	if (k->update && p->old && fakeapi__pair_is_same(&value) &&
	    strcmp(type, fakeapi__string(p->old, kind)) == 0)
		return;
	while (next_name(&rest, name, sizeof(name))) {
		size_t n = strcspn(name, "!");

		if (strlen(type) != n || memcmp(type, name, n) != 0)
			continue;
		if (name[n] && !value.now)
			fakeapi__cause_required(k->c, PATH(at, member), NULL);
		return;
	}
	if (value.now)
		fakeapi__cause_forbidden(k->c, PATH(at, member), NULL);
}

bool fakeapi__check_rule(const struct fakeapi__declared_check *k,
			 const struct fakeapi__declared *row, const path_t *at,
			 const struct fakeapi__pair *p)
{
	size_t before = fakeapi__causes_count(k->c);
	const cJSON *m;
	bool good;

	switch (row->rule) {
	case OPTIONAL:
		return !is_empty(row, p->now);
	case REQUIRED:
		if (is_empty(row, p->now))
			fakeapi__cause_required(k->c, at, NULL);
		break;
	case FORBIDDEN:
		if (!is_empty(row, p->now))
			fakeapi__cause_forbidden(k->c, at, NULL);
		break;
	case IMMUTABLE: /* only changed values reach this */
		if (k->update)
			fakeapi__cause_invalid(k->c, at, NULL, "field is immutable");
		break;
	case UPDATE:
		check_update(k, row, at, p);
		break;
	case MINIMUM:
	case MAXIMUM:
		check_bound(k, row, at, p->now);
		break;
	case MAX_ITEMS:
	case MAX_LENGTH:
	case MAX_BYTES:
		check_size(k, row, at, p->now);
		break;
	case ENUM:
		check_enum(k, row, at, p->now);
		break;
	case UNIQUE:
		check_unique(k, row, at, p->now);
		break;
	case UNION:
		check_union(k, row, at, p);
		break;
	case NEEDS:
	case EXCLUDES:
		check_dependent(k, row, at, p);
		break;
	case ONLY_WITH:
		check_only_with(k, row, at, p);
		break;
	case SHORT_NAME:
	case LONG_NAME:
	case LONG_NAME_CASELESS:
	case LABEL_KEY:
	case PREFIXED_LABEL_KEY:
	case UUID:
	case POOL_NAME:
	case EXTENDED_NAME:
	case QUALIFIED_NAME:
		if (row->flags & KEYS) {
			cJSON_ArrayForEach(m, p->now) if (!fakeapi__member(p->old, m->string))
			    fakeapi__check_value_format(k, row, at, m->string);
		} else if (cJSON_IsString(p->now)) {
			fakeapi__check_value_format(k, row, at, p->now->valuestring);
		}
	}
	good = fakeapi__causes_count(k->c) == before;
	if (row->flags & SILENT)
		fakeapi__causes_rewind(k->c, before);
	return good || !(row->flags & STOPS);
}
