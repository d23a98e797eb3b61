/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/reflector_script.h"

#include "base/clock.h"
#include "informer/object.h"
#include "tests/kit/testing.h"

enum { TEXT_MAX = 4096 };

struct world {
	const struct reflector_script *script;
	int line;
	int64_t now, last_step;
	uint64_t cut;
	struct choice choice;
	struct inf__queue queue;
	struct inf__reflector *r;
	int queue_fails; /* a relist code, for its next call */
	char log[TEXT_MAX], error[TEXT_MAX], requested[TEXT_MAX], requested_url[TEXT_MAX];
	char why[TEXT_MAX]; /* the last failure as it is traced */
	uint32_t open;	    /* the request the script speaks about */
	uint32_t asked_id, hung_up;
	/* What its configuration makes of every request. */
	char path[128];
	long timeout_min, timeout_below;
	char words[512];
};

static void wrong(const struct world *w, const char *what, const char *want, const char *got)
{
	fail_msg("%s, line %d: %s: expected '%s', got '%s'", w->script->name, w->line, what, want,
		 got);
}

/* ---- the queue --------------------------------------------------------------------------- */

static struct world *world_of(struct inf__queue *q)
{
	return (struct world *)(void *)((char *)q - offsetof(struct world, queue));
}

__attribute__((format(printf, 2, 3))) static int note(struct world *w, const char *fmt, ...)
{
	size_t len = strlen(w->log);
	int rc = w->queue_fails;
	va_list ap;

	w->queue_fails = 0;
	va_start(ap, fmt);
	(void)vsnprintf(w->log + len, sizeof(w->log) - len, fmt, ap);
	va_end(ap);
	return rc;
}

static int queue_put(struct inf__queue *q, enum inf__delta_type type, const struct inf_object *obj,
		     struct relist_err *err)
{
	const char *word = type == INF_DELTA_ADDED     ? "add"
			   : type == INF_DELTA_UPDATED ? "update"
						       : "delete";
	int rc = note(world_of(q), "%s %s@%s; ", word, inf_object_key(obj),
		      inf_object_resource_version(obj));

	return rc ? relist_err_set(err, rc, "refused") : 0;
}

static int queue_replace(struct inf__queue *q, const struct inf_object *const *objs, size_t count,
			 const char *rv, struct relist_err *err)
{
	struct world *w = world_of(q);
	int rc = note(w, "replace@%s", rv);

	for (size_t i = 0; i < count; i++)
		(void)note(w, " %s@%s", inf_object_key(objs[i]),
			   inf_object_resource_version(objs[i]));
	(void)note(w, "; ");
	return rc ? relist_err_set(err, rc, "refused") : 0;
}

static int queue_resync(struct inf__queue *q, struct relist_err *err)
{
	int rc = note(world_of(q), "resync; ");

	return rc ? relist_err_set(err, rc, "refused") : 0;
}

static int queue_bookmark(struct inf__queue *q, const char *rv, struct relist_err *err)
{
	int rc = note(world_of(q), "bookmark %s; ", rv);

	return rc ? relist_err_set(err, rc, "refused") : 0;
}

static const struct inf__queue_ops queue_ops = {
	.put = queue_put,
	.replace = queue_replace,
	.resync = queue_resync,
	.bookmark = queue_bookmark,
};

/* ---- effects ----------------------------------------------------------------------------- */

static void on_error(void *user, const struct inf_watch_error *e)
{
	static const char *const kinds[] = { "status",	      "refused", "reset", "eof",
					     "unexpectedEOF", "json",	 "other" };
	struct world *w = user;
	size_t len = strlen(w->error);

	if (e->kind == INF_WATCH_ERROR_STATUS)
		(void)snprintf(w->error + len, sizeof(w->error) - len, "status %d %s", e->code,
			       e->reason);
	else
		(void)snprintf(w->error + len, sizeof(w->error) - len, "%s", kinds[e->kind]);
}

static void on_trace(void *user, const struct trace_event *ev)
{
	struct world *w = user;

	if (!str_eqz(ev->who, "test"))
		wrong(w, "who", "test", "another");
	if (ev->kind == TRACE_REFLECT_ERROR || ev->kind == TRACE_REFLECT_DROP)
		(void)snprintf(w->why, sizeof(w->why), STR_FMT, STR_ARG(ev->text));
}

