/* SPDX-License-Identifier: Apache-2.0 */
/* relist run --update: expectations are rewritten in the file, as a small diff that is committed;
 * afterwards the scenario passes, a second update changes nothing, and the file is canonical. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runner/posix/files.h"
#include "runner/posix/update.h"
#include "runner/world/driver.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/golden_text.h"

#define GONE	 "scenarios/c-expired/gone-midwatch-missed-delete.yaml"
#define RESYNC	 "scenarios/e-resync/resync-late-handler.yaml"
#define FAILOVER "scenarios/bugs/stale-failover-deletes-live-pvc.yaml"

/* A file of its own: `from` is the text. */
#define TEXT NULL

#define WORLD                                                                                      \
	"scenario: x\nabout: x\nworld:\n  server: {rv: 10}\n  types: {pods: v1/pods}\n"            \
	"  objects:\n    pod: {spec: {nodeName: n1}}\n"                                            \
	"  informers:\n    pods: {handlers: {h1: {}}}\nsteps:\n  - create: {pods/default/a: "      \
	"pod}\n"                                                                                   \
	"  - start: pods\n"

static const struct update_case {
	const char *name, *file, *from, *to;
	bool fails; /* not everything can be rewritten */
} cases[] = {
	{ "watch-rv-in-brackets", GONE, "WATCH pods rv=12 bookmarks", "WATCH pods rv=11", false },
	{ "a-form-of-its-own-stays", GONE, "- WATCH pods rv=15\n", "-   WATCH pods rv=14\n",
	  false },
	{ "list-answer", GONE, "200@12", "200@11", false },
	{ "relist-rv-with-comment", GONE, "LIST pods rv=13", "LIST pods rv=0", false },
	{ "line-deleted", GONE, "- WATCH pods rv=15\n",
	  "- WATCH pods rv=15\n        - LIST pods rv=0   # goes with its comment\n", false },
	{ "line-inserted", GONE, "        - WATCH pods rv=15\n", "", false },
	{ "group-gains-a-member", GONE, "              - add pods/default/c rv=15\n", "", false },
	{ "group-loses-a-member", GONE, "              - add pods/default/c rv=15\n",
	  "              - add pods/default/c rv=15\n              - add pods/default/d rv=15\n",
	  false },
	{ "group-in-brackets", GONE, "add pods/default/b rv=12 initial]", "add pods/default/z]",
	  false },
	{ "map-item", GONE, "resourceVersion: \"12\"", "resourceVersion: \"14\"", false },
	{ "map-item-of-another-key", GONE, "{delete: pods/default/b, unknown: true",
	  "{delete: pods/default/a, unknown: true", false },
	{ "cache-field", GONE, "default/a: {spec: {nodeName: n2}}\n",
	  "default/a: {spec: {nodeName: n3, x: {y: z}}}   # stays\n", false },
	{ "cache-presence", GONE, "default/b: absent\n          default/c: any",
	  "default/b: any\n          default/c: absent", false },
	{ "index-keys", GONE, "{n1: [default/c], n2: [default/a]}", "{n1: [default/b], n2: absent}",
	  false },
	{ "sync-rv-and-words", GONE, "{store: true, rv: 15}",
	  "{store: false, rv: 14, stopped: true}", false },
	{ "many-at-once", GONE,
	  "update pods/default/a 11->13]\n      index: {pods.by-node: {n1: [default/b]",
	  "update pods/default/a 12->13]\n      index: {pods.by-node: {n1: [default/q]", false },
	{ "old-data", RESYNC, "with: {data: {k: v}}", "with: {data: {k: v2}}", false },
	{ "synced-handlers", RESYNC, "handler.early: true, handler.late: false",
	  "handler.early: false, handler.late: true", false },
	{ "nothing-came", RESYNC, "late: [sync configmaps/default/x]}", "late: []}", false },
	{ "log-is-not-rewritten", RESYNC, "from 3s to 10s", "from 3s to 20s", true },
	{ "write-in-quotes", FAILOVER, "metadata.finalizers=[]", "metadata.finalizers=[x]", false },
	{ "write-keeps-its-paths", "scenarios/g-controllers/stale-copy-is-a-conflict.yaml",
	  "data.k=v1 -> 201", "data.k=v1 -> 206", false },
	{ "retries", FAILOVER, "retries: {default/z: <=3}", "retries: {default/z: '>=3'}", false },
	{ "state-bound-name", FAILOVER, "state: {pvcs: {default/data-z-0: {metadata: {uid: $p2}}}}",
	  "state: {pvcs: {default/data-z-0: {metadata: {uid: $p1}}}}", false },
	{ "outcome-stays", FAILOVER, "uid: passes", "uid: fails", true },
	{ "an-oracle-stays", TEXT,
	  WORLD "  - settle\n  - drop: {event: any pods/default/b}\n"
		"  - create: {pods/default/b: pod}\n"
		"  - expect: {handlers: {h1: [add pods/default/q]}}\n",
	  "", true },
	{ "never-stays", TEXT,
	  WORLD "  - never: {handlers: {h1: add pods/default/a}}\n"
		"  - expect: {handlers: {h1: [add pods/default/q]}}\n",
	  "", true },
	{ "cells-differ", TEXT,
	  "scenario: x\nabout: x\nworld:\n  types: {pods: v1/pods}\n  informers:\n"
	  "    pods: {handlers: {h1: {}}}\nmatrix:\n  name: [a, b]\nsteps:\n"
	  "  - create: {pods/default/$name: {}}\n  - start: pods\n"
	  "  - expect: {handlers: {h1: [add pods/default/c]}, counts: {LIST pods: 2}}\n",
	  "", true },
	{ "variables-stay", TEXT,
	  "scenario: x\nabout: x\nlet: {n: n7}\nworld:\n  types: {pods: v1/pods}\n  informers:\n"
	  "    pods: {handlers: {h1: {}}}\nsteps:\n"
	  "  - create: {pods/default/a: {spec: {nodeName: n1}}}\n  - start: pods\n"
	  "  - expect: {cache: {pods: {default/a: {spec: {nodeName: $n}}}}}\n",
	  "", true },
	{ "a-map-item-with-a-variable-stays-whole", TEXT,
	  "scenario: x\nabout: x\nlet: {n: n7}\nworld:\n  types: {pods: v1/pods}\n  informers:\n"
	  "    pods: {handlers: {h1: {}}}\nsteps:\n"
	  "  - create: {pods/default/a: {spec: {nodeName: n1}}}\n  - start: pods\n"
	  "  - expect:\n      handlers:\n        h1:\n"
	  "          - {add: pods/default/a, rv: 1, with: {spec: {nodeName: $n}}}\n",
	  "", true },
	{ "comments-in-brackets-stay", TEXT,
	  WORLD "  - expect:\n      requests: [LIST pods rv=0, # why\n        WATCH pods rv=1]\n",
	  "", true },
	{ "block-list-becomes-empty", TEXT,
	  WORLD
	  "  - expect:\n      requests:\n        - LIST pods rv=0\n        - ...\n      handlers:\n"
	  "        h1: [add pods/default/a rv=11]\n  - expect:\n      handlers:\n        h1:\n"
	  "          - update pods/default/a   # never came\n      counts:\n"
	  "        LIST pods: 2\n        handlers.h1: '>=5'\n",
	  "", false },
	{ "only-group-becomes-empty", TEXT,
	  WORLD
	  "  - expect:\n      handlers:\n        h1: [add pods/default/a rv=11]\n  - expect:\n"
	  "      handlers:\n        h1:\n          - any-order:\n"
	  "              - sync pods/default/a\n              - sync pods/default/b\n",
	  "", false },
	{ "exact-keys-and-time", TEXT,
	  WORLD "  - advance: 5s\n  - expect:\n      at: 5s\n      cache: {pods: [default/b, "
		"default/c]}\n"
		"      state: {pods: [default/b]}\n",
	  "", false },
	{ "patterns-that-hold-stay", TEXT,
	  WORLD "  - expect:\n      requests:\n"
		"        - LIST pods rv=any limit=<=500 -> 200@$rv\n"
		"        - WATCH pods rv=$rv timeout='>=300' no-bookmarks after=5s\n"
		"      cache:\n        pods:\n"
		"          default/a: {metadata: {resourceVersion: $rv, uid: any}, spec: "
		"{nodeName: /^x/}}\n",
	  "", false },
	{ "quotes-where-needed", TEXT,
	  "scenario: x\nabout: x\nworld:\n  types: {pods: v1/pods}\n  informers:\n"
	  "    pods: {handlers: {h1: {}}}\nsteps:\n"
	  "  - create: {pods/default/a: {metadata: {labels: {a: 'true', b: '1', c: 'x, y', d: "
	  "\"it's: #1\", e: ''}}, "
	  "spec: {n: 1, b: true, l: [1, 'x', {y: z}]}}}\n  - start: pods\n"
	  "  - expect: {cache: {pods: {default/a: {metadata: {labels: {a: x, b: x, c: x, d: x, e: "
	  "x}}, "
	  "spec: {n: 2, b: false, l: []}}}}}\n",
	  "", false },
};

