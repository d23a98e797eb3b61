/* SPDX-License-Identifier: Apache-2.0 */
/* Clients with one User-Agent and one selection need not be one client: replicas, lists beside a
 * watch, watches that were given up. Each event is a line:
 *
 *   list ID RV [@ADDRESS] | page ID TOKEN | watch ID RV [@ADDRESS]      requests (RV -: none)
 *   listed ID RV NAME... [+TOKEN] | opened ID | refused ID STATUS        responses
 *   add|change|delete ID NAME RV | mark ID RV | end ID                   events of a watch
 *   stream ID | whole ID RV      a watch that begins with what is there, and where that ends
 *   wait SECONDS
 */
#include "runner/lift/lift.h"
#include "base/alloc.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/text_input.h"
#include "tests/kit/trace_kit.h"

struct lifted {
	struct strbuf notes, text;
	struct lift__result result;
};

static void note(void *user, struct str text)
{
	strbuf_addf(user, STR_FMT "\n", STR_ARG(text));
}

/* --- a recording of what happened --- */

struct maker {
	int64_t at_ms;
	struct strbuf *out;
};

static void add_object(struct maker *m, const char *name, const char *rv)
{
	strbuf_addf(m->out,
		    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\","
		    "\"namespace\":\"shop\",\"uid\":\"u-%s\",\"resourceVersion\":\"%s\"}}",
		    name, name, rv);
}

static void begin(struct maker *m, const char *kind, const char *id)
{
	m->at_ms += 200;
	strbuf_addf(m->out, "{\"%s\":{\"id\":%s,\"at\":\"%lldms\"", kind, id, (long long)m->at_ms);
}

static void add_request(struct maker *m, char **w, bool watch, const char *more)
{
	const char *agent = "op/1", *client = NULL;

	for (size_t i = 2; w[i]; i++) {
		client = *w[i] == '@' ? w[i] + 1 : client;
		agent = strcmp(w[i], "other") == 0 ? "other/1" : agent;
	}
	begin(m, "request", w[1]);
	strbuf_addz(m->out, ",\"method\":\"GET\",\"path\":\"/api/v1/namespaces/shop/configmaps\","
			    "\"query\":{\"limit\":\"500\"");
	if (strcmp(w[2], "-") != 0)
		strbuf_addf(m->out, ",\"%s\":\"%s\"", more, w[2]);
	strbuf_addf(m->out, "%s},\"headers\":{\"User-Agent\":\"%s\"}",
		    watch ? ",\"watch\":\"true\"" : "", agent);
	if (client)
		strbuf_addf(m->out, ",\"client\":\"%s\"", client);
	strbuf_addz(m->out, "}}\n");
}

static void add_list(struct maker *m, char **w)
{
	const char *token = "";

	begin(m, "response", w[1]);
	strbuf_addf(m->out, ",\"status\":200,\"body\":{\"kind\":\"ConfigMapList\",\"apiVersion\":"
			    "\"v1\",\"items\":[");
	for (size_t i = 3; w[i]; i++) {
		char name[32] = "", rv[32] = "";

		if (*w[i] == '+') {
			token = w[i] + 1;
			continue;
		}
		assert_int_equal(sscanf(w[i], "%31[^=]=%31s", name, rv), 2);
		strbuf_addz(m->out, i > 3 ? "," : "");
		add_object(m, name, rv);
	}
	strbuf_addf(m->out, "],\"metadata\":{\"resourceVersion\":\"%s\",\"continue\":\"%s\"}}}}\n",
		    w[2], token);
}

static void add_event(struct maker *m, char **w, const char *type)
{
	begin(m, "event", w[1]);
	strbuf_addf(m->out, ",\"type\":\"%s\",\"object\":", type);
	add_object(m, w[2], w[3]);
	strbuf_addz(m->out, "}}\n");
}

