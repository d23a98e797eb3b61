/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_upgrade.c - relist upgrade: finds manifests, recordings and scenarios that another release of
 * Kubernetes treats differently. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "cli/cli.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/posix/manifests.h"
#include "fakeapi/serializer/yaml_read.h"
#include "runner/recording/posix/file.h"
#include "runner/upgrade/upgrade.h"

struct values {
	const char *from, *to, *format;
};

static const struct cli__option options[] = {
	{ "from", 0, CLI_TEXT, offsetof(struct values, from), "1.N", NULL,
	  "release that they are for [1.34]" },
	{ "to", 0, CLI_TEXT, offsetof(struct values, to), "1.N", NULL,
	  "release to upgrade to [1.37]" },
	{ "format", 0, CLI_WORD, offsetof(struct values, format), NULL, "text|json",
	  "json: a line of JSON for each difference [text]" },
};

const struct cli__command cli__upgrade_command = {
	.name = "upgrade",
	.operands = "PATH...",
	.summary = "Compare what two releases of Kubernetes make of manifests (files or folders), "
		   "of a recording's requests, or of a scenario's types.",
	.details = "Each object goes to a server of either release, in memory: types and fields "
		   "that\n"
		   "are gone, stricter validation, Warnings and changed defaults are printed, each "
		   "with\n"
		   "the change or feature gate that causes it, if relist knows it. Definitions\n"
		   "come first, wherever they stand. docs/releases.md says what depends on a "
		   "release.\n"
		   "\n"
		   "Exit status: 0 no difference; 1 differences; 2 bad usage or input; 5 out of "
		   "memory.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "PATH",
};

/* --- findings --- */

struct output {
	FILE *file;
	bool json;
	char last[512]; /* `where` and `what` of the previous finding */
};

static void report(void *user, const struct upgrade__finding *f)
{
	struct output *o = user;
	AUTO_STRBUF line = STRBUF_INIT;
	char head[512];

	if (o->json) {
		const char *const members[][2] = { { "where", f->where },
						   { "what", f->what },
						   { "text", f->text },
						   { "reason", f->reason } };

		for (size_t i = 0; i < ARRAY_LEN(members); i++) {
			strbuf_addf(&line, "%c\"%s\":", i ? ',' : '{', members[i][0]);
			strbuf_add_json(&line, str_of(members[i][1]));
		}
		strbuf_addz(&line, "}\n");
		if (!line.failed)
			(void)fwrite(line.ptr, 1, line.len, o->file);
		return;
	}
	(void)snprintf(head, sizeof(head), "%s: %s", f->where, f->what);
	if (strcmp(head, o->last) != 0)
		fprintf(o->file, "%s\n", head);
	memcpy(o->last, head, sizeof(head));
	fprintf(o->file, "  %s\n", f->text);
	if (*f->reason)
		fprintf(o->file, "    %s\n", f->reason);
}

/* --- input --- */

struct object {
	cJSON *json;
	char *where;
};

/* Objects are kept until all files are read, since definitions must be processed first. */
struct input {
	struct upgrade *u;
	struct object *objects;
	size_t count, cap;
};

static void input_fini(struct input *in)
{
	for (size_t i = 0; i < in->count; i++) {
		cJSON_Delete(in->objects[i].json);
		base__free(in->objects[i].where);
	}
	base__free(in->objects);
}