static char folder[] = "/tmp/relist-update-XXXXXX";
static char path[64];

static void write_file(const struct strbuf *text)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text->ptr, 1, text->len, f), text->len);
	assert_int_equal(fclose(f), 0);
}

static void read_file(struct strbuf *text)
{
	strbuf_clear(text);
	assert_int_equal(runner__read_file(path, 1 << 20, text, NULL), 0);
}

static void make_text(const struct update_case *c, struct strbuf *text)
{
	AUTO_STRBUF all = STRBUF_INIT;
	const char *at;

	if (!c->file) {
		strbuf_addz(text, c->from);
		return;
	}
	assert_int_equal(runner__read_file(c->file, 1 << 20, &all, NULL), 0);
	at = strstr(all.ptr, c->from);
	if (!at)
		fail_msg("%s: nothing says %s", c->name, c->from);
	strbuf_add(text, all.ptr, (size_t)(at - all.ptr));
	strbuf_addz(text, c->to);
	strbuf_addz(text, at + strlen(c->from));
}

/* The lines above the run's own report, with FILE for the path. */
static void printed(const struct output *o, struct strbuf *out)
{
	size_t len = strlen(path);

	strbuf_clear(out);
	for (const char *p = o->out.ptr; *p;) {
		if (strncmp(p, "FAIL ", 5) == 0 || strncmp(p, "1 scenario", 10) == 0)
			return;
		do {
			if (strncmp(p, path, len) == 0) {
				strbuf_addz(out, "FILE");
				p += len;
			} else {
				strbuf_addc(out, *p++);
			}
		} while (*p && p[-1] != '\n');
	}
}

