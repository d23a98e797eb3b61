/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/registry.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/map.h"

#define VERBS_ALL    "create,delete,deletecollection,get,list,patch,update,watch"
#define VERBS_CREATE "create"
#define VERBS_SUB    "get,patch,update"

#define NS FAKEAPI_RES_NAMESPACED
#define ST FAKEAPI_RES_STATUS
#define SC FAKEAPI_RES_SCALE
#define GE FAKEAPI_RES_GENERATION
#define UN FAKEAPI_RES_UNCACHED
#define VI FAKEAPI_RES_VIRTUAL
#define OP FAKEAPI_RES_OPTIONAL

#define STORED_AS(group, version) group, version
#define STORED_AS_IS		  NULL, NULL
#define SUB(n, g, v, k, vb)                                                                        \
	{                                                                                          \
		n, g, v, k, vb                                                                     \
	}
#define SUBS(...)                                                                                  \
	(const struct fakeapi__subresource[])                                                      \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			NULL, NULL, NULL, NULL, NULL                                               \
		}                                                                                  \
	}
#define NO_SUBS NULL
/* Two steps, so that `stored` becomes two arguments. */
#define RESOURCE(g, v, r, s, k, sn, c, vb, f, h, stored, ...)                                      \
	RESOURCE_(g, v, r, s, k, sn, c, vb, f, h, stored, (__VA_ARGS__))
#define RESOURCE_(...) RESOURCE__(__VA_ARGS__)
#define RESOURCE__(g, v, r, s, k, sn, c, vb, f, h, sg, sv, subs)                                   \
	{ .group = g,                                                                              \
	  .version = v,                                                                            \
	  .resource = r,                                                                           \
	  .singular = s,                                                                           \
	  .kind = k,                                                                               \
	  .list_kind = k "List",                                                                   \
	  .short_names = sn,                                                                       \
	  .categories = c,                                                                         \
	  .verbs = vb,                                                                             \
	  .flags = f,                                                                              \
	  .storage_group = sg,                                                                     \
	  .storage_version = sv,                                                                   \
	  .storage_hash = h,                                                                       \
	  .subresources = subs },

static const struct fakeapi__resource builtins[] = {
#include "fakeapi/tbl/resources.h"
};

struct fakeapi__registry {
	const struct fakeapi__resource **types; /* in discovery order; built-ins first */
	size_t type_count;
	size_t type_cap;
	bool removed[ARRAY_LEN(builtins)]; /* replaced by a type of the same name */
	/* The types added at run time. */
	struct map by_name; /* "group/version/resource" -> type, borrowed from types[] */
	struct map by_kind; /* "group/version/kind" -> type */
	uint64_t generation;
	void (*on_metrics)(void *user, struct strbuf *out);
	void *on_metrics_user;
};

static bool is_builtin(const struct fakeapi__resource *res)
{
	return res >= builtins && res < builtins + ARRAY_LEN(builtins);
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

/* --- the built-in ones: sorted once in the process ------------------------------------------ */

enum { UNSORTED, SORTING, SORTED };

static uint16_t sorted_by_name[ARRAY_LEN(builtins)], sorted_by_kind[ARRAY_LEN(builtins)];
static atomic_int sorted_state;

static int z_cmp(struct str s, const char *z)
{
	size_t n = strlen(z);
	int d = memcmp(s.ptr ? s.ptr : "", z, s.len < n ? s.len : n);

	return d ? d : (s.len > n) - (s.len < n);
}

static int builtin_cmp(struct str group, struct str version, struct str name,
		       const struct fakeapi__resource *res, bool kind)
{
	int d = z_cmp(name, kind ? res->kind : res->resource);

	if (d == 0)
		d = z_cmp(group, res->group);
	return d ? d : z_cmp(version, res->version);
}

static int sort_cmp(const void *a, const void *b, bool kind)
{
	size_t i = *(const uint16_t *)a, k = *(const uint16_t *)b;
	const struct fakeapi__resource *x = &builtins[i];
	int d = builtin_cmp(str_of(x->group), str_of(x->version),
			    str_of(kind ? x->kind : x->resource), &builtins[k], kind);

	return d ? d : (i > k) - (i < k);
}

static int sort_by_name(const void *a, const void *b)
{
	return sort_cmp(a, b, false);
}

static int sort_by_kind(const void *a, const void *b)
{
	return sort_cmp(a, b, true);
}

static void sort_builtins(void)
{
	int state = UNSORTED;

	if (atomic_load_explicit(&sorted_state, memory_order_acquire) == SORTED)
		return;
	if (!atomic_compare_exchange_strong(&sorted_state, &state, SORTING)) {
		while (atomic_load(&sorted_state) != SORTED)
			; /* another thread is at it: some microseconds */
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(builtins); i++)
		sorted_by_name[i] = sorted_by_kind[i] = (uint16_t)i;
	qsort(sorted_by_name, ARRAY_LEN(builtins), sizeof(uint16_t), sort_by_name);
	qsort(sorted_by_kind, ARRAY_LEN(builtins), sizeof(uint16_t), sort_by_kind);
	atomic_store_explicit(&sorted_state, SORTED, memory_order_release);
}

/* Of two resources of one kind the first wins, as in the real discovery of kinds. */
static const struct fakeapi__resource *find_builtin(const struct fakeapi__registry *reg,
						    struct str group, struct str version,
						    struct str name, bool kind)
{
	const uint16_t *order = kind ? sorted_by_kind : sorted_by_name;
	size_t from = 0, to = ARRAY_LEN(builtins);

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (builtin_cmp(group, version, name, &builtins[order[mid]], kind) > 0)
			from = mid + 1;
		else
			to = mid;
	}
	for (; from < ARRAY_LEN(builtins); from++) {
		if (builtin_cmp(group, version, name, &builtins[order[from]], kind) != 0)
			break;
		if (!reg->removed[order[from]])
			return &builtins[order[from]];
	}
	return NULL;
}

