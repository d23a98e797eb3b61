/* SPDX-License-Identifier: Apache-2.0 */
/* The tree has everything that the file has: worlds, steps, streams, matrices. */
#include "runner/posix/files.h"
#include "runner/language/scenario.h"
#include "tests/kit/testing.h"

static struct scn__scenario *load_text(struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("t.yaml"), text, &errors);

	for (size_t i = 0; i < errors.len && !s; i++)
		print_error("%u:%u: %s\n", errors.items[i].pos.line, errors.items[i].pos.column,
			    errors.items[i].msg);
	assert_non_null(s);
	scn__errors_fini(&errors);
	return s;
}

static struct scn__scenario *load_file(const char *path)
{
	struct strbuf text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct scn__scenario *s;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &err))
		fail_msg("%s", err.msg);
	s = load_text(strbuf_str(&text));
	strbuf_fini(&text);
	return s;
}

/* The steps go below a world with two informers and a controller. */
static struct scn__scenario *load_steps(const char *steps)
{
	static const char world[] =
	    "scenario: t\n"
	    "world:\n"
	    "  server: {rv: 10, backends: [A, B]}\n"
	    "  types: {pods: v1/pods, nodes: v1/nodes, zks: z.example.org/v1/zks}\n"
	    "  objects: {pod: {spec: {nodeName: n1}, metadata: {labels: {a: b}}}}\n"
	    "  informers:\n"
	    "    pods: {indexes: {by-node: spec.nodeName}, handlers: {h1: {}, h2: {resync: 5s}}}\n"
	    "    nodes: {initial: watchlist, resync: 1m, handlers: {h1: {}}}\n"
	    "    zks: {handlers: {zk: {enqueue: key}}}\n"
	    "  controllers:\n"
	    "    zk: {reconcile: stock/mirror, children: {type: pods, name: 'x-{name}'},\n"
	    "         queue: {workers: 2, backoff: 5ms..16m}}\n"
	    "steps:\n";
	struct strbuf text = STRBUF_INIT;
	struct scn__scenario *s;

	strbuf_addf(&text, "%s%s", world, steps);
	s = load_text(strbuf_str(&text));
	strbuf_fini(&text);
	return s;
}

static const struct scn__step *step_at(const struct scn__scenario *s, size_t i)
{
	assert_true(i < s->cells[0].step_count);
	return &s->cells[0].steps[i];
}

static void assert_json(const struct scn__node *node, const char *json)
{
	struct strbuf out = STRBUF_INIT;

	scn__node_json(node, NULL, NULL, &out);
	assert_string_equal(out.ptr, json);
	strbuf_fini(&out);
}

static void three_large_scenarios_load_with_their_cells_and_steps(void **state)
{
	struct scn__scenario *gone =
	    load_file("scenarios/c-expired/gone-midwatch-missed-delete.yaml");
	struct scn__scenario *late = load_file("scenarios/e-resync/resync-late-handler.yaml");
	struct scn__scenario *stale =
	    load_file("scenarios/bugs/stale-failover-deletes-live-pvc.yaml");

	(void)state;
	assert_int_equal(gone->cell_count, 2);
	assert_string_equal(gone->cells[0].name.ptr, "form=in-stream");
	assert_string_equal(gone->cells[1].name.ptr, "form=http-status");
	assert_int_equal(gone->ref_count, 3);
	assert_true(gone->has_seed);
	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < gone->cells[i].step_count; j++)
			if (gone->cells[i].steps[j].kind == SCN_COMPACT)
				assert_int_equal(gone->cells[i].steps[j].compact.gone,
						 i ? SCN_HTTP_STATUS : SCN_IN_STREAM);
	assert_int_equal(late->cells[0].world.handler_count, 2);
	assert_true(late->cells[0].world.handlers[1].added_later);
	assert_int_equal(late->cells[0].world.handlers[1].resync_ns, 3 * NS_PER_S);
	assert_int_equal(stale->cells[0].outcome.kind, SCN_FAILS_AT_NEVER);
	assert_int_equal(stale->cells[1].outcome.kind, SCN_PASSES);
	assert_false(stale->cells[0].world.controllers[0].match_by_uid);
	assert_true(stale->cells[1].world.controllers[0].match_by_uid);
	scn__scenario_free(gone);
	scn__scenario_free(late);
	scn__scenario_free(stale);
}