static void run_update(struct output *o)
{
	char words[128];

	(void)snprintf(words, sizeof(words), "run --update %s", path);
	relist(o, words);
}

static void check(const struct update_case *c, struct output *o)
{
	AUTO_STRBUF before = STRBUF_INIT, after = STRBUF_INIT, again = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT, second = STRBUF_INIT;
	char golden[128], words[128];
	bool canonical;

	make_text(c, &before);
	write_file(&before);
	(void)snprintf(words, sizeof(words), "fmt --check %s", path);
	relist(o, words);
	canonical = o->status == 0;
	run_update(o);
	printed(o, &out);
	if ((o->status != 0) != c->fails)
		fail_msg("%s: status %d: %s", c->name, o->status, o->out.ptr);
	(void)snprintf(golden, sizeof(golden), "tests/golden/update/%s.txt", c->name);
	assert_golden(golden, strbuf_str(&out));
	read_file(&after);
	if (canonical) {
		relist(o, words);
		if (o->status != 0)
			fail_msg("%s: not canonical:\n%s", c->name, after.ptr);
	}
	run_update(o);
	read_file(&again);
	assert_string_equal(again.ptr, after.ptr);
	printed(o, &second);
	if (strstr(second.ptr, "updated "))
		fail_msg("%s: updated twice: %s", c->name, second.ptr);
}

static void update_replaces_expectations_with_observations(void **state)
{
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		check(&cases[i], *state);
}