/* --- lookup --------------------------------------------------------------------------------- */

/* Lookups must not fail for want of memory, so their keys live on the stack. Names are at most 253
 * bytes long, versions and resources 63: what does not fit is not served. */
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
								   VERBS_SUB };
	static const struct fakeapi__subresource custom_scale = { "scale", "autoscaling", "v1",
								  "Scale", VERBS_SUB };

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
	size_t n = strlen(word);

	for (const char *p = list; p; p = strchr(p, ',')) {
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

/* A version name taken apart: v2beta1 = {2, BETA, 1}; others sort behind all of these, by name. */
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

/* Types added at run time stand behind the built-in ones: by group, version preference, name. */
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
	while (at > 0 && !is_builtin(reg->types[at - 1]) && custom_cmp(reg->types[at - 1], res) > 0)
		at--;
	memmove(reg->types + at + 1, reg->types + at, (reg->type_count - at) * sizeof(*reg->types));
	reg->types[at] = res;
	reg->type_count++;
	reg->generation++;
	return 0;
}

/* The kind's entry may point at `gone`: hand it to the next added type of that kind, if there is
 * one. */
static void unindex_kind(struct fakeapi__registry *reg, const struct fakeapi__resource *gone)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&reg->by_kind, &i));) {
		if (e->value != gone)
			continue;
		for (size_t t = 0; t < reg->type_count; t++) {
			const struct fakeapi__resource *res = reg->types[t];

			if (!is_builtin(res) && strcmp(res->group, gone->group) == 0 &&
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
	if (is_builtin(res))
		reg->removed[res - builtins] = true;
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

struct fakeapi__registry *fakeapi__registry_new(void)
{
	struct fakeapi__registry *reg = base__calloc(1, sizeof(*reg));

	if (!reg)
		return NULL;
	map_init(&reg->by_name, MAP_COPY_KEYS);
	map_init(&reg->by_kind, MAP_COPY_KEYS);
	if (reserve(reg, ARRAY_LEN(builtins)) != 0) {
		fakeapi__registry_free(reg);
		return NULL;
	}
	sort_builtins();
	for (size_t i = 0; i < ARRAY_LEN(builtins); i++) {
		reg->removed[i] = builtins[i].flags & FAKEAPI_RES_OPTIONAL;
		if (!reg->removed[i])
			reg->types[reg->type_count++] = &builtins[i];
	}
	return reg;
}

struct fakeapi__registry *fakeapi__registry_snapshot(const struct fakeapi__registry *reg)
{
	struct fakeapi__registry *copy = base__calloc(1, sizeof(*copy));

	if (!copy)
		return NULL;
	map_init(&copy->by_name, MAP_COPY_KEYS);
	map_init(&copy->by_kind, MAP_COPY_KEYS);
	copy->generation = reg->generation;
	if (reserve(copy, reg->type_count) != 0) {
		fakeapi__registry_free(copy);
		return NULL;
	}
	memcpy(copy->types, reg->types, reg->type_count * sizeof(*reg->types));
	copy->type_count = reg->type_count;
	memcpy(copy->removed, reg->removed, sizeof(copy->removed));
	return copy;
}

bool fakeapi__registry_serve(struct fakeapi__registry *reg, struct str group, struct str version)
{
	bool found = false;

	for (size_t i = 0; i < ARRAY_LEN(builtins); i++) {
		const struct fakeapi__resource *res = &builtins[i];
		size_t at = 0;

		if (!(res->flags & FAKEAPI_RES_OPTIONAL) || !str_eqz(group, res->group) ||
		    !str_eqz(version, res->version))
			continue;
		found = true;
		if (!reg->removed[i])
			continue;
		while (at < reg->type_count && is_builtin(reg->types[at]) && reg->types[at] < res)
			at++;
		memmove(reg->types + at + 1, reg->types + at,
			(reg->type_count - at) * sizeof(*reg->types));
		reg->types[at] = res;
		reg->type_count++;
		reg->removed[i] = false;
		reg->generation++;
	}
	return found;
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