static void add_line(struct maker *m, char **w)
{
	if (strcmp(w[0], "wait") == 0) {
		m->at_ms += 1000 * strtol(w[1], NULL, 10);
	} else if (strcmp(w[0], "list") == 0) {
		add_request(m, w, false, "resourceVersion");
	} else if (strcmp(w[0], "page") == 0) {
		add_request(m, w, false, "continue");
	} else if (strcmp(w[0], "watch") == 0) {
		add_request(m, w, true, "resourceVersion");
	} else if (strcmp(w[0], "stream") == 0) {
		begin(m, "request", w[1]);
		strbuf_addz(
		    m->out,
		    ",\"method\":\"GET\",\"path\":\"/api/v1/namespaces/shop/configmaps\","
		    "\"query\":{\"allowWatchBookmarks\":\"true\",\"sendInitialEvents\":"
		    "\"true\",\"watch\":\"true\"},\"headers\":{\"User-Agent\":\"op/1\"}}}\n");
	} else if (strcmp(w[0], "whole") == 0) {
		begin(m, "event", w[1]);
		strbuf_addf(m->out,
			    ",\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\","
			    "\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"%s\","
			    "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}}\n",
			    w[2]);
	} else if (strcmp(w[0], "listed") == 0) {
		add_list(m, w);
	} else if (strcmp(w[0], "opened") == 0) {
		begin(m, "response", w[1]);
		strbuf_addz(m->out, ",\"status\":200,\"stream\":true}}\n");
	} else if (strcmp(w[0], "refused") == 0) {
		begin(m, "response", w[1]);
		strbuf_addf(m->out,
			    ",\"status\":%s,\"body\":{\"kind\":\"Status\",\"reason\":\"%s\","
			    "\"code\":%s}}}\n",
			    w[2], strcmp(w[2], "410") == 0 ? "Expired" : "Forbidden", w[2]);
	} else if (strcmp(w[0], "mark") == 0) {
		begin(m, "event", w[1]);
		strbuf_addf(m->out,
			    ",\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\","
			    "\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":"
			    "\"%s\"}}}}\n",
			    w[2]);
	} else if (strcmp(w[0], "end") == 0) {
		begin(m, "close", w[1]);
		strbuf_addz(m->out, ",\"how\":\"eof\"}}\n");
	} else {
		add_event(m, w,
			  strcmp(w[0], "add") == 0	? "ADDED"
			  : strcmp(w[0], "change") == 0 ? "MODIFIED"
							: "DELETED");
	}
}

static void make(const char *story, const char *lacks, struct strbuf *out)
{
	struct maker m = { .out = out };
	char *copy = strdup(story), *rest = NULL;

	strbuf_addf(out, "{\"recording\":1,\"source\":{\"kind\":\"%s\"}%s}\n",
		    *lacks ? "audit" : "proxy", lacks);
	for (char *line = strtok_r(copy, ";", &rest); line; line = strtok_r(NULL, ";", &rest)) {
		char *w[12] = { NULL }, *words = NULL;
		size_t n = 0;

		for (char *word = strtok_r(line, " ", &words); word && n < ARRAY_LEN(w) - 1;
		     word = strtok_r(NULL, " ", &words))
			w[n++] = word;
		if (n)
			add_line(&m, w);
	}
	free(copy);
}

static void lift(struct str text, struct lifted *t)
{
	struct lift__options opt = {
		.name = STR("x"), .from_ns = -1, .to_ns = -1, .on_note = note, .user = &t->notes
	};
	struct relist_err err = { 0 };
	struct rec__reader reader;
	struct rec__line line;
	struct lift *l = lift__new(&opt, &err);
	int code = rec__reader_init(&reader, (struct rec__input) { text_input, &text }, 0, &err);

	if (!code)
		code = lift__header(l, &reader.header, &err);
	while (!code && (code = rec__read(&reader, &line, &err)) == 1)
		code = lift__line(l, &line, &err);
	if (!code)
		code = lift__finish(l, &t->result, &err);
	if (code)
		fail_msg("%d %s", code, err.msg);
	lift__free(l);
	rec__reader_fini(&reader);
}