/* --- every scenario, with one number changed --- */

/* The next number in an expect step at or after `from`; SIZE_MAX: none. */
static size_t next_number(const struct strbuf *text, size_t from)
{
	bool inside = false;
	size_t line = 0;

	for (size_t i = 0; i < text->len; i++) {
		const char *p = text->ptr + i;

		if (i == 0 || p[-1] == '\n') {
			line = i;
			if (strncmp(p, "  - ", 4) == 0)
				inside = strncmp(p, "  - expect:", 11) == 0;
		}
		if (inside && i >= from && *p >= '0' && *p <= '9' && i > line &&
		    strchr(" =@>[{(", p[-1]) && !memchr(text->ptr + line, '#', i - line))
			return i;
	}
	return SIZE_MAX;
}

/* Passes, or says what it leaves alone. */
static void update_changed(struct output *o, const char *file, const struct strbuf *text, size_t at)
{
	AUTO_STRBUF changed = STRBUF_INIT;
	char words[128];

	strbuf_add(&changed, text->ptr, text->len);
	changed.ptr[at] = changed.ptr[at] == '9' ? '1' : (char)(changed.ptr[at] + 1);
	write_file(&changed);
	(void)snprintf(words, sizeof(words), "run -q %s", path);
	relist(o, words);
	if (o->status != 1)
		return; /* cannot come true, or still does */
	run_update(o);
	if (o->status != 0 && !strstr(o->out.ptr, "rewritten: "))
		fail_msg("%s, byte %zu: %s", file, at, o->out.ptr);
	run_update(o);
	if (strstr(o->out.ptr, "updated "))
		fail_msg("%s, byte %zu, again: %s", file, at, o->out.ptr);
}

static void update_replaces_or_reports_a_changed_number(void **state)
{
	struct runner__paths paths = { 0 };
	size_t tried = 0;

	assert_int_equal(runner__paths_find(&paths, "scenarios", ".yaml", NULL), 0);
	for (size_t i = 0; i < paths.len; i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		size_t nth = 0;

		assert_int_equal(runner__read_file(paths.items[i], 1 << 20, &text, NULL), 0);
		for (size_t at = 0; (at = next_number(&text, at)) != SIZE_MAX; at++)
			if (nth++ % 4 == i % 4) {
				update_changed(*state, paths.items[i], &text, at);
				tried++;
			}
	}
	assert_true(tried > 50);
	runner__paths_fini(&paths);
}

/* Everything but expectations is byte for byte what it was: the line numbers of the diff stand in
 * expect steps. */
static void update_never_changes_steps(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, after = STRBUF_INIT;
		struct output *o = *state;
		const char *steps[] = { "create:",  "update:", "start:",
					"advance:", "hold:",   "never:" };

		make_text(&cases[i], &text);
		write_file(&text);
		run_update(o);
		read_file(&after);
		for (size_t k = 0; k < ARRAY_LEN(steps); k++) {
			const char *a = text.ptr, *b = after.ptr;

			for (; (a = strstr(a, steps[k])) != NULL; a++, b++) {
				size_t len = strcspn(a, "\n");

				b = strstr(b, steps[k]);
				assert_non_null(b);
				assert_memory_equal(a, b, len);
			}
		}
	}
}

static void update_changes_no_other_file(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT, after = STRBUF_INIT;

	/* passes already */
	assert_int_equal(runner__read_file(GONE, 1 << 20, &text, NULL), 0);
	write_file(&text);
	run_update(o);
	assert_int_equal(o->status, 0);
	assert_null(strstr(o->out.ptr, "updated"));
	read_file(&after);
	assert_string_equal(after.ptr, text.ptr);
	/* cannot be read */
	strbuf_clear(&text);
	strbuf_addz(&text, "scenario: x\nsteps: [}\n");
	write_file(&text);
	run_update(o);
	assert_int_equal(o->status, 2);
	read_file(&after);
	assert_string_equal(after.ptr, text.ptr);
}

static void update_keeps_the_permissions_of_the_file(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;
	struct stat st;

	make_text(&cases[0], &text);
	write_file(&text);
	assert_int_equal(chmod(path, 0640), 0);
	run_update(o);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_int_equal(chmod(path, 0644), 0);
}