static void pump(struct world *w)
{
	struct inf__effect e;

	while (inf__reflector_poll(w->r, &e)) {
		size_t len = 0;
		bool watch = false;

		if (e.kind == INF_EFFECT_CLOSE) {
			if (w->hung_up)
				wrong(w, "two hangups", "", "");
			w->hung_up = e.request_id;
			continue;
		}
		if (*w->requested)
			wrong(w, "two requests", "", w->requested);
		if (strcmp(e.accept, "application/json") != 0)
			wrong(w, "accept", "application/json", e.accept);
		w->asked_id = e.request_id;
		(void)snprintf(w->requested_url, sizeof(w->requested_url), "%s%s",
			       e.target ? "" : "http://server/prefix",
			       e.target ? e.target : e.path);
		if (e.target) {
			(void)snprintf(w->requested, sizeof(w->requested), "%s%s", e.target,
				       e.foreign ? " foreign" : "");
			continue;
		}
		for (size_t i = 0; i < e.query_count; i++) {
			bool random = strcmp(e.query[i].name, "timeoutSeconds") == 0;
			long seconds = strtol(e.query[i].value, NULL, 10);

			if (random && (seconds < w->timeout_min || seconds >= w->timeout_below))
				wrong(w, "timeoutSeconds", "in its bounds", e.query[i].value);
			watch = watch || strcmp(e.query[i].name, "watch") == 0;
			len += (size_t)snprintf(w->requested + len, sizeof(w->requested) - len,
						"%s%s=%s", i ? "&" : "", e.query[i].name,
						random ? "*" : e.query[i].value);
		}
		if (!e.query_count)
			(void)snprintf(w->requested, sizeof(w->requested), "-");
		if (strcmp(e.path, w->path) != 0 || strcmp(e.method, "GET") != 0)
			wrong(w, "path", w->path, e.path);
		if (e.watch != watch)
			wrong(w, "watch", watch ? "true" : "false", "the other");
	}
}

/* Lets time pass; stops early when a request comes. */
static void run_until(struct world *w, int64_t until)
{
	for (;;) {
		int64_t at = inf__reflector_deadline_ns(w->r);

		pump(w);
		if (*w->requested || at > until)
			break;
		w->now = at > w->now ? at : w->now;
		inf__reflector_on_time(w->r, w->now);
	}
	if (!*w->requested)
		w->now = until;
}

static void hand_over(struct world *w, const char *bytes, size_t len)
{
	while (len) {
		size_t n = len;

		if (w->cut == 1)
			n = 1;
		else if (w->cut)
			n = 1 + (size_t)(splitmix64(&w->cut) % len);
		inf__reflector_on_bytes(w->r, w->now, w->open, bytes, n);
		pump(w);
		bytes += n;
		len -= n;
	}
}

/* ---- steps ------------------------------------------------------------------------------- */

static int64_t time_of(const char *z, size_t len)
{
	int64_t ns = 0;

	assert_int_equal(duration_parse((struct str) { z, len }, &ns, NULL), 0);
	return ns;
}

static void do_ask(struct world *w, char *arg)
{
	char *at = strstr(arg, " at ");
	int64_t min = w->last_step, below = 0;

	if (at) {
		const char *range = strstr(at, "..");

		*at = 0;
		at += 4;
		min += range ? time_of(at, (size_t)(range - at)) : time_of(at, strlen(at));
		below = range ? w->last_step + time_of(range + 2, strlen(range + 2)) : min + 1;
		run_until(w, min - 1);
		if (*w->requested)
			wrong(w, "requested too early", arg, w->requested);
		run_until(w, below - 1);
	}
	pump(w);
	if (strcmp(w->requested, arg) != 0)
		wrong(w, "request", arg, w->requested);
	*w->requested = 0;
	w->open = w->asked_id;
}

static void do_head(struct world *w, char **arg)
{
	char retry[64] = "", type[64] = "application/json", location[256] = "";
	struct inf__head head = { .status = (int)strtol(*arg, arg, 10) };

	for (;;) {
		int n = 0;

		*arg += strspn(*arg, " ");
		if (sscanf(*arg, "after=%63s%n", retry, &n) == 1 ||
		    sscanf(*arg, "type=%63s%n", type, &n) == 1 ||
		    sscanf(*arg, "location=%255s%n", location, &n) == 1)
			*arg += n;
		else
			break;
	}
	head.content_type = type;
	head.retry_after = *retry ? retry : NULL;
	head.location = *location ? location : NULL;
	head.url = w->requested_url;
	inf__reflector_on_head(w->r, w->now, w->open, &head);
	pump(w);
}

static void do_event(struct world *w, const char *arg)
{
	char type[16], name[64], rv[32], text[512];

	assert_int_equal(sscanf(arg, "%15s %63s %31s", type, name, rv), 3);
	(void)snprintf(text, sizeof(text),
		       "{\"type\":\"%s\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
		       "\"metadata\":{\"name\":\"%s\",\"resourceVersion\":\"%s\"}}}\n",
		       type, strcmp(name, "-") ? name : "", rv);
	hand_over(w, text, strlen(text));
}