static size_t times(const char *text, const char *word)
{
	size_t n = 0;

	for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
		n++;
	return n;
}

/* --- --- */

#define ONE(list, watch, at)                                                                       \
	"list " list " 0 " at ";listed " list " 5 a=4 b=5;watch " watch " 5 " at ";opened " watch  \
	";"

static const struct {
	const char *name, *story, *lacks;
	size_t clients; /* of op/1 */
	size_t starts_again, cuts, differences;
	const char *has;
} cases[] = {
	{ "one client", ONE("1", "2", "") "add 2 c 6;end 2;watch 3 6;opened 3;change 3 c 7", "", 1,
	  0, 1, 0, "update configmaps/shop/c" },
	{ "one that is started again",
	  ONE("1", "2", "") "add 2 c 6;end 2;list 3 0;listed 3 6 a=4 b=5 c=6;watch 4 6;opened 4;"
			    "change 4 c 7",
	  "", 1, 1, 0, 0, NULL },
	{ "replicas, one after the other",
	  ONE("1", "2", "") ONE("3", "4", "") "add 2 c 6;add 4 c 6;change 4 c 7;change 2 c 7", "",
	  2, 0, 0, 0, "add configmaps/shop/c" },
	{ "replicas that begin together",
	  "list 1 0;list 2 0;listed 1 5 a=4 b=5;listed 2 5 a=4 b=5;watch 3 5;opened 3;watch 4 5;"
	  "opened 4;add 3 c 6;add 4 c 6",
	  "", 2, 0, 0, 0, NULL },
	{ "replicas that begin behind each other's lists",
	  "list 1 0;listed 1 5 a=4 b=5;list 2 0;listed 2 5 a=4 b=5;watch 3 5;opened 3;watch 4 5;"
	  "opened 4;add 3 c 6;add 4 c 6",
	  "", 2, 0, 0, 0, NULL },
	{ "a list that was given up",
	  "list 1 0;listed 1 5 a=4 b=5;wait 5;list 2 0;listed 2 5 a=4 b=5;watch 3 5;opened 3;add 3 "
	  "c 6",
	  "", 1, 1, 0, 1, NULL },
	{ "pages between each other",
	  "list 1 0;list 2 0;listed 1 5 a=4 +t1;listed 2 5 a=4 +t2;page 3 t1;page 4 t2;listed 3 5 "
	  "b=5;"
	  "listed 4 5 b=5;watch 5 5;opened 5;watch 6 5;opened 6;change 5 b 6;change 6 b 6",
	  "", 2, 0, 0, 1, "add configmaps/shop/a rv=2 initial" },
	{ "replicas whose watches end, each goes on where it was",
	  ONE("1", "2", "") ONE("3", "4", "") "add 2 c 6;end 2;add 4 c 6;add 4 d 7;end 4;watch 5 7;"
					      "opened 5;watch 6 6;opened 6;add 6 d 7;change 6 d 8;"
					      "change 5 d 8;change 5 d 9;change 5 d 10",
	  "", 2, 0, 1, 0, NULL },
	{ "a watch that hangs and is given up, and ends long after",
	  ONE("1", "2",
	      "") "add 2 c 6;wait 40;watch 3 6;opened 3;change 3 c 7;wait 40;end 2;change 3 "
		  "c 8",
	  "", 1, 0, 1, 0, NULL },
	{ "a watch that its apiserver took with it",
	  ONE("1", "2", "") "add 2 c 6;wait 3;watch 3 6;opened 3;change 3 c 7",
	  ",\"lacks\":[\"connections\",\"events\"]", 1, 0, 1, 0, NULL },
	{ "watches of an audit log whose apiserver lives",
	  ONE("1", "2", "@10.0.0.1")
	      ONE("3", "4", "@10.0.0.2") "add 2 c 6;add 4 c 6;end 2;watch 5 6 "
					 "@10.0.0.1;opened 5",
	  ",\"lacks\":[\"connections\",\"events\"]", 2, 0, 1, 0, NULL },
	{ "the same from other addresses",
	  ONE("1", "2", "@10.0.0.1") "end 2;wait 2;" ONE(
	      "3", "4", "@10.0.0.2") "add 4 c 6;list 5 0 @10.0.0.1;listed 5 6 a=4 b=5 c=6",
	  "", 2, 0, 0, 0, "add configmaps/shop/c" },
	{ "one that comes back at another address",
	  ONE("1", "2", "@10.0.0.1") "end 2;wait 2;" ONE("3", "4", "@10.0.0.2") "add 4 c 6", "", 1,
	  1, 0, 0, NULL },
	{ "a program that lists what its informer watches",
	  ONE("1", "2", "") "list 3 -;listed 3 5 a=4 b=5;add 2 c 6;list 4 -;listed 4 6 a=4 b=5 c=6;"
			    "change 2 c 7",
	  "", 1, 0, 0, 0, "update configmaps/shop/c" },
	{ "replicas that get the present objects as events",
	  "stream 1;opened 1;stream 2;opened 2;add 1 a 4;add 2 a 4;add 1 b 5;add 2 b 5;whole 1 5;"
	  "whole 2 5;add 1 c 6;add 2 c 6;change 1 a 7;change 2 a 7",
	  "", 2, 0, 0, 0, "update configmaps/shop/a" },
	{ "another that is refused",
	  ONE("1", "2", "") "watch 3 5 other;refused 3 403;add 2 c 6;watch 4 5 other;refused 4 401",
	  "", 1, 0, 0, 0, NULL },
	{ "a watch that was said to be too old",
	  ONE("1", "2", "") "change 2 a 6;wait 3;end 2;watch 3 6;refused 3 410;list 4 6;"
			    "listed 4 9 a=6;watch 5 9;opened 5;wait 2;add 5 c 10",
	  "", 1, 0, 1, 0, "delete configmaps/shop/b" },
};