static void update_through_a_symbolic_link_changes_its_target(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT, after = STRBUF_INIT, real = STRBUF_INIT;
	struct stat st;

	strbuf_addf(&real, "%s.real", path);
	make_text(&cases[0], &text);
	write_file(&text);
	assert_int_equal(rename(path, real.ptr), 0);
	assert_int_equal(symlink(real.ptr, path), 0);
	run_update(o);
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	read_file(&after);
	assert_string_not_equal(after.ptr, text.ptr);
	assert_int_equal(rename(real.ptr, path), 0);
}

/* As with relist show --html /dev/stdout. */
static void replace_file_writes_into_a_pipe(void **state)
{
	AUTO_STRBUF name = STRBUF_INIT;
	struct stat st;
	char got[8];
	int fd;

	(void)state;
	strbuf_addf(&name, "%s.pipe", path);
	assert_int_equal(mkfifo(name.ptr, 0600), 0);
	fd = open(name.ptr, O_RDONLY | O_NONBLOCK);
	assert_true(fd >= 0);
	assert_int_equal(runner__replace_file(name.ptr, STR("text"), NULL), 0);
	assert_int_equal(stat(name.ptr, &st), 0);
	assert_true(S_ISFIFO(st.st_mode));
	assert_int_equal(read(fd, got, sizeof(got)), 4);
	assert_int_equal(close(fd), 0);
	assert_int_equal(unlink(name.ptr), 0);
}

/* A world in which the file is saved while the scenario runs. */
static struct scn__driver *meddle(const struct scn__driver_config *config, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "# somebody else's\n");
	write_file(&text);
	return world__driver_sim.new(config, err);
}

static void update_does_not_overwrite_a_changed_file(void **state)
{
	struct scn__driver_ops ops = world__driver_sim;
	struct runner__update_options opt = { .seed = 1, .driver = &ops };
	AUTO_STRBUF text = STRBUF_INIT;
	FILE *out = tmpfile(), *err = tmpfile();
	char line[256] = "";

	(void)state;
	ops.new = meddle;
	make_text(&cases[0], &text);
	write_file(&text);
	assert_int_equal(runner__update_file(path, &opt, out, err), 0);
	rewind(out);
	assert_non_null(fgets(line, sizeof(line), out));
	assert_non_null(strstr(line, "nothing is rewritten, the file has changed meanwhile"));
	read_file(&text);
	assert_string_equal(text.ptr, "# somebody else's\n");
	(void)fclose(out);
	(void)fclose(err);
}

static struct strbuf alloc_text;

static void update_in_short_memory(void)
{
	struct runner__update_options opt = { .seed = 1, .driver = &world__driver_sim };
	FILE *out = tmpfile();

	(void)runner__update_file(path, &opt, out, out);
	(void)fclose(out);
}

/* The file is what it was, or whole. */
static void updates_survive_every_failing_allocation(void **state)
{
	AUTO_STRBUF after = STRBUF_INIT;

	(void)state;
	make_text(&cases[0], &alloc_text);
	write_file(&alloc_text);
	FOR_EACH_FAILING_ALLOC(update_in_short_memory());
	read_file(&after);
	assert_true(after.len + 20 > alloc_text.len);
	strbuf_fini(&alloc_text);
}

static int setup(void **state)
{
	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/x.yaml", folder);
	strbuf_init(&alloc_text);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(path);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(update_replaces_expectations_with_observations),
		cmocka_unit_test(update_replaces_or_reports_a_changed_number),
		cmocka_unit_test(update_never_changes_steps),
		cmocka_unit_test(update_changes_no_other_file),
		cmocka_unit_test(update_keeps_the_permissions_of_the_file),
		cmocka_unit_test(update_through_a_symbolic_link_changes_its_target),
		cmocka_unit_test(replace_file_writes_into_a_pipe),
		cmocka_unit_test(update_does_not_overwrite_a_changed_file),
		cmocka_unit_test(updates_survive_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, setup, teardown);
}
