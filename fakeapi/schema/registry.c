/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/registry.h"

#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/schema/builtins.h"

struct fakeapi__registry {
	const struct fakeapi__resource **types; /* in discovery order; built-ins first */
	size_t type_count;
	size_t type_cap;
	const struct fakeapi__builtins *builtins;
	bool removed[FAKEAPI_BUILTINS_MAX]; /* replaced by an added type of the same name */
	/* The types added at run time. */
	struct map by_name; /* "group/version/resource" -> type, borrowed from types[] */
	struct map by_kind; /* "group/version/kind" -> type */
	uint64_t generation;
	void (*on_metrics)(void *user, struct strbuf *out);
	void *on_metrics_user;
};

static bool is_builtin(const struct fakeapi__registry *reg, const struct fakeapi__resource *res)
{
	return res >= reg->builtins->rows && res < reg->builtins->rows + reg->builtins->count;
}

static void key_of(struct strbuf *key, struct str group, struct str version, struct str name)
{
	strbuf_clear(key);
	strbuf_adds(key, group);
	strbuf_addc(key, '/');
	strbuf_adds(key, version);
	strbuf_addc(key, '/');
	strbuf_adds(key, name);
}

/* Of two resources with one kind the first counts, as in the real discovery of kinds. */
static const struct fakeapi__resource *find_builtin(const struct fakeapi__registry *reg,
						    struct str group, struct str version,
						    struct str name, bool kind)
{
	size_t n;
	const struct fakeapi__resource *const *found =
	    fakeapi__builtins_find(reg->builtins, group, version, name, kind, &n);

	for (size_t i = 0; i < n; i++)
		if (!reg->removed[found[i] - reg->builtins->rows])
			return found[i];
	return NULL;
}

/* --- lookup --------------------------------------------------------------------------------- */

/* Keys are on the stack, so lookups cannot fail for lack of memory. Names have at most 253 bytes,
 * versions and resources 63: a longer key is never served. */
static const struct fakeapi__resource *find_added(const struct map *m, struct str group,
						  struct str version, struct str name)
{
	char key[512];
	size_t n = 0;

	if (group.len + version.len + name.len + 2 > sizeof(key))
		return NULL;
	if (group.len > 0)
		memcpy(key, group.ptr, group.len);
	n = group.len;
	key[n++] = '/';
	if (version.len > 0)
		memcpy(key + n, version.ptr, version.len);
	n += version.len;
	key[n++] = '/';
	if (name.len > 0)
		memcpy(key + n, name.ptr, name.len);
	n += name.len;
	return map_get(m, (struct str) { key, n });
}

const struct fakeapi__resource *fakeapi__registry_find(const struct fakeapi__registry *reg,
						       struct str group, struct str version,
						       struct str resource)
{
	const struct fakeapi__resource *res = find_builtin(reg, group, version, resource, false);

	return res ? res : find_added(&reg->by_name, group, version, resource);
}

const struct fakeapi__resource *fakeapi__registry_find_kind(const struct fakeapi__registry *reg,
							    struct str group, struct str version,
							    struct str kind)
{
	const struct fakeapi__resource *res = find_builtin(reg, group, version, kind, true);

	return res ? res : find_added(&reg->by_kind, group, version, kind);
}

bool fakeapi__registry_has_group(const struct fakeapi__registry *reg, struct str group)
{
	for (size_t i = 0; i < reg->type_count; i++)
		if (str_eqz(group, reg->types[i]->group))
			return true;
	return false;
}

bool fakeapi__registry_has_version(const struct fakeapi__registry *reg, struct str group,
				   struct str version)
{
	for (size_t i = 0; i < reg->type_count; i++)
		if (str_eqz(group, reg->types[i]->group) &&
		    str_eqz(version, reg->types[i]->version))
			return true;
	return false;
}

