/* SPDX-License-Identifier: Apache-2.0 */
/* relist job: the manifest as our own server reads it, and the parts that its pods would make. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps?fieldValidation=Strict"
#define JOBS "/apis/batch/v1/namespaces/default/jobs?fieldValidation=Strict"

static char folder[] = "/tmp/relist-job-XXXXXX";

static const char *in_folder(const char *name)
{
	static char paths[8][128];
	static unsigned next;
	char *path = paths[next++ % 8];

	(void)snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
	return path;
}

static void put(const char *name, struct str text)
{
	assert_int_equal(runner__replace_file(in_folder(name), text, NULL), 0);
}

static void take(FILE *f, char **text, size_t len, struct strbuf *to)
{
	assert_int_equal(fclose(f), 0);
	strbuf_clear(to);
	strbuf_add(to, *text, len);
	free(*text);
}

/* Arguments with spaces, which relist() of the kit would cut. */
static void relist_args(struct output *o, const char *const *args, size_t count)
{
	char *out_text = NULL, *err_text = NULL;
	char *argv[40] = { (char *)(uintptr_t) "relist" };
	size_t out_len, err_len;
	FILE *out = open_memstream(&out_text, &out_len);
	FILE *err = open_memstream(&err_text, &err_len);

	assert_non_null(out);
	assert_non_null(err);
	assert_true(count + 2 <= ARRAY_LEN(argv));
	for (size_t i = 0; i < count; i++)
		argv[i + 1] = (char *)(uintptr_t)args[i];
	o->status = cli__main((int)count + 1, argv, out, err);
	(void)fflush(out);
	(void)fflush(err);
	take(out, &out_text, out_len, &o->out);
	take(err, &err_text, err_len, &o->err);
}

/* Creates the documents of the manifest; the Job is the server's last answer. */
static void create(struct kit *k, const struct output *o, struct strbuf *map)
{
	const char *second = strstr(o->out.ptr, "\n---\n");
	AUTO_STRBUF text = STRBUF_INIT;

	assert_int_equal(o->status, 0);
	assert_int_equal(o->err.len, 0);
	k->content_type = "application/yaml";
	if (second) {
		strbuf_add(&text, o->out.ptr, (size_t)(second + 1 - o->out.ptr));
		if (kit_do(k, "POST", MAPS, text.ptr) != 201)
			fail_msg("%s\n%s", k->body.ptr, text.ptr);
		strbuf_clear(map);
		strbuf_adds(map, strbuf_str(&k->body));
	}
	if (kit_do(k, "POST", JOBS, second ? second + 5 : o->out.ptr) != 201)
		fail_msg("%s\n%s", k->body.ptr, o->out.ptr);
}

static const cJSON *at(const cJSON *v, const char *path)
{
	char part[64];

	while (*path) {
		size_t n = strcspn(path, ".");

		assert_true(n < sizeof(part));
		memcpy(part, path, n);
		part[n] = 0;
		v = part[0] >= '0' && part[0] <= '9' ? cJSON_GetArrayItem(v, atoi(part))
						     : cJSON_GetObjectItem(v, part);
		path += n + (path[n] == '.');
	}
	return v;
}

/* What the kubelet makes of $$. */
static void expand(const char *text, struct strbuf *out)
{
	strbuf_clear(out);
	for (; *text; text++) {
		assert_false(text[0] == '$' && text[1] == '(');
		text += text[0] == '$' && text[1] == '$';
		strbuf_addc(out, *text);
	}
}

#define CONTAINER "spec.template.spec.containers.0."

/* --- the manifest --- */

static const char *const odd_texts[] = {
	"a: 1\n",
	"no newline",
	"two\n\n",
	"three\n\n\n",
	"\nfirst line empty\n",
	"  indented: first\nthen: not\n",
	"tab:\tx\n\ty\n",
	"spaces  \n   \n",
	"carriage\r\nreturn\r\n",
	"delete \x7f bell \a nel \xc2\x85 separator \xe2\x80\xa8 mark \xef\xbb\xbf.\n",
	"\xf0\x9f\x98\x80 \xc3\xa4 # no comment\n--- |\n- \"x\\n\"\n...\n",
	"x\n---\napiVersion: v1\nkind: Secret\n",
	"{{ template }} %TAG ! *alias &anchor\n",
	"",
};

