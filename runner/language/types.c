/* SPDX-License-Identifier: Apache-2.0 */
/* types.c - `world.types`: built-in types, custom ones, and those that Kubernetes has removed. */
#include "runner/language/build.h"
#include "runner/language/known_types.h"

static struct scn__world *world_of(struct scn__build *b)
{
	return &b->cell->world;
}

/* "zookeeperclusters" -> "Zookeepercluster", "policies" -> "Policy". */
static struct str kind_of_plural(struct scn__build *b, struct str plural)
{
	char buf[128];
	size_t len = plural.len < sizeof(buf) - 2 ? plural.len : sizeof(buf) - 2;

	memcpy(buf, plural.ptr, len);
	if (len > 3 && memcmp(buf + len - 3, "ies", 3) == 0) {
		len -= 2;
		buf[len - 1] = 'y';
	} else if (len > 1 && buf[len - 1] == 's') {
		len--;
	}
	if (len && buf[0] >= 'a' && buf[0] <= 'z')
		buf[0] = (char)(buf[0] - 'a' + 'A');
	return scn__copy(b, (struct str) { buf, len });
}

static bool split_resource(struct scn__build *b, struct scn__type *t, const struct scn__node *node)
{
	struct str s = node->text, parts[3];
	bool rest = true;
	size_t count = 0;

	while (rest && count < 3) {
		const char *slash = memchr(s.ptr, '/', s.len);
		size_t len = slash ? (size_t)(slash - s.ptr) : s.len;

		parts[count++] = scn__copy(b, (struct str) { s.ptr, len });
		rest = slash != NULL;
		if (rest)
			s = (struct str) { slash + 1, s.len - len - 1 };
	}
	for (size_t i = 0; i < count; i++)
		count = parts[i].len ? count : 0;
	if (count < 2 || rest) {
		scn__fail(b, node->pos, "\"%.60s\" is no resource: v1/pods, apps/v1/deployments",
			  node->text.ptr);
		return false;
	}
	t->group = count == 3 ? parts[0] : STR("");
	t->version = parts[count - 2];
	t->resource = parts[count - 1];
	return true;
}

static void find_known(struct scn__build *b, struct scn__type *t, struct scn__pos pos)
{
	unsigned release = scn__release(world_of(b));
	const struct scn__known_type *k;

	switch (scn__look_up(release, t->group, t->version, t->resource, &k)) {
	case SCN_SERVED:
		t->builtin = true;
		t->kind = str_of(k->kind);
		t->namespaced = (k->flags & 1u) != 0;
		if (t->removed)
			scn__fail(b, pos,
				  "%s of %s are served: `removed` is for types that are not",
				  t->resource.ptr, t->version.ptr);
		break;
	case SCN_OTHER_RELEASE:
		scn__fail(b, pos,
			  "%s of %s/%s are in Kubernetes 1.%u, and the server is 1.%u: set "
			  "world.server.kubernetes",
			  t->resource.ptr, t->group.ptr, t->version.ptr, k->since, release);
		break;
	case SCN_OTHER_VERSION:
		if (!t->removed)
			scn__fail(b, pos, "%s are served as %s%s%s, not as %s%s", t->resource.ptr,
				  k->group, k->group[0] ? "/" : "", k->version, t->version.ptr,
				  scn__is_removed(release, t->group, t->version, t->resource)
				      ? "; `removed: true` serves them as a custom type"
				      : "");
		break;
	case SCN_NO_GROUP:
		if (!t->removed)
			scn__fail(
			    b, pos,
			    "\"%.60s\" is no built-in type, and a custom one has a group with "
			    "a dot: example.org/v1/things",
			    t->resource.ptr);
		break;
	case SCN_CUSTOM:
		if (t->removed)
			scn__fail(b, pos,
				  "\"%.60s\" is a custom type, and `removed` is for types of "
				  "Kubernetes",
				  t->resource.ptr);
		break;
	}
}

static void build_type(struct scn__build *b, struct scn__type *t, const struct scn__entry *e)
{
	const struct scn__node *resource =
	    e->value->kind == SCN_MAP ? scn__member(e->value, "resource") : e->value;
	struct str text;

	scn__check_name(b, e, "type");
	t->name = e->key;
	t->pos = e->pos;
	t->namespaced = t->status = true;
	t->resource = t->version = t->name;
	if (e->value->kind == SCN_MAP)
		scn__build_args(b, SCN_G_TYPE, e->value, "type", t);
	if (resource && scn__want_text(b, resource, "resource of a type", &text) &&
	    split_resource(b, t, resource)) {
		find_known(b, t, resource->pos);
		if (t->kind.len == 0)
			t->kind = kind_of_plural(b, t->resource);
	}
	for (size_t i = 0; i < t->index; i++)
		if (resource && str_eq(b->types[i].group, t->group) &&
		    str_eq(b->types[i].resource, t->resource))
			scn__fail(b, resource->pos, "the same resource as type `%s`",
				  b->types[i].name.ptr);
}

void scn__build_types(struct scn__build *b, const struct scn__node *world)
{
	const struct scn__node *map = scn__sub_map(b, world, "types");
	struct scn__world *w = world_of(b);

	b->types = scn__alloc(b, map ? map->count : 0, sizeof(*b->types));
	w->types = b->types;
	if (!map || !b->types)
		return;
	if (map->count > 256) {
		scn__fail(b, map->pos, "more than 256 types");
		return;
	}
	for (size_t i = 0; i < map->count; i++) {
		b->types[i].index = (uint32_t)i;
		build_type(b, &b->types[i], &map->entries[i]);
		w->type_count = i + 1;
	}
}
