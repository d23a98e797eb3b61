/* SPDX-License-Identifier: Apache-2.0 */
/* step_args.c - the argument kinds of steps: events, points, chunks, names. */
#include "runner/language/build.h"

/* --- event --- */

static void read_event(struct scn__build *b, const struct scn__node *node, struct scn__step *step)
{
	static const char *const words[] = { "any", "add", "update", "delete" };
	struct scn__line line;
	size_t type = 0;

	if (!scn__split(b, node, &line))
		return;
	while (type < ARRAY_LEN(words) && !str_eqz(line.words[0], words[type]))
		type++;
	if (type == ARRAY_LEN(words)) {
		scn__unknown(b, node->pos, "event", "", line.words[0], words, ARRAY_LEN(words),
			     sizeof(*words));
		return;
	}
	step->drop.event = (enum scn__event_type)type;
	if (line.count != 2)
		scn__fail(b, node->pos, "an event is %s and an object or a type", words[type]);
	else if (memchr(line.words[1].ptr, '/', line.words[1].len))
		(void)scn__parse_rule_key(b, scn__shift(node, line.words[1]), line.words[1],
					  &step->drop.key);
	else
		step->drop.key.type =
		    scn__find_type(b, scn__shift(node, line.words[1]), scn__copy(b, line.words[1]));
}

/* --- keys --- */

static void read_keys(struct scn__build *b, const struct scn__arg *arg,
		      const struct scn__node *node, struct scn__step *step)
{
	size_t count;
	const struct str *texts = scn__want_texts(b, node, "keys of delete", &count);
	struct scn__key *keys = scn__alloc(b, count, sizeof(*keys));

	(void)arg;
	step->delete_.keys = keys;
	for (size_t i = 0; keys && texts && i < count; i++) {
		struct scn__pos pos =
		    node->kind == SCN_LIST && count == node->count ? node->items[i].pos : node->pos;

		if (strstr(texts[i].ptr, "{n}")) /* repeat_keys() counts it, in any order */
			keys[step->delete_.count++] =
			    (struct scn__key) { .text = texts[i], .pos = pos };
		else if (scn__parse_step_key(b, pos, texts[i], &keys[step->delete_.count]))
			step->delete_.count++;
	}
}

/* --- chunks --- */

static struct str read_hex(struct scn__build *b, const struct scn__node *node)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct str s = node->text;
	bool good = node->kind == SCN_SCALAR && s.len > 0;
	int high = -1;

	for (size_t i = 0; i < s.len && good; i++) {
		int d = hex_digit(s.ptr[i]);

		if (s.ptr[i] == ' ' || s.ptr[i] == '\n')
			continue;
		good = d >= 0;
		if (high < 0) {
			high = d;
			continue;
		}
		strbuf_addc(&out, (char)(high * 16 + d));
		high = -1;
	}
	if (!good || high >= 0)
		scn__fail(b, node->pos, "hex is pairs of digits: \"c3a9\"");
	b->arena->failed |= out.failed;
	return scn__copy(b, strbuf_str(&out));
}

static void read_chunk_map(struct scn__build *b, const struct scn__node *node,
			   struct scn__chunk *out)
{
	static const char *const words[] = { "json", "hex", "wait", "close" };
	const struct scn__entry *e = node->entries;
	AUTO_STRBUF json = STRBUF_INIT;
	int how;

	if (node->count != 1) {
		scn__fail(b, node->pos,
			  "a chunk is text, or one of {json}, {hex}, {wait}, {close}");
		return;
	}
	if (str_eqz(e->key, "json")) {
		scn__node_json(e->value, NULL, NULL, &json);
		strbuf_addc(&json, '\n');
		b->arena->failed |= json.failed;
		out->bytes = scn__copy(b, strbuf_str(&json));
	} else if (str_eqz(e->key, "hex")) {
		out->bytes = read_hex(b, e->value);
	} else if (str_eqz(e->key, "wait")) {
		out->kind = SCN_CHUNK_WAIT;
		(void)scn__want_duration(b, e->value, "wait", &out->wait_ns);
	} else if (str_eqz(e->key, "close")) {
		out->kind = SCN_CHUNK_CLOSE;
		how = e->value->kind == SCN_SCALAR
			  ? scn__word_index(e->value->text, "rst|fin|blackhole")
			  : -1;
		if (how < 0)
			scn__fail(b, e->value->pos, "close is rst, fin or blackhole");
		else
			out->close = (enum scn__how)how;
	} else {
		scn__unknown(b, e->pos, "chunk", "", e->key, words, ARRAY_LEN(words),
			     sizeof(*words));
	}
}