static int keep(struct input *in, cJSON *take_json, const char *where, struct relist_err *err)
{
	char *copy = base__strdup(where);

	if (in->count == in->cap) {
		size_t cap = in->cap ? in->cap * 2 : 64;
		struct object *grown = base__reallocarray(in->objects, cap, sizeof(*grown));

		if (!grown)
			goto fail;
		in->objects = grown;
		in->cap = cap;
	}
	if (!copy || !take_json)
		goto fail;
	in->objects[in->count++] = (struct object) { take_json, copy };
	return 0;
fail:
	base__free(copy);
	cJSON_Delete(take_json);
	return relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

static int keep_manifest(void *user, struct str doc, const char *where, struct relist_err *err)
{
	return keep(user, json_tree_parse(doc, JSON_DIGITS_FLOATS), where, err);
}

static int nomem(int code, struct relist_err *err)
{
	return code ? relist_err_set(err, code, "out of memory") : 0;
}

static int read_request(struct input *in, const struct rec__line *line, const char *path,
			struct relist_err *err)
{
	AUTO_STRBUF uri = STRBUF_INIT, method = STRBUF_INIT, client = STRBUF_INIT,
		    where = STRBUF_INIT;
	struct str agent = rec__find_header(line, "User-Agent");
	int code;

	strbuf_adds(&uri, line->path);
	strbuf_adds(&method, line->method);
	strbuf_add(&client, agent.ptr ? agent.ptr : "", agent.ptr ? agent.len : 0);
	strbuf_addz(&client, "");
	strbuf_addf(&where, "%s:%u", path, line->number);
	if (uri.failed || method.failed || client.failed || where.failed)
		return nomem(RELIST_ENOMEM, err);
	code =
	    upgrade__request(in->u, method.ptr, uri.ptr, client.len ? client.ptr : "", where.ptr);
	if (code || !str_eqz(line->method, "POST") || line->body_kind != REC_BODY_JSON)
		return nomem(code, err);
	return keep(in, json_tree_parse(line->body, JSON_DIGITS_FLOATS), where.ptr, err);
}

static int read_recording(struct input *in, const char *path, struct relist_err *err)
{
	struct rec__file *file = rec__file_open(path, err);
	struct rec__reader reader;
	struct rec__line line;
	int code;

	if (!file)
		return err->code;
	code = rec__reader_init(&reader, rec__file_input(file), 0, err);
	while (!code && (code = rec__read(&reader, &line, err)) > 0)
		code = line.kind == REC_REQUEST ? read_request(in, &line, path, err) : 0;
	rec__reader_fini(&reader);
	rec__file_close(file);
	return code;
}

static int read_scenario(struct input *in, const cJSON *scenario, const char *path,
			 struct relist_err *err)
{
	const cJSON *type;
	int code = 0;

	cJSON_ArrayForEach(type, fakeapi__dig(scenario, "world", "types", NULL))
	{
		const char *name =
		    cJSON_IsString(type) ? type->valuestring : fakeapi__string(type, "resource");

		if (!code)
			code = upgrade__type(in->u, name, path);
	}
	return nomem(code, err);
}

static bool is_recording(const char *text, size_t len)
{
	static const char head[] = "{\"recording\":";

	return (len > 2 && (unsigned char)text[0] == 0x1f && (unsigned char)text[1] == 0x8b) ||
	       (len >= sizeof(head) - 1 && memcmp(text, head, sizeof(head) - 1) == 0);
}

static int read_path(struct input *in, const char *path, struct relist_err *err)
{
	struct relist_err ignored = { 0 };
	AUTO_STRBUF why = STRBUF_INIT;
	size_t len = 0;
	char *text = strcmp(path, "-") == 0 ? NULL : fakeapi__file_read(path, &len, &ignored);
	bool recording = text && is_recording(text, len);
	cJSON *doc = text && !recording && strstr(text, "scenario:")
			 ? fakeapi__yaml_parse((struct str) { text, len }, NULL, &why)
			 : NULL;
	bool scenario = *fakeapi__string(doc, "scenario") && fakeapi__member(doc, "world");
	int code = recording  ? read_recording(in, path, err)
		   : scenario ? read_scenario(in, doc, path, err)
			      : fakeapi__manifests_path(path, keep_manifest, in, err);

	cJSON_Delete(doc);
	base__free(text);
	return code;
}

static bool is_kind(const struct object *o, const char *kind)
{
	return strcmp(fakeapi__string(o->json, "kind"), kind) == 0;
}

static int compare_objects(struct input *in, struct relist_err *err)
{
	int code = 0;

	for (int turn = 0; turn < 3; turn++)
		for (size_t i = 0; i < in->count && !code; i++) {
			const struct object *o = &in->objects[i];
			int its = is_kind(o, "CustomResourceDefinition") ? 0
				  : is_kind(o, "Namespace")		 ? 1
									 : 2;

			if (its == turn)
				code = upgrade__object(in->u, o->json, o->where);
		}
	return nomem(code, err);
}

static bool read_release(const char *text, const char *option, unsigned fallback, unsigned *release,
			 FILE *err)
{
	struct relist_err why = { 0 };

	*release = fallback;
	if (!text || fakeapi__release_read(text, option, release, &why) == 0)
		return true;
	fprintf(err, "relist upgrade: %s\n", why.msg);
	return false;
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct output output = { .file = out, .json = strcmp(v->format, "json") == 0 };
	struct relist_err why = { 0 };
	struct input in = { 0 };
	unsigned from, to;
	int code = 0;

	if (!read_release(v->from, "--from", FAKEAPI_RELEASE_DEFAULT, &from, err) ||
	    !read_release(v->to, "--to", FAKEAPI_RELEASE_NEWEST, &to, err))
		return 2;
	if (from == to) {
		fprintf(err, "relist upgrade: --from and --to are both 1.%u\n", from);
		return 2;
	}
	in.u = upgrade__new(from, to, report, &output);
	if (!in.u)
		code = relist_err_set(&why, RELIST_ENOMEM, "out of memory");
	for (size_t i = 0; i < operands->len && !code; i++)
		code = read_path(&in, operands->items[i], &why);
	if (!code)
		code = compare_objects(&in, &why);
	if (code)
		fprintf(err, "relist upgrade: %s\n", why.msg);
	else if (!output.json)
		fprintf(
		    out,
		    "relist upgrade: 1.%u to 1.%u: %zu compared, %zu of unknown types, %zu %s\n",
		    from, to, upgrade__compared(in.u), upgrade__unknown(in.u), upgrade__found(in.u),
		    upgrade__found(in.u) == 1 ? "difference" : "differences");
	if (!code)
		code = upgrade__found(in.u) ? 1 : 0;
	else
		code = code == RELIST_ENOMEM ? 5 : 2;
	input_fini(&in);
	upgrade__free(in.u);
	return code;
}

int cmd_upgrade(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .format = "text" };

	return cli__run(&cli__upgrade_command, argc, argv, &v, run, out, err);
}