static void every_text_reaches_the_server_unchanged(void **state)
{
	static const char *const command = "a \"b\"\n  kind: Secret\n'c' \\ $(X) $$ $ #: {x}";
	const char *args[] = { "job",
			       "--put",
			       "http://parts.example",
			       "--parts",
			       "3",
			       "--",
			       "perturb",
			       "--exec",
			       command,
			       NULL,
			       "tests/stories/sets.yaml" };
	struct output *o = *state;
	AUTO_STRBUF map = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	struct kit k;
	cJSON *files;
	char name[32], load[160];
	size_t len;

	for (size_t i = 0; i < ARRAY_LEN(odd_texts); i++) {
		(void)snprintf(name, sizeof(name), "odd-%02zu.yaml", i);
		put(name, str_of(odd_texts[i]));
	}
	(void)snprintf(load, sizeof(load), "--load=%s/", folder);
	args[9] = load;
	relist_args(o, args, ARRAY_LEN(args));
	kit_open(&k, NULL);
	create(&k, o, &map);
	files = cJSON_Parse(map.ptr);
	for (size_t i = 0; i < ARRAY_LEN(odd_texts); i++) {
		const cJSON *v;

		(void)snprintf(name, sizeof(name), "data.file-%zu", i + 1);
		v = at(files, name);
		if (!v || strcmp(v->valuestring, odd_texts[i]) != 0)
			fail_msg("text %zu: \"%s\"\n%s", i, v ? v->valuestring : "-", o->out.ptr);
		(void)snprintf(name, sizeof(name), "odd-%02zu.yaml", i);
		(void)snprintf(load, sizeof(load),
			       "spec.template.spec.volumes.1.configMap.items.%zu.path", i);
		assert_string_equal(at(k.json, load)->valuestring, in_folder(name) + 1);
	}
	expand(at(k.json, CONTAINER "args.4")->valuestring, &text);
	len = strlen("--exec=");
	assert_memory_equal(text.ptr, "--exec=", len);
	assert_string_equal(text.ptr + len, command);
	(void)snprintf(load, sizeof(load), "--load=%s/", folder + 1);
	assert_string_equal(at(k.json, CONTAINER "args.5")->valuestring, load);
	assert_string_equal(at(k.json, CONTAINER "args.3")->valuestring,
			    "--output=http://parts.example/part-{part}.jsonl");
	cJSON_Delete(files);
	kit_close(&k);
}

static void job_repeats_killed_pods_and_not_those_with_failures(void **state)
{
	static const char *const wanted[][2] = {
		{ "spec.completionMode", "\"Indexed\"" },
		{ "spec.completions", "2" },
		{ "spec.parallelism", "1" },
		{ "spec.backoffLimitPerIndex", "3" },
		{ "spec.podFailurePolicy.rules.0.action", "\"Ignore\"" },
		{ "spec.podFailurePolicy.rules.0.onPodConditions.0.type", "\"DisruptionTarget\"" },
		{ "spec.podFailurePolicy.rules.1.action", "\"FailIndex\"" },
		{ "spec.podFailurePolicy.rules.1.onExitCodes.values", "[1,2,3,4]" },
		{ "spec.template.spec.restartPolicy", "\"Never\"" },
		{ "spec.template.spec.automountServiceAccountToken", "false" },
		{ "spec.template.spec.securityContext.runAsNonRoot", "true" },
		{ CONTAINER "securityContext.allowPrivilegeEscalation", "false" },
		{ CONTAINER "securityContext.readOnlyRootFilesystem", "true" },
		{ CONTAINER "securityContext.capabilities.drop", "[\"ALL\"]" },
		{ CONTAINER "resources.requests.cpu", "\"1\"" },
		{ CONTAINER "image", "\"registry.example/relist:1\"" },
		{ CONTAINER "env.2.valueFrom.secretKeyRef.name", "\"token\"" },
		{ "metadata.name", "\"mine-3-7\"" },
	};
	struct output *o = *state;
	AUTO_STRBUF map = STRBUF_INIT;
	struct kit k;

	kit_open(&k, NULL);
	relist(o, "job --parts 8 --only 3,7 --parallel 1 --put https://x/y --put-secret token "
		  "--image registry.example/relist:1 --name mine --namespace default "
		  "-- run /in/the/image scenarios/a-basics");
	create(&k, o, &map);
	for (size_t i = 0; i < ARRAY_LEN(wanted); i++) {
		const cJSON *v = at(k.json, wanted[i][0]);
		char *text = v ? cJSON_PrintUnformatted(v) : NULL;

		if (!text || strcmp(text, wanted[i][1]) != 0)
			fail_msg("%s: %s, wanted %s", wanted[i][0], text ? text : "-",
				 wanted[i][1]);
		cJSON_free(text);
	}
	kit_close(&k);
}