static void lift_distinguishes_clients(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct lifted t = { 0 };

		strbuf_init(&t.notes);
		lift__result_init(&t.result);
		make(cases[i].story, cases[i].lacks, &text);
		lift(strbuf_str(&text), &t);
		if ((cases[i].clients > 1) != (strstr(t.notes.ptr, "\"op/1\" as well") ||
					       strstr(t.notes.ptr, "\"op/1 #2\" as well")) ||
		    (cases[i].clients == 1 && t.notes.len > 0) ||
		    (cases[i].clients == 1 && t.notes.len) || t.result.informers != 1 ||
		    times(t.result.text.ptr, "- restart:") != cases[i].starts_again ||
		    times(t.result.text.ptr, "- disconnect:") != cases[i].cuts ||
		    t.result.difference_count != cases[i].differences ||
		    (cases[i].has && !strstr(t.result.text.ptr, cases[i].has)))
			fail_msg("%s: %zu restarts, %zu cuts, %zu differences\n%s\n%s\n%s",
				 cases[i].name, times(t.result.text.ptr, "- restart:"),
				 times(t.result.text.ptr, "- disconnect:"),
				 t.result.difference_count, t.notes.ptr, t.result.text.ptr,
				 t.result.differences.ptr);
		lift__result_fini(&t.result);
		strbuf_fini(&t.notes);
	}
}