static const struct scn__chunk *read_chunks(struct scn__build *b, const struct scn__node *node,
					    size_t *count)
{
	struct scn__node one = { .kind = SCN_LIST, .pos = node->pos, .count = 1, .items = node };
	const struct scn__node *list = node->kind == SCN_LIST ? node : &one;
	struct scn__chunk *out = scn__alloc(b, list->count, sizeof(*out));

	*count = out ? list->count : 0;
	for (size_t i = 0; out && i < list->count; i++) {
		const struct scn__node *n = &list->items[i];

		if (n->kind == SCN_MAP)
			read_chunk_map(b, n, &out[i]);
		else if (n->kind == SCN_SCALAR)
			out[i].bytes = n->text;
		else
			scn__fail(b, n->pos, "a chunk is a list, must be text or a map");
		if (i && out[i - 1].kind == SCN_CHUNK_CLOSE)
			scn__fail(b, n->pos, "nothing can follow `close`");
	}
	return out;
}

static void read_cuts(struct scn__build *b, const struct scn__node *node, struct scn__step *step)
{
	uint64_t *cuts;

	if (node->kind == SCN_SCALAR && str_eqz(node->text, "every")) {
		step->send.cuts_every = true;
		return;
	}
	if (node->kind != SCN_LIST) {
		scn__fail(b, node->pos, "cuts is `every`, or a list of offsets");
		return;
	}
	cuts = scn__alloc(b, node->count, sizeof(*cuts));
	step->send.cuts = cuts;
	for (size_t i = 0; cuts && i < node->count; i++) {
		if (!scn__want_uint(b, &node->items[i], "an offset", SCN_FILE_BYTES_MAX, &cuts[i]))
			continue;
		if (i && cuts[i] <= cuts[i - 1])
			scn__fail(b, node->items[i].pos, "offsets must grow");
		step->send.cut_count = i + 1;
	}
}

static void read_headers(struct scn__build *b, const struct scn__node *node, struct scn__step *step)
{
	struct scn__header *out;

	if (!scn__want_map(b, node, "headers"))
		return;
	out = scn__alloc(b, node->count, sizeof(*out));
	step->reply.headers = out;
	for (size_t i = 0; out && i < node->count; i++) {
		out[i].name = node->entries[i].key;
		(void)scn__want_text(b, node->entries[i].value, "a header", &out[i].value);
		step->reply.header_count = i + 1;
	}
}

/* --- start, stop, crash, restart --- */

static void add_run(struct scn__build *b, struct scn__step *step, struct scn__pos pos,
		    struct str name, size_t room)
{
	const struct scn__world *w = &b->cell->world;
	const char **words;

	for (size_t i = 0; i < w->controller_count; i++) {
		const struct scn__controller **list;

		if (!str_eq(w->controllers[i].name, name))
			continue;
		list = scn__alloc(b, step->run.controller_count + room,
				  sizeof(const struct scn__controller *));
		if (!list)
			return;
		for (size_t j = 0; j < step->run.controller_count; j++)
			list[j] = step->run.controllers[j];
		list[step->run.controller_count++] = &w->controllers[i];
		step->run.controllers = list;
		return;
	}
	for (size_t i = 0; i < w->informer_count; i++) {
		const struct scn__informer **list;

		if (!str_eq(w->informers[i].name, name))
			continue;
		list = scn__alloc(b, step->run.informer_count + room,
				  sizeof(const struct scn__informer *));
		if (!list)
			return;
		for (size_t j = 0; j < step->run.informer_count; j++)
			list[j] = step->run.informers[j];
		list[step->run.informer_count++] = &w->informers[i];
		step->run.informers = list;
		return;
	}
	words = scn__alloc(b, w->informer_count + w->controller_count, sizeof(*words));
	for (size_t i = 0; words && i < w->informer_count; i++)
		words[i] = w->informers[i].name.ptr;
	for (size_t i = 0; words && i < w->controller_count; i++)
		words[w->informer_count + i] = w->controllers[i].name.ptr;
	if (words)
		scn__unknown(b, pos, "informer or controller", "", name, words,
			     w->informer_count + w->controller_count, sizeof(*words));
}