static void job_errors_are_one_line(void **state)
{
	static const char *const cases[][2] = {
		{ "job --claim x", "no command given" },
		{ "job --claim x -- serve", "must be run, explore or perturb" },
		{ "job -- run scenarios/a-basics", "one of --claim PVC and --put URL" },
		{ "job --claim x --put http://y -- run scenarios/a-basics", "one of --claim" },
		{ "job --put ftp://y -- run scenarios/a-basics", "--put must be" },
		{ "job --put http://me:pw@y -- run scenarios/a-basics", "--put must be" },
		{ "job --put http://y?sig=1 -- run scenarios/a-basics", "--put must be" },
		{ "job --claim x --put-secret s -- run scenarios/a-basics", "needs --put" },
		{ "job --claim X -- run scenarios/a-basics", "--claim is no name" },
		{ "job --claim x --name a/b -- run scenarios/a-basics", "--name must have" },
		{ "job --claim x --namespace a.b -- run scenarios/a-basics", "--namespace is" },
		{ "job --claim x --only 5 -- run scenarios/a-basics", "--only must be" },
		{ "job --claim x --only 2,1 -- run scenarios/a-basics", "--only must be" },
		{ "job --claim x --parts 10001 -- run scenarios/a-basics", "at most 10000" },
		{ "job --claim x -- run", "relist run needs PATH" },
		{ "job --claim x -- run --shard 1/2 scenarios/a-basics", "--shard: a job sets" },
		{ "job --claim x -- run --nope scenarios/a-basics", "has no option \"--nope\"" },
		{ "job --claim x -- run --seed", "--seed needs a value" },
		{ "job --claim x -- run -", "no standard input" },
		{ "job --claim x -- run .", ".: name files or folders" },
		{ "job --claim x -- run ../x.yaml", "may not have `..`" },
		{ "job --claim x -- run nowhere.yaml", "nowhere.yaml" },
		{ "job --claim x -- perturb --exec true --load %s/binary "
		  "tests/stories/sets.yaml",
		  "no UTF-8 text" },
		{ "job --claim x -- perturb --exec true --load %s/large "
		  "tests/stories/sets.yaml",
		  "more than 1 MiB, the limit of a ConfigMap" },
	};
	struct output *o = *state;
	AUTO_STRBUF large = STRBUF_INIT;

	put("binary", STR("latin: \xfc\n"));
	for (int i = 0; i < 1 << 16; i++)
		strbuf_addz(&large, "# sixteen bytes\n");
	strbuf_addc(&large, '\n');
	put("large", strbuf_str(&large));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *hole = strstr(cases[i][0], "%s");
		AUTO_STRBUF words = STRBUF_INIT;

		strbuf_add(&words, cases[i][0],
			   hole ? (size_t)(hole - cases[i][0]) : strlen(cases[i][0]));
		if (hole)
			strbuf_addf(&words, "%s%s", folder, hole + 2);
		relist(o, words.ptr);
		if (o->status != 2 || !strstr(o->err.ptr, cases[i][1]) || o->out.len ||
		    strchr(o->err.ptr, '\n') != o->err.ptr + o->err.len - 1)
			fail_msg("%s: %d %s%s", words.ptr, o->status, o->err.ptr, o->out.ptr);
	}
}

/* Its first lines are a comment with the command. */
static void recipe_is_the_output_of_its_command(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;
	const char *begin;

	assert_int_equal(runner__read_file("docs/recipes/explore-job.yaml", 1 << 16, &text, NULL),
			 0);
	relist(o, "job --parts 5 --claim results --image REGISTRY/relist --name explore -- "
		  "explore --exhaustive --interleave /scenarios");
	begin = strstr(text.ptr, "apiVersion: ");
	assert_non_null(begin);
	assert_string_equal(o->out.ptr, begin);
}

/* --- parts --- */