/* A metadata informer beside another client: its events do not carry the whole object. */
static void metadata_only_events_do_not_remove_content(void **state)
{
#define REQUEST(id, agent)                                                                         \
	"{\"request\":{\"id\":" id ",\"method\":\"GET\",\"path\":\"/api/v1/configmaps\","          \
	"\"query\":{\"resourceVersion\":\"4\",\"watch\":\"true\"},\"headers\":{\"User-Agent\":"    \
	"\"" agent "\"}}}\n{\"response\":{\"id\":" id ",\"status\":200,\"stream\":true}}\n"
#define EVENT(id, type, kind, rv, more)                                                            \
	"{\"event\":{\"id\":" id ",\"type\":\"" type "\",\"object\":{\"kind\":\"" kind             \
	"\",\"metadata\":{\"name\":\"a\",\"namespace\":\"shop\",\"resourceVersion\":\"" rv         \
	"\",\"labels\":{\"rv\":\"" rv "\"}}" more "}}}\n"
	static const char recording[] = "{\"recording\":1}\n" REQUEST("1", "gc") REQUEST("2", "op")
	    EVENT("1", "ADDED", "PartialObjectMetadata", "5", "")
		EVENT("2", "ADDED", "ConfigMap", "5", ",\"data\":{\"key\":\"first\"}")
		    EVENT("2", "MODIFIED", "ConfigMap", "6", ",\"data\":{\"key\":\"second\"}")
			EVENT("1", "MODIFIED", "PartialObjectMetadata", "6", "")
			    EVENT("1", "MODIFIED", "PartialObjectMetadata", "7", "");
	struct lifted t = { 0 };

	(void)state;
	strbuf_init(&t.notes);
	lift__result_init(&t.result);
	lift(str_of(recording), &t);
	assert_non_null(strstr(t.result.text.ptr, "data: {key: first}"));
	assert_non_null(strstr(t.result.text.ptr, "data: {key: second}"));
	assert_non_null(strstr(t.result.text.ptr,
			       "update: {configmaps/shop/a: {metadata: {labels: {rv: '7'}}}}"));
	lift__result_fini(&t.result);
	strbuf_fini(&t.notes);
}

/* --- stories that are made up --- */

enum { CLIENTS = 3, NAMES = 5, WRITES_MAX = 80, STORIES = 400 };

/* What a client does next. */
enum phase { LISTS, WAITS_FOR_LIST, WATCHES, WAITS_FOR_WATCH, LISTENS };

struct client {
	enum phase phase;
	unsigned id, hung; /* its request; a watch that it gave up, open yet */
	unsigned rv;
	const char *address;
};

struct world {
	struct choice c;
	struct strbuf *out;
	unsigned id, rv;
	unsigned lives[NAMES]; /* the version; 0: it is not there */
	struct {
		const char *type;
		unsigned name, rv;
	} writes[WRITES_MAX];
	size_t write_count;
	struct client clients[CLIENTS];
	size_t client_count;
};

static void write_one(struct world *w)
{
	unsigned name = choice_pick(&w->c, NAMES);
	unsigned lives = w->lives[name];
	bool ends = lives && rarely(&w->c, 3);

	if (w->write_count == WRITES_MAX)
		return;
	w->rv++;
	w->writes[w->write_count].type = !lives ? "add" : ends ? "delete" : "change";
	w->writes[w->write_count].name = name;
	w->writes[w->write_count++].rv = w->rv;
	w->lives[name] = ends ? 0 : w->rv;
}

static void answer_list(struct world *w, struct client *c)
{
	if (rarely(&w->c, 9)) {
		strbuf_addf(w->out, "refused %u 500;", c->id);
		c->phase = LISTS;
		return;
	}
	strbuf_addf(w->out, "listed %u %u", c->id, w->rv);
	for (unsigned i = 0; i < NAMES; i++)
		if (w->lives[i])
			strbuf_addf(w->out, " %c=%u", 'a' + (int)i, w->lives[i]);
	strbuf_addc(w->out, ';');
	c->rv = w->rv;
	c->phase = rarely(&w->c, 8) ? LISTS : WATCHES;
}

static void answer_watch(struct world *w, struct client *c)
{
	if (!rarely(&w->c, 9)) {
		strbuf_addf(w->out, "opened %u;", c->id);
		c->phase = LISTENS;
	} else if (rarely(&w->c, 2)) {
		strbuf_addf(w->out, "refused %u 410;", c->id);
		c->phase = LISTS;
	} else {
		strbuf_addf(w->out, "refused %u 403;", c->id);
		c->phase = WATCHES;
	}
}

