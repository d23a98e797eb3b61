/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/audit_kit.h"

#include "tests/kit/testing.h"

const char *const audit_root[] = { "Authorization", "Bearer root", NULL };
const char *const audit_jane[] = { "Authorization", "Bearer jane", NULL };

void audit_keep_line(void *user, struct str line)
{
	strbuf_adds(user, line);
}

void audit_open(struct kit *k, const char *policy, struct strbuf *log)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.seed = 7,
		.rbac = true,
		.cluster = true,
		.token_csv = STR("root,admin,u-1,\"system:masters\"\njane,jane,u-2,\"dev\"\n"),
		.audit_policy = policy,
		.on_audit = audit_keep_line,
		.on_audit_user = log,
	};

	strbuf_init(log);
	kit_open(k, &opt);
}

/* The n-th event, from 0; the caller frees it. NULL: there are fewer. */
static cJSON *event(const struct strbuf *log, size_t n)
{
	const char *line = log->ptr;

	while (*line && n--)
		line += strcspn(line, "\n") + 1;
	return *line ? cJSON_ParseWithLength(line, strcspn(line, "\n")) : NULL;
}

size_t audit_count(const struct strbuf *log)
{
	size_t n = 0;

	for (const char *p = log->ptr; *p; p++)
		n += *p == '\n';
	return n;
}

const char *audit_at(const struct strbuf *log, size_t n, const char *path)
{
	static char text[4000];
	char names[200];
	cJSON *e = event(log, n);
	const cJSON *v = e;
	char *json;

	(void)snprintf(names, sizeof(names), "%s", path);
	for (char *name = strtok(names, "!"); name && v; name = strtok(NULL, "!"))
		v = cJSON_GetObjectItemCaseSensitive(v, name);
	json = v ? cJSON_PrintUnformatted(v) : NULL;
	(void)snprintf(text, sizeof(text), "%s", json ? json : "");
	cJSON_free(json);
	cJSON_Delete(e);
	return text;
}