static void read_run(struct scn__build *b, const struct scn__arg *arg, const struct scn__node *node,
		     struct scn__step *step)
{
	size_t count;
	const struct str *names = scn__want_texts(b, node, arg->key, &count);

	if (count > 1000) {
		scn__fail(b, node->pos, "more than 1000 names");
		return;
	}
	for (size_t i = 0; names && i < count; i++) {
		struct scn__pos pos =
		    node->kind == SCN_LIST && count == node->count ? node->items[i].pos : node->pos;

		if (str_eqz(names[i], "all") && count == 1)
			continue;
		if (strcmp(arg->key, "controller") == 0 && !scn__find_controller(b, pos, names[i]))
			continue;
		if (strcmp(arg->key, "informer") == 0 && !scn__find_informer(b, pos, names[i]))
			continue;
		add_run(b, step, pos, names[i], 1);
	}
}

/* --- handler --- */

/* Finds the handler by its position; world.c has already built it. */
static void read_added(struct scn__build *b, const struct scn__node *node, struct scn__step *step)
{
	for (size_t i = 0; i < b->cell->world.handler_count; i++) {
		const struct scn__handler *h = &b->handlers[i];

		if (h->added_later && h->pos.line == node->pos.line &&
		    h->pos.column == node->pos.column)
			step->handler.handler = h;
	}
}

static void read_removed(struct scn__build *b, const struct scn__node *node, struct scn__step *step)
{
	struct str text;

	step->handler.remove = true;
	if (scn__want_text(b, node, "remove of handler", &text))
		step->handler.handler = scn__find_handler(b, node->pos, text);
}

void scn__step_arg(struct scn__build *b, const struct scn__arg *arg, const struct scn__node *node,
		   struct scn__step *step)
{
	switch (arg->kind) {
	case SCN_K_MATCH:
		(void)scn__parse_match(b, node,
				       (struct scn__match *)(void *)((char *)step + arg->offset));
		break;
	case SCN_K_EVENT:
		read_event(b, node, step);
		break;
	case SCN_K_POINT:
		scn__read_point(b, node, step);
		break;
	case SCN_K_KEYS:
		read_keys(b, arg, node, step);
		break;
	case SCN_K_HEADERS:
		read_headers(b, node, step);
		break;
	case SCN_K_CHUNKS:
		if (step->kind == SCN_REPLY)
			step->reply.body = read_chunks(b, node, &step->reply.chunk_count);
		else
			step->send.body = read_chunks(b, node, &step->send.chunk_count);
		break;
	case SCN_K_CUTS:
		read_cuts(b, node, step);
		break;
	case SCN_K_RUN:
		read_run(b, arg, node, step);
		break;
	case SCN_K_HANDLER_ADD:
		read_added(b, node, step);
		break;
	case SCN_K_HANDLER_REMOVE:
		read_removed(b, node, step);
		break;
	case SCN_K_STEP:
	case SCN_K_TEXT:
	case SCN_K_UINT:
	case SCN_K_U32:
	case SCN_K_BOOL:
	case SCN_K_MAYBE:
	case SCN_K_DURATION:
	case SCN_K_WORD:
	case SCN_K_FLAG:
	case SCN_K_NAME:
	case SCN_K_NEW:
	case SCN_K_NODE:
	case SCN_K_TYPE:
	case SCN_K_KEY:
	case SCN_K_BACKEND:
	case SCN_K_INDEX_OF_BACKEND:
	case SCN_K_INFORMER:
	case SCN_K_CONTROLLER:
	case SCN_K_STATUS:
	case SCN_K_COUNT:
	case SCN_K_RV:
	case SCN_K_TIMES:
	case SCN_K_OBJECTS:
	case SCN_K_HANDLER_OPTION:
	case SCN_K_SUB:
		break; /* OBJECTS, TIMES, HANDLER_OPTION: read with their owner */
	}
}