static void do_mark(struct world *w, const char *rv)
{
	char text[512];

	(void)snprintf(text, sizeof(text),
		       "{\"type\":\"BOOKMARK\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
		       "\"metadata\":{\"annotations\":{\"k8s.io/initial-events-end\":\"true\"},"
		       "\"resourceVersion\":\"%s\"}}}\n",
		       rv);
	hand_over(w, text, strlen(text));
}

static void do_bytes(struct world *w, char *text)
{
	char *out = text;

	for (char *in = text; *in;) {
		bool newline = in[0] == '\\' && in[1] == 'n';

		*out++ = newline ? '\n' : *in;
		in += newline ? 2 : 1;
	}
	hand_over(w, text, (size_t)(out - text));
}

static void do_end(struct world *w, const char *how)
{
	static const char *const words[] = {
		[INF_END_CLEAN] = "clean",	  [INF_END_EOF] = "eof",
		[INF_END_UNEXPECTED_EOF] = "cut", [INF_END_RESET] = "reset",
		[INF_END_REFUSED] = "refused",	  [INF_END_TIMED_OUT] = "timeout",
		[INF_END_LOST] = "lost",	  [INF_END_STREAM_ERROR] = "stream-error",
		[INF_END_OTHER] = "other",
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (strcmp(words[i], how) == 0) {
			inf__reflector_on_end(w->r, w->now, w->open, (enum inf__end)i);
			pump(w);
			return;
		}
	}
	wrong(w, "end", "a known word", how);
}

static void expect(struct world *w, const char *what, char *got, const char *want)
{
	size_t len = strlen(got);

	if (len >= 2 && strcmp(got + len - 2, "; ") == 0)
		got[len - 2] = 0;
	if (strcmp(got, want) != 0)
		wrong(w, what, want, got);
	*got = 0;
}

static void do_hangup(struct world *w)
{
	if (w->hung_up == 0 || w->hung_up != w->open)
		wrong(w, "hangup", "of the open request", w->hung_up ? "of another" : "none");
	w->hung_up = 0;
}

static bool observe(struct world *w, const char *verb, char *arg)
{
	if (strcmp(verb, "ask") == 0)
		do_ask(w, arg);
	else if (strcmp(verb, "hangup") == 0)
		do_hangup(w);
	else if (strcmp(verb, "error") == 0)
		expect(w, "error", w->error, arg);
	else if (strcmp(verb, "queue") == 0)
		expect(w, "queue", w->log, arg);
	else if (strcmp(verb, "why") == 0)
		expect(w, "why", w->why, arg);
	else if (strcmp(verb, "rv") == 0) {
		const char *rv = inf__reflector_resource_version(w->r);

		if (strcmp(*rv ? rv : "-", arg) != 0)
			wrong(w, "rv", arg, rv);
	} else if (strcmp(verb, "stopped") == 0 || strcmp(verb, "running") == 0) {
		if (inf__reflector_stopped(w->r) != (strcmp(verb, "stopped") == 0))
			wrong(w, "state", verb, inf__reflector_state(w->r));
	} else {
		return false;
	}
	return true;
}

static void assert_all_expected(struct world *w)
{
	if (w->hung_up)
		wrong(w, "an unexpected hangup", "", "");
	expect(w, "error", w->error, "");
	expect(w, "queue", w->log, "");
}

static void act(struct world *w, const char *verb, char *arg)
{
	assert_all_expected(w);
	*w->why = 0;
	if (strcmp(verb, "answer") == 0) {
		do_head(w, &arg);
		hand_over(w, arg, strlen(arg));
		do_end(w, "clean");
	} else if (strcmp(verb, "head") == 0) {
		do_head(w, &arg);
	} else if (strcmp(verb, "stream") == 0) {
		inf__reflector_on_head(w->r, w->now, w->open,
				       &(struct inf__head) { .status = 200,
							     .content_type = "application/json" });
		pump(w);
	} else if (strcmp(verb, "event") == 0) {
		do_event(w, arg);
	} else if (strcmp(verb, "mark") == 0) {
		do_mark(w, arg);
	} else if (strcmp(verb, "bytes") == 0) {
		do_bytes(w, arg);
	} else if (strcmp(verb, "end") == 0) {
		do_end(w, arg);
	} else if (strcmp(verb, "quiet") == 0) {
		run_until(w, w->now + time_of(arg, strlen(arg)));
		if (*w->requested)
			wrong(w, "quiet", "", w->requested);
	} else if (strcmp(verb, "stop") == 0) {
		inf__reflector_stop(w->r, w->now);
		pump(w);
	} else if (strcmp(verb, "fail-queue") == 0) {
		w->queue_fails = strcmp(arg, "nomem") == 0 ? RELIST_ENOMEM : RELIST_EINVAL;
	} else {
		wrong(w, "step", "a known word", verb);
	}
	w->last_step = w->now;
}

/* ---- running ----------------------------------------------------------------------------- */

