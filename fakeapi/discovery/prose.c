/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/discovery/prose.h"
#include "fakeapi/meta/number.h"

struct fakeapi__prose {
	void (*read)(void *user, struct strbuf *out);
	void *user;
	bool tried;
	cJSON *tree;	  /* NULL: none */
	struct map types; /* name -> member of `tree` */
};

struct fakeapi__prose *fakeapi__prose_new(void (*read)(void *user, struct strbuf *out), void *user)
{
	struct fakeapi__prose *p = base__calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->read = read;
	p->user = user;
	map_init(&p->types, MAP_BORROW_KEYS);
	return p;
}

void fakeapi__prose_free(struct fakeapi__prose *p)
{
	if (!p)
		return;
	map_fini(&p->types);
	cJSON_Delete(p->tree);
	base__free(p);
}

size_t fakeapi__prose_count(const struct fakeapi__prose *p)
{
	return p ? map_len(&p->types) : 0;
}

void fakeapi__prose_load(struct fakeapi__prose *p)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *type;

	if (!p || p->tried)
		return;
	p->read(p->user, &text);
	/* If out of memory, the next request retries. */
	if (text.failed)
		return;
	p->tried = true;
	p->tree = text.len ? fakeapi__parse(strbuf_str(&text)) : NULL;
	if (!cJSON_IsObject(p->tree)) {
		cJSON_Delete(p->tree);
		p->tree = NULL;
	}
	/* A type that cannot be added has no descriptions. */
	cJSON_ArrayForEach(type, p->tree)(void)
	    map_put(&p->types, str_of(type->string), type, NULL);
}

const cJSON *fakeapi__prose_of(const struct fakeapi__prose *p, struct str type)
{
	return p ? map_get(&p->types, type) : NULL;
}

const char *fakeapi__prose_text(const cJSON *texts, const char *field)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(texts, field);

	return cJSON_IsString(v) && *v->valuestring ? v->valuestring : NULL;
}