const struct fakeapi__resource *fakeapi__registry_storage(const struct fakeapi__registry *reg,
							  const struct fakeapi__resource *res)
{
	const struct fakeapi__resource *stored;

	if (!res->storage_group && !res->storage_version)
		return res;
	stored = fakeapi__registry_find(
	    reg, str_of(res->storage_group ? res->storage_group : res->group),
	    str_of(res->storage_version ? res->storage_version : res->version),
	    str_of(res->resource));
	return stored ? stored : res;
}

const struct fakeapi__subresource *fakeapi__resource_sub(const struct fakeapi__resource *res,
							 struct str name)
{
	static const struct fakeapi__subresource custom_status = { "status", "", "", "",
								   FAKEAPI_VERBS_SUB };
	static const struct fakeapi__subresource custom_scale = { "scale", "autoscaling", "v1",
								  "Scale", FAKEAPI_VERBS_SUB };

	for (const struct fakeapi__subresource *s = res->subresources; s && s->name; s++)
		if (str_eqz(name, s->name))
			return s;
	if (res->flags & FAKEAPI_RES_CUSTOM) {
		if ((res->flags & FAKEAPI_RES_STATUS) && str_eqz(name, "status"))
			return &custom_status;
		if ((res->flags & FAKEAPI_RES_SCALE) && str_eqz(name, "scale"))
			return &custom_scale;
	}
	return NULL;
}

bool fakeapi__listed(const char *list, const char *word)
{
	size_t n = strcspn(word, ",");

	for (const char *p = word[n] ? NULL : list; p; p = strchr(p, ',')) {
		if (*p == ',')
			p++;
		if (strncmp(p, word, n) == 0 && (p[n] == '\0' || p[n] == ','))
			return true;
	}
	return false;
}

uint64_t fakeapi__registry_generation(const struct fakeapi__registry *reg)
{
	return reg->generation;
}

const struct fakeapi__resource *fakeapi__registry_at(const struct fakeapi__registry *reg, size_t i)
{
	return i < reg->type_count ? reg->types[i] : NULL;
}

/* A parsed version name: v2beta1 = {2, BETA, 1}; other names sort after all of these, by name. */
struct version_parts {
	bool kube;
	unsigned major;
	unsigned stage; /* 0 alpha, 1 beta, 2 stable */
	unsigned minor;
};

static unsigned number_of(const char **p)
{
	unsigned n = 0;

	while (**p >= '0' && **p <= '9' && n < 100000000)
		n = n * 10 + (unsigned)(*(*p)++ - '0');
	return n;
}

static struct version_parts parts_of(const char *v)
{
	struct version_parts p = { false, 0, 2, 0 };

	if (*v++ != 'v' || *v < '1' || *v > '9')
		return p;
	p.major = number_of(&v);
	if (strncmp(v, "alpha", 5) == 0) {
		p.stage = 0;
		v += 5;
	} else if (strncmp(v, "beta", 4) == 0) {
		p.stage = 1;
		v += 4;
	}
	if (p.stage < 2) {
		if (*v < '1' || *v > '9')
			return p;
		p.minor = number_of(&v);
	}
	p.kube = *v == '\0';
	return p;
}

int fakeapi__version_cmp(const char *a, const char *b)
{
	struct version_parts x = parts_of(a), y = parts_of(b);

	if (x.kube != y.kube)
		return x.kube ? -1 : 1;
	if (!x.kube)
		return strcmp(a, b);
	if (x.stage != y.stage)
		return x.stage > y.stage ? -1 : 1;
	if (x.major != y.major)
		return x.major > y.major ? -1 : 1;
	if (x.minor != y.minor)
		return x.minor > y.minor ? -1 : 1;
	return 0;
}

/* Added types sort after the built-in ones: by group, version preference, name. */
static int custom_cmp(const struct fakeapi__resource *a, const struct fakeapi__resource *b)
{
	int d = strcmp(a->group, b->group);

	if (d == 0)
		d = fakeapi__version_cmp(a->version, b->version);
	return d ? d : strcmp(a->resource, b->resource);
}