static void world_is_linked_to_its_types_and_informers(void **state)
{
	struct scn__scenario *s = load_steps("  - start: all\n");
	const struct scn__world *w = &s->cells[0].world;

	(void)state;
	assert_int_equal(w->rv, 10);
	assert_int_equal(w->backend_count, 2);
	assert_false(w->classic);
	assert_int_equal(w->gate_atomic, -1);
	assert_true(w->types[0].builtin && w->types[0].namespaced);
	assert_string_equal(w->types[0].kind.ptr, "Pod");
	assert_false(w->types[1].namespaced);
	assert_false(w->types[2].builtin);
	assert_string_equal(w->types[2].kind.ptr, "Zk");
	assert_ptr_equal(w->informers[1].type, &w->types[1]);
	assert_true(w->informers[1].watch_list);
	assert_false(w->informers[0].watch_list);
	assert_int_equal(w->informers[1].resync_ns, 60 * NS_PER_S);
	assert_int_equal(w->informers[0].handler_count, 2);
	assert_int_equal(w->informers[0].handlers[1]->resync_ns, 5 * NS_PER_S);
	assert_int_equal(w->informers[0].handlers[0]->resync_ns, -1);
	assert_ptr_equal(w->informers[2].handlers[0]->controller, &w->controllers[0]);
	assert_ptr_equal(w->controllers[0].parent, &w->types[2]);
	assert_ptr_equal(w->controllers[0].child, &w->types[0]);
	assert_int_equal(w->controllers[0].workers, 2);
	assert_int_equal(w->controllers[0].backoff_max_ns, 16 * 60 * NS_PER_S);
	scn__scenario_free(s);
}

