/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "fakeapi/discovery/document.h"
#include "fakeapi/meta/go_json.h"

void fakeapi__answer_init(struct fakeapi__answer *a)
{
	memset(a, 0, sizeof(*a));
	strbuf_init(&a->content_type);
	strbuf_init(&a->etag);
	strbuf_init(&a->location);
	strbuf_init(&a->body);
}

void fakeapi__answer_fini(struct fakeapi__answer *a)
{
	strbuf_fini(&a->content_type);
	strbuf_fini(&a->etag);
	strbuf_fini(&a->location);
	strbuf_fini(&a->body);
}

void fakeapi__doc_header(struct fakeapi__answer *out, const char *name, const char *value)
{
	ASSERT(out->extra_count < ARRAY_LEN(out->extra));
	out->extra[out->extra_count++] = (struct fakeapi__header) { str_of(name), str_of(value) };
}

/* Eight FNV-1a sums with different seeds: to distinguish documents, not for security. */
void fakeapi__doc_hash(struct str bytes, char hex[129])
{
	uint64_t sum[8];

	for (unsigned k = 0; k < ARRAY_LEN(sum); k++)
		sum[k] = UINT64_C(0xcbf29ce484222325) ^ (k * UINT64_C(0x9e3779b97f4a7c15));
	for (size_t i = 0; i < bytes.len; i++)
		for (unsigned k = 0; k < ARRAY_LEN(sum); k++)
			sum[k] = (sum[k] ^ (unsigned char)bytes.ptr[i]) * UINT64_C(0x100000001b3);
	for (unsigned k = 0; k < ARRAY_LEN(sum); k++)
		snprintf(hex + k * 16, 17, "%016llX", (unsigned long long)sum[k]);
}

bool fakeapi__doc_not_modified(const struct fakeapi__request *req, struct str bytes,
			       struct fakeapi__answer *out)
{
	char hex[129];
	struct str known = fakeapi__request_header(req, "If-None-Match");

	fakeapi__doc_hash(bytes, hex);
	strbuf_clear(&out->etag);
	strbuf_addf(&out->etag, "\"%s\"", hex);
	if (out->etag.failed || !str_eq(known, strbuf_str(&out->etag)))
		return false;
	out->status = 304;
	strbuf_clear(&out->content_type);
	strbuf_clear(&out->body);
	return true;
}

void fakeapi__doc_status(const struct fakeapi__form *form, struct fakeapi__status *st,
			 struct fakeapi__answer *out)
{
	char *json = st->doc ? fakeapi__print(st->doc) : NULL;

	out->status = st->code;
	strbuf_clear(&out->content_type);
	strbuf_addz(&out->content_type, fakeapi__form_content_type(form));
	strbuf_clear(&out->body);
	if (json)
		strbuf_addz(&out->body, json);
	else
		out->body.failed = true;
	cJSON_free(json);
	if (!out->body.failed && fakeapi__finish_body(form, &out->body) != 0)
		out->body.failed = true;
}

bool fakeapi__first_of_group(const struct fakeapi__registry *reg, size_t i)
{
	const struct fakeapi__resource *res = fakeapi__registry_at(reg, i), *prev;

	/* Types of a group are adjacent. */
	prev = i > 0 ? fakeapi__registry_at(reg, i - 1) : NULL;
	return !prev || strcmp(prev->group, res->group) != 0;
}

bool fakeapi__first_of_version(const struct fakeapi__registry *reg, size_t i)
{
	const struct fakeapi__resource *res = fakeapi__registry_at(reg, i), *prev;

	prev = i > 0 ? fakeapi__registry_at(reg, i - 1) : NULL;
	return !prev || strcmp(prev->group, res->group) != 0 ||
	       strcmp(prev->version, res->version) != 0;
}

static bool is_of(const struct fakeapi__resource *res, struct str group, struct str version)
{
	return str_eqz(group, res->group) && str_eqz(version, res->version);
}

/* Types of definitions follow the built-in ones, and those of one version are adjacent: the search
 * ends after the last of them. */
const struct fakeapi__resource *fakeapi__next_of_version(const struct fakeapi__registry *reg,
							 struct str group, struct str version,
							 size_t *i)
{
	const struct fakeapi__resource *before = *i ? fakeapi__registry_at(reg, *i - 1) : NULL;
	const struct fakeapi__resource *res;
	bool last = before && (before->flags & FAKEAPI_RES_CUSTOM) && is_of(before, group, version);

	while ((res = fakeapi__registry_at(reg, *i))) {
		++*i;
		if (is_of(res, group, version))
			return res;
		if (last)
			return NULL;
	}
	return NULL;
}