static int index_type(struct fakeapi__registry *reg, const struct fakeapi__resource *res)
{
	AUTO_STRBUF key = STRBUF_INIT;
	void *value = (void *)(uintptr_t)res;

	key_of(&key, str_of(res->group), str_of(res->version), str_of(res->resource));
	if (key.failed || map_put(&reg->by_name, strbuf_str(&key), value, NULL) != 0)
		return RELIST_ENOMEM;
	key_of(&key, str_of(res->group), str_of(res->version), str_of(res->kind));
	if (key.failed || (!map_get(&reg->by_kind, strbuf_str(&key)) &&
			   map_put(&reg->by_kind, strbuf_str(&key), value, NULL) != 0)) {
		key_of(&key, str_of(res->group), str_of(res->version), str_of(res->resource));
		if (!key.failed)
			map_del(&reg->by_name, strbuf_str(&key));
		return RELIST_ENOMEM;
	}
	return 0;
}

static int reserve(struct fakeapi__registry *reg, size_t n)
{
	size_t cap = reg->type_cap;
	const struct fakeapi__resource **grown;

	if (reg->type_count + n <= cap)
		return 0;
	while (cap < reg->type_count + n)
		cap = cap ? cap * 2 : 128;
	grown = base__reallocarray(reg->types, cap, sizeof(*reg->types));
	if (!grown)
		return RELIST_ENOMEM;
	reg->types = grown;
	reg->type_cap = cap;
	return 0;
}

int fakeapi__registry_add(struct fakeapi__registry *reg, const struct fakeapi__resource *res)
{
	size_t at;

	fakeapi__registry_remove(reg, str_of(res->group), str_of(res->version),
				 str_of(res->resource));
	at = reg->type_count;
	if (reserve(reg, 1) != 0)
		return RELIST_ENOMEM;
	if (index_type(reg, res) != 0)
		return RELIST_ENOMEM;
	while (at > 0 && !is_builtin(reg, reg->types[at - 1]) &&
	       custom_cmp(reg->types[at - 1], res) > 0)
		at--;
	memmove(reg->types + at + 1, reg->types + at, (reg->type_count - at) * sizeof(*reg->types));
	reg->types[at] = res;
	reg->type_count++;
	reg->generation++;
	return 0;
}

/* If the kind's entry is `gone`, replaces it by the next added type of that kind, if there is
 * one. */
static void unindex_kind(struct fakeapi__registry *reg, const struct fakeapi__resource *gone)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&reg->by_kind, &i));) {
		if (e->value != gone)
			continue;
		for (size_t t = 0; t < reg->type_count; t++) {
			const struct fakeapi__resource *res = reg->types[t];

			if (!is_builtin(reg, res) && strcmp(res->group, gone->group) == 0 &&
			    strcmp(res->version, gone->version) == 0 &&
			    strcmp(res->kind, gone->kind) == 0) {
				reg->by_kind.entries[e - reg->by_kind.entries].value =
				    (void *)(uintptr_t)res;
				return;
			}
		}
		map_del(&reg->by_kind, (struct str) { e->key, e->key_len });
		return;
	}
}

void fakeapi__registry_remove(struct fakeapi__registry *reg, struct str group, struct str version,
			      struct str resource)
{
	const struct fakeapi__resource *res = fakeapi__registry_find(reg, group, version, resource);
	const struct map_entry *e;
	size_t at = 0;

	if (!res)
		return;
	for (size_t i = 0; (e = map_next(&reg->by_name, &i));) {
		if (e->value == res) {
			map_del(&reg->by_name, (struct str) { e->key, e->key_len });
			break;
		}
	}
	while (reg->types[at] != res)
		at++;
	memmove(reg->types + at, reg->types + at + 1,
		(reg->type_count - at - 1) * sizeof(*reg->types));
	reg->type_count--;
	reg->generation++;
	unindex_kind(reg, res);
	if (is_builtin(reg, res))
		reg->removed[res - reg->builtins->rows] = true;
}

