/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/wire_corpus.h"

#include <stdio.h>
#include <zlib.h>

#include "fakeapi/meta/number.h"
#include "fakeapi/meta/object.h"
#include "tests/kit/testing.h"
#include "tests/kit/wire_compare.h"

static void read_gz(const char *path, struct strbuf *out)
{
	gzFile f = gzopen(path, "rb");
	char buf[16384];
	int n;

	if (!f)
		fail_msg("cannot open %s", path);
	while ((n = gzread(f, buf, sizeof(buf))) > 0)
		strbuf_add(out, buf, (size_t)n);
	assert_int_equal(gzclose(f), Z_OK);
}

static void add_header(cJSON *head, const char *name, const char *value)
{
	char lower[96];
	size_t n = strlen(name);
	cJSON *list;

	assert_true(n < sizeof(lower));
	for (size_t i = 0; i <= n; i++)
		lower[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
	if (wire_is_volatile(lower) || strcmp(lower, "vary") == 0 ||
	    strcmp(lower, "content-encoding") == 0)
		return;
	list = cJSON_GetObjectItemCaseSensitive(head, lower);
	if (!list)
		list = cJSON_AddArrayToObject(head, lower);
	cJSON_AddItemToArray(list, cJSON_CreateString(value));
}

cJSON *wire_corpus_head(const cJSON *step)
{
	cJSON *head = cJSON_CreateObject();
	const cJSON *h, *v;

	cJSON_ArrayForEach(h, cJSON_GetObjectItemCaseSensitive(step, "head"))
	{
		cJSON_ArrayForEach(v, h) add_header(head, h->string, v->valuestring);
	}
	return head;
}

cJSON *wire_corpus_head_of(struct str lines)
{
	cJSON *head = cJSON_CreateObject();
	char *text = base__strndup(lines.ptr, lines.len);

	assert_non_null(text);
	for (char *line = text, *end; *line; line = end + 1) {
		char *colon = strstr(line, ": ");

		end = strchr(line, '\n');
		assert_true(colon && end);
		*colon = *end = '\0';
		add_header(head, line, colon + 2);
	}
	base__free(text);
	return head;
}

cJSON *wire_corpus_events(const char *text)
{
	cJSON *list = cJSON_CreateArray();

	while (*text) {
		size_t n = strcspn(text, "\n");
		cJSON *ev = n ? fakeapi__parse((struct str) { text, n }) : NULL;

		if (n && !ev) {
			cJSON_Delete(list);
			return NULL;
		}
		if (ev && strcmp(fakeapi__get_str(ev, "type"), "BOOKMARK") == 0)
			cJSON_DeleteItemFromObjectCaseSensitive(
			    cJSON_GetObjectItemCaseSensitive(
				cJSON_GetObjectItemCaseSensitive(ev, "object"), "metadata"),
			    "resourceVersion");
		if (ev)
			cJSON_AddItemToArray(list, ev);
		text += n + (text[n] == '\n');
	}
	return list;
}

/* A line says only what another request would say otherwise. */
static void add_usual_headers(cJSON *step)
{
	static const char *const usual[][2] = { { "User-Agent", "oracle/1" },
						{ "Accept", "application/json" },
						{ "Authorization", "Bearer admintoken" } };
	cJSON *headers = cJSON_GetObjectItemCaseSensitive(step, "headers");

	assert_non_null(headers);
	for (size_t i = 0; i < ARRAY_LEN(usual); i++)
		if (!cJSON_GetObjectItemCaseSensitive(headers, usual[i][0]))
			cJSON_AddStringToObject(headers, usual[i][0], usual[i][1]);
}

static void read_line(const struct wire_corpus_reader *r, struct str line)
{
	static const char story[] = "story ";
	const size_t n = sizeof(story) - 1;
	cJSON *step;

	if (line.len > n && memcmp(line.ptr, story, n) == 0) {
		r->story(r->ctx, (struct str) { line.ptr + n, line.len - n });
		return;
	}
	step = cJSON_ParseWithLength(line.ptr, line.len);
	assert_non_null(step);
	add_usual_headers(step);
	r->step(r->ctx, step);
	cJSON_Delete(step);
}

void wire_corpus_read(const char *part, const struct wire_corpus_reader *r)
{
	AUTO_STRBUF lines = STRBUF_INIT;
	char path[128];

	(void)snprintf(path, sizeof(path), WIRE_CORPUS "%s.jsonl.gz", part);
	read_gz(path, &lines);
	for (const char *at = lines.ptr; *at;) {
		size_t n = strcspn(at, "\n");

		read_line(r, (struct str) { at, n });
		at += n + (at[n] == '\n');
	}
}