static void kind_of_a_custom_type_is_its_capitalized_singular(void **state)
{
	static const struct {
		const char *resource, *kind;
	} rows[] = {
		{ "example.org/v1/things", "Thing" },
		{ "example.org/v1/policies", "Policy" },
		{ "example.org/v1/dies", "Dy" },
		{ "example.org/v1/ies", "Ie" },
		{ "example.org/v1/movie", "Movie" },
		{ "example.org/v1/seriesx", "Seriesx" },
		{ "example.org/v1/as", "A" },
		{ "example.org/v1/s", "S" },
		{ "example.org/v1/zs", "Z" },
		{ "example.org/v1/Xs", "X" },
		{ "example.org/v1/0s", "0" },
		{ "v1/pods", "Pod" },
		{ "networking.k8s.io/v1/networkpolicies", "NetworkPolicy" },
		{ "apps/v1/deployments", "Deployment" },
		{ "{resource: example.org/v1/things, kind: Stuff}", "Stuff" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct strbuf text = STRBUF_INIT;
		struct scn__scenario *s;

		strbuf_addf(&text,
			    "scenario: t\nworld: {types: {x: %s}, informers: {x: }}\n"
			    "steps: [start]\n",
			    rows[i].resource);
		s = load_text(strbuf_str(&text));
		assert_string_equal(s->cells[0].world.types[0].kind.ptr, rows[i].kind);
		scn__scenario_free(s);
		strbuf_fini(&text);
	}
}

static void bodies_come_from_templates(void **state)
{
	struct scn__scenario *s = load_steps(
	    "  - create: {pods/default/a: pod, nodes/n1: {}, nodes/n2: }\n"
	    "  - create:\n"
	    "      pods/default/b: {from: pod, spec: {x: 1}, metadata: {labels: {a: c}}}\n"
	    "      uid: $u\n"
	    "  - create: {'pods/default/p-{n}': {data: {v: 'v{n}'}}, times: 3}\n"
	    "  - delete: {keys: ['pods/default/p-{n}', pods/default/a], times: 2}\n"
	    "  - update: {pods/default/b: {spec: null}, uid: new}\n");
	const struct scn__step *p = step_at(s, 0);

	(void)state;
	assert_int_equal(p->write.count, 3);
	assert_json(p->write.objects[0].body,
		    "{\"spec\":{\"nodeName\":\"n1\"},\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
	assert_string_equal(p->write.objects[0].key.text.ptr, "default/a");
	assert_string_equal(p->write.objects[1].key.text.ptr, "n1");
	assert_null(p->write.objects[2].body);
	p = step_at(s, 1);
	assert_string_equal(p->write.uid.ptr, "u");
	assert_json(
	    p->write.objects[0].body,
	    "{\"spec\":{\"nodeName\":\"n1\",\"x\":1},\"metadata\":{\"labels\":{\"a\":\"c\"}}}");
	p = step_at(s, 2);
	assert_int_equal(p->write.count, 3);
	assert_string_equal(p->write.objects[2].key.text.ptr, "default/p-3");
	assert_json(p->write.objects[2].body, "{\"data\":{\"v\":\"v3\"}}");
	p = step_at(s, 3);
	assert_int_equal(p->delete_.count, 3);
	assert_string_equal(p->delete_.keys[0].text.ptr, "default/p-1");
	assert_string_equal(p->delete_.keys[1].text.ptr, "default/a");
	assert_string_equal(p->delete_.keys[2].text.ptr, "default/p-2");
	assert_true(step_at(s, 4)->write.new_uid);
	scn__scenario_free(s);
}

static void steps_load_with_their_arguments(void **state)
{
	struct scn__scenario *s = load_steps(
	    "  - start: [pods, nodes]\n"
	    "  - {disconnect: , note: every one, label: cut}\n"
	    "  - disconnect: {type: pods, how: blackhole, backend: B}\n"
	    "  - fail: {match: LIST pods nth=2 from=B continued, status: 410, times: forever}\n"
	    "  - fail: {match: WATCH all, status: 500, how: in-stream, retryAfter: 3s}\n"
	    "  - reply:\n"
	    "      match: WATCH nodes\n"
	    "      headers: {X-A: b}\n"
	    "      body: ['{\"a\":', {hex: c3 a9}, {wait: 3s}, {json: {b: [1, two]}}, {close: "
	    "fin}]\n"
	    "  - send: {to: pods, body: x, cuts: [1, 5]}\n"
	    "  - drop: {event: delete pods, times: 2}\n"
	    "  - lag: {backend: B, by: 3}\n"
	    "  - failover: {to: B, controller: zk, how: fin}\n"
	    "  - hold: event pods/default/a nth=2\n"
	    "  - release: all\n"
	    "  - hold: handler/nodes/h1\n"
	    "  - hold: queue/pods\n"
	    "  - bookmark: {type: pods, initial: true}\n"
	    "  - start: zk\n"
	    "  - crash: {controller: zk, after-writes: 1}\n"
	    "  - restart: {controller: zk, backend: B}\n"
	    "  - worker: {do: add-after, key: default/z, after: 5h}\n"
	    "  - advance: 1h30m\n"
	    "  - gc\n");
	const struct scn__world *w = &s->cells[0].world;
	const struct scn__step *p = step_at(s, 1);

	(void)state;
	assert_int_equal(step_at(s, 0)->run.informer_count, 2);
	assert_string_equal(p->note.ptr, "every one");
	assert_string_equal(p->label.ptr, "cut");
	assert_null(p->disconnect.type);
	assert_int_equal(p->disconnect.how, SCN_HOW_RST);
	assert_int_equal(p->disconnect.backend, -1);
	p = step_at(s, 2);
	assert_ptr_equal(p->disconnect.type, &w->types[0]);
	assert_int_equal(p->disconnect.how, SCN_HOW_BLACKHOLE);
	assert_int_equal(p->disconnect.backend, 1);
	p = step_at(s, 3);
	assert_int_equal(p->fail.match.verb, SCN_V_LIST);
	assert_int_equal(p->fail.match.nth, 2);
	assert_int_equal(p->fail.match.backend, 1);
	assert_true(p->fail.match.continued);
	assert_int_equal(p->fail.times, SCN_FOREVER);
	assert_int_equal(p->fail.how, SCN_FAIL_HTTP_STATUS);
	p = step_at(s, 4);
	assert_null(p->fail.match.type);
	assert_int_equal(p->fail.how, SCN_FAIL_IN_STREAM);
	assert_int_equal(p->fail.retry_after_ns, 3 * NS_PER_S);
	p = step_at(s, 5);
	assert_int_equal(p->reply.status, 0); /* not written */
	assert_int_equal(p->reply.chunk_count, 5);
	assert_true(str_eqz(p->reply.body[1].bytes, "\xc3\xa9"));
	assert_int_equal(p->reply.body[2].wait_ns, 3 * NS_PER_S);
	assert_string_equal(p->reply.body[3].bytes.ptr, "{\"b\":[1,\"two\"]}\n");
	assert_int_equal(p->reply.body[4].close, SCN_HOW_FIN);
	p = step_at(s, 6);
	assert_int_equal(p->send.cut_count, 2);
	assert_int_equal(p->send.cuts[1], 5);
	p = step_at(s, 7);
	assert_int_equal(p->drop.event, SCN_EVENT_DELETE);
	assert_ptr_equal(p->drop.key.type, &w->types[0]);
	assert_int_equal(p->drop.key.name.len, 0);
	assert_int_equal(step_at(s, 8)->lag.by, 3);
	p = step_at(s, 9);
	assert_int_equal(p->failover.to, 1);
	assert_ptr_equal(p->failover.controller, &w->controllers[0]);
	assert_int_equal(p->failover.how, SCN_HOW_FIN);
	p = step_at(s, 10);
	assert_int_equal(p->hold.point, SCN_POINT_EVENT);
	assert_string_equal(p->hold.key.text.ptr, "default/a");
	assert_int_equal(p->hold.nth, 2);
	assert_ptr_equal(step_at(s, 12)->hold.handler, w->informers[1].handlers[0]);
	assert_ptr_equal(step_at(s, 13)->hold.informer, &w->informers[0]);
	assert_true(step_at(s, 14)->bookmark.initial);
	assert_int_equal(step_at(s, 16)->run.after_writes, 1);
	assert_int_equal(step_at(s, 17)->run.backend, 1);
	p = step_at(s, 18);
	assert_int_equal(p->worker.what, SCN_WORKER_ADD_AFTER);
	assert_ptr_equal(p->worker.controller, &w->controllers[0]);
	assert_int_equal(step_at(s, 19)->advance_ns, 5400 * NS_PER_S);
	assert_int_equal(step_at(s, 20)->kind, SCN_GC);
	scn__scenario_free(s);
}

static const struct scn__section *section_of(const struct scn__step *p, size_t i)
{
	assert_true(i < p->expect.count);
	return &p->expect.sections[i];
}

static void short_and_map_form_of_items_load_equally(void **state)
{
	static const char *const pairs[][2] = {
		{ "requests: [LIST pods rv=0 limit=500 -> 200@12 from B]",
		  "requests: [{LIST: pods, rv: 0, limit: 500, answer: 200@12, from: B}]" },
		{ "requests: [WATCH pods rv=\"\" bookmarks no-initial-events after=1s..2s -> gone]",
		  "requests: [{WATCH: pods, rv: '', bookmarks: true, initial-events: false, "
		  "after: 1s..2s, answer: gone}]" },
		{ "handlers: {h2: [add pods/default/a rv=12 initial]}",
		  "handlers: {h2: [{add: pods/default/a, rv: 12, initial: true}]}" },
		{ "handlers: {h2: [add pods/default/a live]}",
		  "handlers: {h2: [{add: pods/default/a, initial: false}]}" },
		{ "handlers: {h2: [update pods/default/a 11->12]}",
		  "handlers: {h2: [{update: pods/default/a, old-rv: 11, rv: 12}]}" },
		{ "handlers: {h2: [delete pods/default/a unknown]}",
		  "handlers: {h2: [{delete: pods/default/a, unknown: true}]}" },
		{ "writes: ['PATCH pods/default/a metadata.finalizers=[] uid=$u by zk -> 409']",
		  "writes: [{PATCH: pods/default/a, metadata.finalizers: [], uid: $u, by: zk, "
		  "answer: 409}]" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
		struct scn__scenario *s[2];
		const struct scn__item *a, *b;

		for (size_t j = 0; j < 2; j++) {
			struct strbuf steps = STRBUF_INIT;

			strbuf_addf(&steps, "  - start: all\n  - expect: {%s}\n", pairs[i][j]);
			s[j] = load_steps(steps.ptr);
			strbuf_fini(&steps);
		}
		/* All streams begin a section's union, handlers' after their pointer. */
		if (section_of(step_at(s[0], 1), 0)->kind == SCN_S_HANDLERS) {
			a = section_of(step_at(s[0], 1), 0)->handlers.stream.items;
			b = section_of(step_at(s[1], 1), 0)->handlers.stream.items;
		} else {
			a = section_of(step_at(s[0], 1), 0)->requests.items;
			b = section_of(step_at(s[1], 1), 0)->requests.items;
		}
		assert_int_equal(a->verb, b->verb);
		assert_string_equal(a->type->name.ptr, b->type->name.ptr);
		assert_int_equal(a->rv != NULL, b->rv != NULL);
		if (a->rv)
			assert_true(str_eq(a->rv->text, b->rv->text));
		if (a->old_rv)
			assert_true(str_eq(a->old_rv->text, b->old_rv->text));
		assert_int_equal(a->initial, b->initial);
		assert_int_equal(a->unknown, b->unknown);
		assert_int_equal(a->bookmarks, b->bookmarks);
		assert_int_equal(a->initial_events, b->initial_events);
		assert_int_equal(a->answer, b->answer);
		assert_int_equal(a->status, b->status);
		assert_int_equal(a->backend, b->backend);
		assert_int_equal(a->after_max_ns, b->after_max_ns);
		assert_int_equal(a->path_count, b->path_count);
		assert_int_equal(a->by != NULL, b->by != NULL);
		scn__scenario_free(s[0]);
		scn__scenario_free(s[1]);
	}
}

static void sections_load_with_their_types(void **state)
{
	struct scn__scenario *s = load_steps(
	    "  - start: all\n"
	    "  - expect:\n"
	    "      cache: {pods: [default/a, default/b], nodes: {n1: absent, n2: {spec: {x: "
	    "any}}}}\n"
	    "      index: {pods.by-node: {n1: [default/a], n2: absent}}\n"
	    "      sync: {pods: {store: true, handlers: false, rv: $rv, handler.h2: true}}\n"
	    "      queue: {zk: {ready: [default/z], delayed: [], retries: {default/z: <=3}}}\n"
	    "      counts: {LIST pods: <=2, handlers.nodes/h1.add: 3, watches: 1, requests.pods: "
	    "2,\n"
	    "               index.pods.by-node: 0, writes.CREATE: 1}\n"
	    "      log: [raised, /from 3s/]\n"
	    "      at: 0s..1s\n");
	const struct scn__world *w = &s->cells[0].world;
	const struct scn__step *p = step_at(s, 1);
	const struct scn__section *e = section_of(p, 0);

	(void)state;
	assert_int_equal(p->expect.count, 8);
	assert_true(e->objects.exact);
	assert_int_equal(e->objects.count, 2);
	assert_int_equal(e->objects.objects[1].want->form, SCN_ANY);
	e = section_of(p, 1);
	assert_false(e->objects.exact);
	assert_ptr_equal(e->objects.type, &w->types[1]);
	assert_int_equal(e->objects.objects[0].want->form, SCN_ABSENT);
	assert_int_equal(e->objects.objects[1].want->kind, SCN_MAP);
	e = section_of(p, 2);
	assert_string_equal(e->index.index.ptr, "by-node");
	assert_int_equal(e->index.values[0].key_count, 1);
	assert_int_equal(e->index.values[1].key_count, 0);
	e = section_of(p, 3);
	assert_int_equal(e->sync.store, SCN_YES);
	assert_int_equal(e->sync.handlers, SCN_NO);
	assert_int_equal(e->sync.stopped, SCN_UNCHECKED);
	assert_int_equal(e->sync.rv->form, SCN_NAME);
	assert_ptr_equal(e->sync.each[0].handler, w->informers[0].handlers[1]);
	e = section_of(p, 4);
	assert_true(e->queue.ready.given && e->queue.delayed.given && !e->queue.processing.given);
	assert_int_equal(e->queue.retries[0].want->form, SCN_LE);
	e = section_of(p, 5);
	assert_int_equal(e->counts.count, 6);
	assert_int_equal(e->counts.items[0].verb, SCN_V_LIST);
	assert_ptr_equal(e->counts.items[0].type, &w->types[0]);
	assert_ptr_equal(e->counts.items[1].handler, w->informers[1].handlers[0]);
	assert_int_equal(e->counts.items[1].verb, SCN_V_ADD);
	assert_false(e->counts.items[2].has_verb);
	assert_string_equal(e->counts.items[4].index.ptr, "by-node");
	assert_int_equal(e->counts.items[5].verb, SCN_V_W_CREATE);
	e = section_of(p, 6);
	assert_int_equal(e->log.count, 2);
	assert_int_equal(e->log.items[1]->form, SCN_REGEX);
	e = section_of(p, 7);
	assert_int_equal(e->at.max_ns, NS_PER_S);
	scn__scenario_free(s);
}

static void streams_have_gaps_and_groups(void **state)
{
	struct scn__scenario *s = load_steps(
	    "  - start: all\n"
	    "  - expect:\n"
	    "      handlers:\n"
	    "        h2: [..., {any-order: [add pods/default/a, add pods/default/b]}, ...]\n"
	    "        nodes/h1: []\n"
	    "  - never:\n"
	    "      - writes: DELETE pods/default/*\n"
	    "      - {requests: ANY nodes, until: later}\n"
	    "  - {settle: , label: later}\n"
	    "  - never: {handlers: {h2: delete}}\n");
	const struct scn__section *e = section_of(step_at(s, 1), 0);
	const struct scn__step *never = step_at(s, 2);

	(void)state;
	assert_int_equal(e->handlers.stream.count, 3);
	assert_int_equal(e->handlers.stream.items[0].kind, SCN_GAP);
	assert_int_equal(e->handlers.stream.items[1].kind, SCN_ANY_ORDER);
	assert_int_equal(e->handlers.stream.items[1].item_count, 2);
	assert_int_equal(section_of(step_at(s, 1), 1)->handlers.stream.count, 0);
	assert_int_equal(never->never.expect.count, 2);
	assert_int_equal(never->never.first, 0);
	assert_ptr_equal(never->never.until, step_at(s, 3));
	assert_true(never->never.expect.sections[0].writes.items[0].key_any);
	assert_string_equal(never->never.expect.sections[0].writes.items[0].key.ns.ptr, "default");
	assert_int_equal(never->never.expect.sections[1].requests.items[0].verb, SCN_V_ANY_REQUEST);
	assert_int_equal(step_at(s, 4)->never.first, 2);
	scn__scenario_free(s);
}

static void errors_give_the_column_of_a_value(void **state)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(
	    STR("t.yaml"),
	    STR("scenario: t\n"
		"world: {types: {pods: v1/pods}, informers: {pods: {handlers: {é: {}}}}}\n"
		"steps:\n"
		"  - start: pods\n"
		"  - expect: {requests: ['LIST pods rv=0 -> 200 from B', \"LIST podz\"]}\n"),
	    &errors);

	(void)state;
	assert_null(s);
	assert_int_equal(errors.error_count, 3);
	assert_int_equal(errors.items[0].pos.column, 63); /* é is no letter for a name */
	assert_int_equal(errors.items[1].pos.column, 53);
	assert_int_equal(errors.items[2].pos.column, 63);
	scn__errors_fini(&errors);
}

static void matrix_has_a_cell_for_every_combination(void **state)
{
	struct scn__scenario *s = load_text(
	    STR("scenario: t\n"
		"let: {base: pods, key: $base/default/a, body: {x: $seconds}}\n"
		"matrix: {how: [rst, fin], seconds: [1s, 2s, 3s]}\n"
		"outcome: {rst: passes, 'how=fin': fails, 'fin,seconds=3s': 'fails at expect[0]'}\n"
		"world: {types: {pods: v1/pods}, informers: {pods: {resync: $seconds}}}\n"
		"steps:\n"
		"  - create: {$key: {spec: $body, y: 'a$how-b', z: '$5'}}\n"
		"  - start: $base\n"
		"  - disconnect: {type: pods, how: $how}\n"
		"  - expect: {requests: [LIST $base, ...]}\n"));

	(void)state;
	assert_int_equal(s->cell_count, 6);
	for (size_t i = 0; i < 6; i++) {
		const struct scn__cell *c = &s->cells[i];
		bool fin = i >= 3;
		struct strbuf json = STRBUF_INIT;

		strbuf_addf(&json, "{\"spec\":{\"x\":\"%zus\"},\"y\":\"a%s-b\",\"z\":\"$5\"}",
			    i % 3 + 1, fin ? "fin" : "rst");
		assert_json(c->steps[0].write.objects[0].body, json.ptr);
		strbuf_fini(&json);
		assert_string_equal(c->steps[0].write.objects[0].key.text.ptr, "default/a");
		assert_int_equal(c->world.informers[0].resync_ns, (int64_t)(i % 3 + 1) * NS_PER_S);
		assert_int_equal(c->steps[2].disconnect.how, fin ? SCN_HOW_FIN : SCN_HOW_RST);
		assert_int_equal(c->outcome.kind, i == 5 ? SCN_FAILS_AT_STEP
						  : fin	 ? SCN_FAILS
							 : SCN_PASSES);
	}
	assert_string_equal(s->cells[4].name.ptr, "how=fin,seconds=2s");
	scn__scenario_free(s);
}

static void scenario_head_loads_its_members(void **state)
{
	struct scn__scenario *s =
	    load_text(STR("scenario: a-name.2\n"
			  "about: >\n  two\n  lines\n"
			  "refs: [a/b#1, https://x.org/y, K8SPXC-716, other-scenario]\n"
			  "tags: [410, x]\n"
			  "seed: 7\n"
			  "world:\n"
			  "  profile: client-go-1.32\n"
			  "  gates: {AtomicFIFO: true}\n"
			  "  types: {pods: v1/pods}\n"
			  "always:\n"
			  "  no-time-travel: {off: the server is rewound}\n"
			  "  no-request-storm: {rate: 2.5, burst: 10}\n"
			  "external: {checks: [requests, state], patience: 30s}\n"
			  "outcome: fails at here\n"
			  "steps: [{settle: , label: here}]\n"));
	const struct scn__cell *c = &s->cells[0];

	(void)state;
	assert_string_equal(s->about.ptr, "two lines\n");
	assert_int_equal(s->ref_count, 4);
	assert_string_equal(s->tags[0].ptr, "410");
	assert_int_equal(s->seed, 7);
	assert_int_equal(s->cell_count, 1);
	assert_string_equal(c->name.ptr, "");
	assert_true(c->world.classic);
	assert_int_equal(c->world.gate_atomic, 1);
	assert_true(c->always[SCN_O_NO_TIME_TRAVEL].off);
	assert_true(c->always[SCN_O_NO_REQUEST_STORM].rate_max > 2.4);
	assert_int_equal(c->always[SCN_O_NO_REQUEST_STORM].burst, 10);
	assert_int_equal(c->external.sections, 1u << SCN_S_REQUESTS | 1u << SCN_S_STATE);
	assert_int_equal(c->external.patience_ns, 30 * NS_PER_S);
	assert_int_equal(c->outcome.kind, SCN_FAILS_AT_STEP);
	assert_ptr_equal(c->outcome.step, &c->steps[0]);
	scn__scenario_free(s);
}

static void expansion_of_times_is_limited(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct scn__errors errors = { 0 };

	(void)state;
	strbuf_addz(&text, "scenario: t\nworld: {types: {pods: v1/pods}}\nsteps:\n"
			   "  - create:\n      times: 20000\n      pods/x/a-{n}:\n        d: [");
	for (size_t i = 0; i < 5000; i++)
		strbuf_addz(&text, "'{n}', ");
	strbuf_addz(&text, "x]\n");
	assert_null(scn__scenario_load(STR("t.yaml"), strbuf_str(&text), &errors));
	assert_false(errors.failed);
	assert_int_equal(errors.error_count, 1);
	assert_non_null(strstr(errors.items[0].msg, "too large"));
	scn__errors_fini(&errors);
	strbuf_fini(&text);
}

static void load_with_little_memory(const struct strbuf *text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("t.yaml"), strbuf_str(text), &errors);

	assert_true(s || errors.failed || errors.error_count);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
}

static void load_survives_every_failing_allocation(void **state)
{
	static const char *const paths[] = {
		"scenarios/c-expired/gone-midwatch-missed-delete.yaml",
		"scenarios/bugs/stale-failover-deletes-live-pvc.yaml",
		"tests/golden/scenario-bad/file/many-errors.yaml",
	};
	struct strbuf text = STRBUF_INIT;
	struct relist_err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		strbuf_clear(&text);
		assert_int_equal(runner__read_file(paths[i], SCN_FILE_BYTES_MAX, &text, &err), 0);
		FOR_EACH_FAILING_ALLOC(load_with_little_memory(&text));
	}
	strbuf_fini(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_large_scenarios_load_with_their_cells_and_steps),
		cmocka_unit_test(world_is_linked_to_its_types_and_informers),
		cmocka_unit_test(kind_of_a_custom_type_is_its_capitalized_singular),
		cmocka_unit_test(bodies_come_from_templates),
		cmocka_unit_test(steps_load_with_their_arguments),
		cmocka_unit_test(short_and_map_form_of_items_load_equally),
		cmocka_unit_test(sections_load_with_their_types),
		cmocka_unit_test(streams_have_gaps_and_groups),
		cmocka_unit_test(errors_give_the_column_of_a_value),
		cmocka_unit_test(matrix_has_a_cell_for_every_combination),
		cmocka_unit_test(scenario_head_loads_its_members),
		cmocka_unit_test(expansion_of_times_is_limited),
		cmocka_unit_test(load_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