void fakeapi__registry_on_metrics(struct fakeapi__registry *reg,
				  void (*fn)(void *user, struct strbuf *out), void *user)
{
	reg->on_metrics = fn;
	reg->on_metrics_user = user;
}

void fakeapi__registry_add_metrics(const struct fakeapi__registry *reg, struct strbuf *out)
{
	if (reg->on_metrics)
		reg->on_metrics(reg->on_metrics_user, out);
}

struct fakeapi__registry *fakeapi__registry_new_with(const struct fakeapi__builtins *b)
{
	struct fakeapi__registry *reg = base__calloc(1, sizeof(*reg));

	if (!reg)
		return NULL;
	map_init(&reg->by_name, MAP_COPY_KEYS);
	map_init(&reg->by_kind, MAP_COPY_KEYS);
	reg->builtins = b;
	if (reserve(reg, b->count) != 0) {
		fakeapi__registry_free(reg);
		return NULL;
	}
	for (size_t i = 0; i < b->count; i++) {
		reg->removed[i] = b->rows[i].flags & FAKEAPI_RES_OPTIONAL;
		if (!reg->removed[i])
			reg->types[reg->type_count++] = &b->rows[i];
	}
	return reg;
}

struct fakeapi__registry *fakeapi__registry_new_like(const struct fakeapi__registry *reg)
{
	return fakeapi__registry_new_with(reg->builtins);
}

struct fakeapi__registry *fakeapi__registry_new_of(unsigned release)
{
	return fakeapi__registry_new_with(
	    fakeapi__builtins_of(release ? release : FAKEAPI_RELEASE_DEFAULT));
}

struct fakeapi__registry *fakeapi__registry_new(void)
{
	return fakeapi__registry_new_of(FAKEAPI_RELEASE_DEFAULT);
}

unsigned fakeapi__registry_release(const struct fakeapi__registry *reg)
{
	return reg->builtins->features.release;
}

const struct fakeapi__features *fakeapi__registry_features(const struct fakeapi__registry *reg)
{
	return &reg->builtins->features;
}

struct fakeapi__registry *fakeapi__registry_snapshot(const struct fakeapi__registry *reg)
{
	struct fakeapi__registry *copy = base__calloc(1, sizeof(*copy));

	if (!copy)
		return NULL;
	map_init(&copy->by_name, MAP_COPY_KEYS);
	map_init(&copy->by_kind, MAP_COPY_KEYS);
	copy->generation = reg->generation;
	copy->builtins = reg->builtins;
	if (reserve(copy, reg->type_count) != 0) {
		fakeapi__registry_free(copy);
		return NULL;
	}
	memcpy(copy->types, reg->types, reg->type_count * sizeof(*reg->types));
	copy->type_count = reg->type_count;
	memcpy(copy->removed, reg->removed, sizeof(copy->removed));
	return copy;
}

void fakeapi__registry_choose(struct fakeapi__registry *reg,
			      bool (*wanted)(const struct fakeapi__resource *res, bool usual,
					     void *user),
			      void *user)
{
	reg->type_count = 0;
	for (size_t i = 0; i < reg->builtins->count; i++) {
		const struct fakeapi__resource *res = &reg->builtins->rows[i];

		reg->removed[i] = !wanted(res, !(res->flags & FAKEAPI_RES_OPTIONAL), user);
		if (!reg->removed[i])
			reg->types[reg->type_count++] = res;
	}
	reg->generation++;
}

void fakeapi__registry_free(struct fakeapi__registry *reg)
{
	if (!reg)
		return;
	base__free(reg->types);
	map_fini(&reg->by_name);
	map_fini(&reg->by_kind);
	base__free(reg);
}