static void hear(struct world *w, struct client *c)
{
	for (size_t i = 0; i < w->write_count; i++) {
		if (w->writes[i].rv <= c->rv)
			continue;
		strbuf_addf(w->out, "%s %u %c %u;", w->writes[i].type, c->id,
			    'a' + (int)w->writes[i].name, w->writes[i].rv);
		c->rv = w->writes[i].rv;
		return;
	}
	if (rarely(&w->c, 2))
		strbuf_addf(w->out, "mark %u %u;", c->id, w->rv);
	c->rv = w->rv;
}

static void listen_on(struct world *w, struct client *c)
{
	switch (choice_pick(&w->c, 8)) {
	case 0:
		strbuf_addf(w->out, "end %u;", c->id);
		c->phase = WATCHES;
		break;
	case 1: /* it gives up; the end comes later, or never */
		c->hung = c->id;
		c->phase = WATCHES;
		break;
	case 2:
		strbuf_addf(w->out, "end %u;", c->id);
		c->phase = LISTS;
		break;
	default:
		hear(w, c);
		break;
	}
}

static void act(struct world *w, struct client *c)
{
	switch (c->phase) {
	case LISTS:
		c->id = ++w->id;
		strbuf_addf(w->out, "list %u %s %s;", c->id, rarely(&w->c, 6) ? "-" : "0",
			    c->address);
		c->phase = WAITS_FOR_LIST;
		break;
	case WATCHES:
		c->id = ++w->id;
		strbuf_addf(w->out, "watch %u %u %s;", c->id, c->rv, c->address);
		c->phase = WAITS_FOR_WATCH;
		break;
	case WAITS_FOR_LIST:
		answer_list(w, c);
		break;
	case WAITS_FOR_WATCH:
		answer_watch(w, c);
		break;
	case LISTENS:
		listen_on(w, c);
		break;
	}
	if (c->hung && rarely(&w->c, 4)) {
		strbuf_addf(w->out, "end %u;", c->hung);
		c->hung = 0;
	}
}

static void make_story(uint64_t n, struct strbuf *out)
{
	struct world w = { .out = out, .rv = 3 };
	unsigned count;

	choice_init_seed(&w.c, 9000 + n, false);
	w.client_count = 1 + choice_pick(&w.c, CLIENTS);
	for (size_t i = 0; i < w.client_count; i++)
		w.clients[i].address = ANY(&w.c, "", "", "@10.0.0.1", "@10.0.0.2");
	write_one(&w);
	count = 12 + choice_pick(&w.c, 50);
	for (unsigned i = 0; i < count; i++) {
		struct client *c = &w.clients[choice_pick(&w.c, (uint32_t)w.client_count)];

		if (rarely(&w.c, 5))
			write_one(&w);
		if (rarely(&w.c, 12))
			strbuf_addf(out, "wait %u;", 1 + choice_pick(&w.c, 40));
		act(&w, c);
	}
}

/* The test above checks correctness; this one detects changes of other outcomes. */
static void generated_clients_are_lifted_as_in_the_golden_file(void **state)
{
	static const char *const lacks[] = {
		"",
		"",
		",\"lacks\":[\"connections\",\"events\"]",
		",\"lacks\":[\"events\",\"ends\"]",
		",\"lacks\":[\"ends\"]",
	};
	struct fingerprints f = { "tests/golden/outputs/made-clients.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < STORIES; n++) {
		AUTO_STRBUF story = STRBUF_INIT, recording = STRBUF_INIT, lifted = STRBUF_INIT;
		char name[24];

		make_story(n, &story);
		make(story.ptr, lacks[n % ARRAY_LEN(lacks)], &recording);
		(void)lift_made(strbuf_str(&recording), n, &lifted);
		(void)snprintf(name, sizeof(name), "clients-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		fingerprints_add(&f, "story", strbuf_str(&story));
		fingerprints_add(&f, "scenario", strbuf_str(&lifted));
	}
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(metadata_only_events_do_not_remove_content),
		cmocka_unit_test(lift_distinguishes_clients),
		cmocka_unit_test(generated_clients_are_lifted_as_in_the_golden_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