/* Runs the pod of an index as its container would: its arguments, with the folder for /parts. */
static void run_pod(struct output *o, const cJSON *job, unsigned index)
{
	const cJSON *list = at(job, CONTAINER "args");
	struct strbuf args[30];
	const char *words[30];
	size_t count = (size_t)cJSON_GetArraySize(list);
	char number[16];

	assert_true(count <= ARRAY_LEN(args));
	for (size_t i = 0; i < count; i++) {
		const char *parts;
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_init(&args[i]);
		expand(cJSON_GetArrayItem(list, (int)i)->valuestring, &text);
		parts = strstr(text.ptr, "=/parts/");
		if (parts)
			strbuf_addf(&args[i], "%.*s=%s/", (int)(parts - text.ptr), text.ptr,
				    folder);
		strbuf_addz(&args[i], parts ? parts + 8 : text.ptr);
		words[i] = args[i].ptr;
	}
	(void)snprintf(number, sizeof(number), "%u", index);
	assert_int_equal(setenv("JOB_COMPLETION_INDEX", number, 1), 0);
	assert_int_equal(setenv("RELIST_JOB", at(job, CONTAINER "env.1.value")->valuestring, 1), 0);
	relist_args(o, words, count);
	assert_int_equal(unsetenv("JOB_COMPLETION_INDEX"), 0);
	assert_int_equal(unsetenv("RELIST_JOB"), 0);
	for (size_t i = 0; i < count; i++)
		strbuf_fini(&args[i]);
}

static void run_job(struct output *o, const char *words, const char *pods)
{
	AUTO_STRBUF map = STRBUF_INIT;
	struct kit k;

	kit_open(&k, NULL);
	relist(o, words);
	create(&k, o, &map);
	for (; *pods; pods++) {
		run_pod(o, k.json, (unsigned)(*pods - '0'));
		assert_in_range(o->status, 0, 1);
	}
	kit_close(&k);
}

static void lost_parts_are_made_by_the_printed_command(void **state)
{
	static const char *const works[][2] = {
		{ "run scenarios/a-basics tests/golden/failures", "-o" },
		{ "explore --seeds 2 scenarios/a-basics", "--report" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(works); i++) {
		AUTO_STRBUF words = STRBUF_INIT;
		AUTO_STRBUF whole = STRBUF_INIT;
		AUTO_STRBUF again = STRBUF_INIT;
		AUTO_STRBUF parts = STRBUF_INIT;
		const char *end;
		int status;

		relistf(o, "%s --format jsonl %s %s/whole", works[i][0], works[i][1], folder);
		relistf(o, "report %s/whole", folder);
		status = o->status;
		strbuf_adds(&whole, strbuf_str(&o->out));
		strbuf_addf(&words, "job --claim results --parts 5 -- %s", works[i][0]);
		run_job(o, words.ptr, "024");
		for (int part = 1; part <= 5; part += 2)
			strbuf_addf(&parts, " %s/part-%d.jsonl", folder, part);
		relistf(o, "report%s", parts.ptr);
		assert_int_equal(o->status, 2);
		strbuf_addf(
		    &again,
		    "relist report: parts 2, 4 of 5 of the work missing\n  again: relist job "
		    "--only 2,4 --parts 5 --claim results -- %s | kubectl create -f -\n",
		    works[i][0]);
		assert_string_equal(o->err.ptr, again.ptr);
		end = strstr(o->err.ptr, " | ");
		strbuf_clear(&words);
		strbuf_add(&words, strstr(o->err.ptr, "job --only"),
			   (size_t)(end - strstr(o->err.ptr, "job --only")));
		run_job(o, words.ptr, "01");
		for (int part = 2; part <= 4; part += 2)
			strbuf_addf(&parts, " %s/part-%d.jsonl", folder, part);
		relistf(o, "report%s", parts.ptr);
		assert_int_equal(o->status, status);
		if (i == 0) /* an exploration counts its parts */
			assert_string_equal(o->out.ptr, whole.ptr);
		else
			assert_non_null(strstr(o->out.ptr, "in 5 parts, "));
	}
}

static int setup(void **state)
{
	return output_folder_setup(folder, state);
}

static int teardown(void **state)
{
	return output_folder_teardown(folder, state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_text_reaches_the_server_unchanged),
		cmocka_unit_test(job_repeats_killed_pods_and_not_those_with_failures),
		cmocka_unit_test(job_errors_are_one_line),
		cmocka_unit_test(recipe_is_the_output_of_its_command),
		cmocka_unit_test(lost_parts_are_made_by_the_printed_command),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
