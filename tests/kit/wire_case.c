/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/wire_case.h"

char *read_whole_file(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	char *bytes;
	long size;

	if (!f)
		fail_msg("cannot open %s", path);
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	bytes = base__malloc((size_t)size + 1);
	if (!bytes || fread(bytes, 1, (size_t)size, f) != (size_t)size)
		fail_msg("cannot read %s", path);
	fclose(f);
	bytes[size] = '\0';
	*len = (size_t)size;
	return bytes;
}

static struct str text(const cJSON *obj, const char *name)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	return str_of(cJSON_IsString(v) ? v->valuestring : "");
}

void wire_case_load(struct wire_case *c, const char *name)
{
	char path[256];
	size_t len;
	char *bytes;
	const cJSON *request, *response, *h;

	base__alloc_init_cjson();
	memset(c, 0, sizeof(*c));
	snprintf(path, sizeof(path), "tests/wire/%s.json", name);
	bytes = read_whole_file(path, &len);
	c->doc = cJSON_ParseWithLength(bytes, len);
	base__free(bytes);
	assert_non_null(c->doc);
	request = cJSON_GetObjectItemCaseSensitive(c->doc, "request");
	response = cJSON_GetObjectItemCaseSensitive(c->doc, "response");
	c->req.method = text(request, "method");
	c->req.path = text(request, "path");
	c->req.query = text(request, "query");
	c->req.body = text(request, "body");
	c->req.headers = c->headers;
	cJSON_ArrayForEach(h, cJSON_GetObjectItemCaseSensitive(request, "headers"))
	{
		assert_true(c->req.header_count < ARRAY_LEN(c->headers));
		c->headers[c->req.header_count++] =
		    (struct fakeapi__header) { str_of(h->string), str_of(h->valuestring) };
	}
	c->status = cJSON_GetObjectItemCaseSensitive(response, "status")->valueint;
	c->body = text(response, "body").ptr;
}

void wire_case_free(struct wire_case *c)
{
	cJSON_Delete(c->doc);
}

const char *wire_case_header(const struct wire_case *c, const char *name)
{
	const cJSON *response = cJSON_GetObjectItemCaseSensitive(c->doc, "response");
	const cJSON *headers = cJSON_GetObjectItemCaseSensitive(response, "headers");
	const cJSON *h = cJSON_GetObjectItemCaseSensitive(headers, name);

	return cJSON_IsString(h) ? h->valuestring : NULL;
}

/* True for names whose values no two servers share. */
static bool is_volatile(const char *name)
{
	static const char *const names[] = { "uid",	 "resourceVersion",
					     "continue", "creationTimestamp",
					     "time",	 "serverAddress" };

	for (size_t i = 0; name && i < ARRAY_LEN(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static bool is_age(const char *s)
{
	size_t digits = strspn(s, "0123456789dhms");

	return digits > 1 && s[digits] == '\0' && strchr("dhms", s[digits - 1]);
}

static void compare(const cJSON *want, const cJSON *got, const char *path)
{
	char at[512];
	const cJSON *w, *g;

	if (is_volatile(want->string) && got && got->type == want->type)
		return;
	if (!got || (want->type & 0xff) != (got->type & 0xff))
		fail_msg("%s: wanted %s, got %s", path, cJSON_PrintUnformatted(want),
			 got ? cJSON_PrintUnformatted(got) : "nothing");
	if (cJSON_IsObject(want)) {
		cJSON_ArrayForEach(w, want)
		{
			snprintf(at, sizeof(at), "%s.%s", path, w->string);
			compare(w, cJSON_GetObjectItemCaseSensitive(got, w->string), at);
		}
		cJSON_ArrayForEach(g, got)
		{
			if (!cJSON_GetObjectItemCaseSensitive(want, g->string))
				fail_msg("%s.%s: not wanted: %s", path, g->string,
					 cJSON_PrintUnformatted(g));
		}
	} else if (cJSON_IsArray(want)) {
		int n = cJSON_GetArraySize(want);

		if (n != cJSON_GetArraySize(got))
			fail_msg("%s: wanted %d elements, got %d", path, n,
				 cJSON_GetArraySize(got));
		for (int i = 0; i < n; i++) {
			snprintf(at, sizeof(at), "%s[%d]", path, i);
			compare(cJSON_GetArrayItem(want, i), cJSON_GetArrayItem(got, i), at);
		}
	} else if (cJSON_IsString(want) && is_age(want->valuestring)) {
		if (!is_age(got->valuestring))
			fail_msg("%s: wanted an age, got %s", path, got->valuestring);
	} else if (!cJSON_Compare(want, got, true)) {
		fail_msg("%s: wanted %s, got %s", path, cJSON_PrintUnformatted(want),
			 cJSON_PrintUnformatted(got));
	}
}

void assert_same_json(const char *want, const char *got)
{
	cJSON *w = cJSON_Parse(want), *g = cJSON_Parse(got);

	if (!w)
		fail_msg("wanted text is not JSON: %s", want);
	if (!g)
		fail_msg("not JSON: %s", got);
	compare(w, g, "");
	cJSON_Delete(w);
	cJSON_Delete(g);
}