static inf__without fix_of(const char *word)
{
	static const char *const words[] = {
#define X(name, word, ref, without) word,
		INF_FIXES(X)
#undef X
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (strcmp(words[i], word) == 0)
			return (inf__without)1 << i;
	fail_msg("no fix is called %s", word);
	return 0;
}

/* "N..M" */
static void bounds_of(const char *text, long *min, long *below)
{
	char *end;

	*min = strtol(text, &end, 10);
	assert_int_equal(strncmp(end, "..", 2), 0);
	*below = strtol(end + 2, NULL, 10);
}

static void start(struct world *w)
{
	char name[] = "test";
	struct inf__reflector_config c = {
		.name = name,
		.group = "",
		.version = "v1",
		.resource = "pods",
		.kind = "",
		.namespace_ = "",
		.label_selector = "",
		.field_selector = "",
		.choice = &w->choice,
		.watch_error = on_error,
		.user = w,
		.sink = { on_trace, w },
	};
	const struct {
		const char *word;
		const char **to;
	} texts[] = { { "kind=", &c.kind },
		      { "group=", &c.group },
		      { "version=", &c.version },
		      { "resource=", &c.resource },
		      { "namespace=", &c.namespace_ },
		      { "labels=", &c.label_selector },
		      { "fields=", &c.field_selector } };
	char *word, *rest = NULL;

	(void)snprintf(w->path, sizeof(w->path), "/api/v1/pods");
	w->timeout_min = 300;
	w->timeout_below = 600;
	(void)snprintf(w->words, sizeof(w->words), "%s", w->script->config);
	for (word = strtok_r(w->words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		size_t t = 0;

		while (t < ARRAY_LEN(texts) &&
		       strncmp(word, texts[t].word, strlen(texts[t].word)) != 0)
			t++;
		if (t < ARRAY_LEN(texts))
			*texts[t].to = word + strlen(texts[t].word);
		else if (strncmp(word, "path=", 5) == 0)
			(void)snprintf(w->path, sizeof(w->path), "%s", word + 5);
		else if (strncmp(word, "timeout=", 8) == 0)
			bounds_of(word + 8, &w->timeout_min, &w->timeout_below);
		else if (strncmp(word, "min-watch=", 10) == 0)
			c.min_watch_timeout_ns = time_of(word + 10, strlen(word + 10));
		else if (strncmp(word, "max-watch=", 10) == 0)
			c.max_watch_timeout_ns = time_of(word + 10, strlen(word + 10));
		else if (strcmp(word, "classic") == 0)
			c.classic = true;
		else if (strcmp(word, "watchlist") == 0)
			c.watch_list = true;
		else if (strncmp(word, "resync=", 7) == 0)
			c.resync_ns = time_of(word + 7, strlen(word + 7));
		else if (strncmp(word, "retry=", 6) == 0)
			c.max_internal_error_retry_ns = time_of(word + 6, strlen(word + 6));
		else if (strncmp(word, "page=", 5) == 0)
			c.page_size = strtol(word + 5, NULL, 10);
		else if (strncmp(word, "max-objects=", 12) == 0)
			c.max_objects = strtoul(word + 12, NULL, 10);
		else if (strncmp(word, "lacks=", 6) == 0)
			c.without |= fix_of(word + 6);
		else if (strncmp(word, "max-bytes=", 10) == 0)
			c.max_object_bytes = strtoul(word + 10, NULL, 10);
		else
			wrong(w, "config", "a known word", word);
	}
	w->queue.ops = &queue_ops;
	w->r = inf__reflector_new(&c, &w->queue, NULL);
	assert_non_null(w->r);
	memset(w->words, '!', sizeof(w->words)); /* it has copies */
	name[0] = '!';
	inf__reflector_start(w->r, w->now);
	pump(w);
}

size_t reflector_script_run(const struct reflector_script *s, uint64_t seed, uint64_t cut)
{
	struct world w = { .script = s, .cut = cut };
	const char *p = s->steps;
	char line[TEXT_MAX];

	choice_init_seed(&w.choice, seed, false);
	start(&w);
	while (*p) {
		size_t len = strcspn(p, "\n");
		char *arg;

		w.line++;
		(void)snprintf(line, sizeof(line), "%.*s", (int)len, p);
		p += len + (p[len] ? 1 : 0);
		arg = strchr(line, ' ');
		if (arg)
			*arg++ = 0;
		else
			arg = line + strlen(line);
		if (!observe(&w, line, arg))
			act(&w, line, arg);
	}
	assert_all_expected(&w);
	if (*w.requested)
		wrong(&w, "an unexpected request", "", w.requested);
	inf__reflector_free(w.r);
	choice_fini(&w.choice);
	assert_int_equal(inf__object_count(), 0);
	return (size_t)w.line;
}
