/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/recording/story.h"

#include "base/alloc.h"
#include "base/text/ascii.h"

struct loading {
	struct rec__story *story;
	struct rec__line *lines;
	size_t len, cap, bytes;
	struct map ids;	  /* ids of omitted requests: 4 bytes -> the loading */
	struct map again; /* requests that parts repeat: 4 bytes -> progress */
	const struct rec__story_options *opt;
};

static struct str keep(struct loading *l, struct str s)
{
	l->bytes += s.len + 1;
	return s.ptr ? runner__arena_str(&l->story->arena, s) : s;
}

static const struct rec__pair *keep_pairs(struct loading *l, const struct rec__pair *from, size_t n)
{
	struct rec__pair *pairs = runner__arena_alloc(&l->story->arena, (n + 1) * sizeof(*pairs));

	for (size_t i = 0; pairs && i < n; i++)
		pairs[i] = (struct rec__pair) { keep(l, from[i].name), keep(l, from[i].value) };
	return pairs;
}

static void keep_line(struct loading *l, const struct rec__line *from, struct rec__line *to)
{
	*to = *from;
	to->origin = keep(l, from->origin);
	to->client = keep(l, from->client);
	to->method = keep(l, from->method);
	to->path = keep(l, from->path);
	to->user = keep(l, from->user);
	to->query = keep_pairs(l, from->query, from->query_count);
	to->headers = keep_pairs(l, from->headers, from->header_count);
	to->body = keep(l, from->body);
	if (from->json.len)
		to->json = (json_t) { to->body.ptr, from->json.len };
	to->decoded = keep(l, from->decoded);
	to->type = keep(l, from->type);
	/* The reader's frame ends with the object, a brace and a line feed. */
	if (from->kind == REC_EVENT)
		to->object = (json_t) { to->body.ptr + to->body.len - 2 - from->object.len,
					from->object.len };
	to->text = keep(l, from->text);
	if (from->cut_count) {
		uint32_t *cuts =
		    runner__arena_alloc(&l->story->arena, from->cut_count * sizeof(*cuts));

		if (cuts)
			memcpy(cuts, from->cuts, from->cut_count * sizeof(*cuts));
		to->cuts = cuts;
	}
}

static bool is_left_out(struct loading *l, const struct rec__line *line)
{
	struct str key = { (const char *)&line->id, sizeof(line->id) };
	struct str agent;

	if (!l->opt->agent || !line->id)
		return false;
	if (line->kind == REC_REQUEST) {
		agent = rec__find_header(line, "User-Agent");
		if (agent.len && memmem(agent.ptr, agent.len, l->opt->agent, strlen(l->opt->agent)))
			return false;
		l->story->arena.failed |= map_put(&l->ids, key, l, NULL) != 0;
	}
	return map_get(&l->ids, key) != NULL;
}

enum { AGAIN_ASKED = 1, AGAIN_ANSWERED };

/* A part repeats the open requests, which are known unless the recording begins with that part. */
static bool is_repeated(struct loading *l, const struct rec__line *line)
{
	struct str key = { (const char *)&line->id, sizeof(line->id) };
	uintptr_t known = (uintptr_t)map_get(&l->again, key), now;

	if ((line->kind != REC_REQUEST && line->kind != REC_RESPONSE) ||
	    (!line->again && line->kind == REC_RESPONSE && !line->stream))
		return false;
	now = line->kind == REC_REQUEST ? AGAIN_ASKED : AGAIN_ANSWERED;
	if (line->again && known >= now)
		return true;
	l->story->arena.failed |= map_put(&l->again, key, (void *)now, NULL) != 0;
	return false;
}

static int add_line(struct loading *l, const struct rec__line *line, struct relist_err *err)
{
	size_t max = l->opt->bytes_max ? l->opt->bytes_max : REC_STORY_BYTES_MAX;

	if (is_left_out(l, line) || is_repeated(l, line))
		return 0;
	if (l->len == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 1024;
		struct rec__line *lines = base__reallocarray(l->lines, cap, sizeof(*lines));

		if (!lines)
			return relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
		l->lines = lines;
		l->cap = cap;
	}
	keep_line(l, line, &l->lines[l->len++]);
	l->bytes += sizeof(*line);
	if (l->story->arena.failed)
		return relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
	if (l->bytes > max) {
		if (err)
			err->line = line->number;
		return relist_err_set(err, RELIST_ELIMIT,
				      "more than %zu MiB to be held: cut the recording first",
				      max >> 20);
	}
	return 0;
}

static int read_part(struct loading *l, struct rec__reader *r, bool first, struct rec__input in,
		     struct relist_err *err)
{
	struct rec__line line;
	int code = first ? rec__reader_init(r, in, 0, err) : rec__reader_part(r, in, err);

	while (!code && (code = rec__read(r, &line, err)) == 1)
		code = add_line(l, &line, err);
	l->story->torn = r->torn;
	return code;
}

static void keep_header(struct loading *l, const struct rec__header *h)
{
	l->story->header = *h;
	l->story->header.files = NULL;
	l->story->header.file_count = 0;
	l->story->header.tool = keep(l, h->tool);
	l->story->header.started = keep(l, h->started);
	l->story->header.server = keep(l, h->server);
	l->story->header.version = keep(l, h->version);
	l->story->header.secrets = keep(l, h->secrets);
	l->story->header.managed_fields = keep(l, h->managed_fields);
	l->story->header.names = keep(l, h->names);
}

/* Talks are sorted by id, the order in the file. */
static struct rec__talk *find_talk(const struct rec__story *s, uint32_t id)
{
	size_t low = 0, high = s->talk_count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->talks[mid].request->id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return low < s->talk_count && s->talks[low].request->id == id ? &s->talks[low] : NULL;
}

static int find_talks(struct rec__story *s, struct relist_err *err)
{
	size_t count = 0;

	for (size_t i = 0; i < s->line_count; i++)
		count += s->lines[i].kind == REC_REQUEST;
	s->talks = base__calloc(count + 1, sizeof(*s->talks));
	if (!s->talks)
		return relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
	for (size_t i = 0; i < s->line_count; i++) {
		const struct rec__line *line = &s->lines[i];
		struct rec__talk *t;

		if (line->kind == REC_REQUEST) {
			s->talks[s->talk_count++] = (struct rec__talk) {
				.request = line,
				.at = i,
				.end = SIZE_MAX,
				.aim = rec__aim_of(line->path),
				.agent = rec__find_header(line, "User-Agent"),
				.is_watch = rec__is_watch(line),
			};
			continue;
		}
		t = line->id ? find_talk(s, line->id) : NULL;
		if (t && line->kind == REC_RESPONSE)
			t->response = line;
		if (t && ((line->kind == REC_RESPONSE && !line->stream) ||
			  line->kind == REC_CLOSE || line->kind == REC_HANGUP))
			t->end = i;
	}
	return 0;
}

struct rec__story *rec__story_load(const struct rec__input *parts, size_t count,
				   const struct rec__story_options *opt, struct relist_err *err)
{
	struct loading l = { .opt = opt };
	struct rec__reader reader;
	struct relist_err why = { 0 };
	int code = 0;

	ASSERT(count > 0);
	l.story = base__calloc(1, sizeof(*l.story));
	if (!l.story) {
		relist_err_set(err, RELIST_ENOMEM, "recording: out of memory");
		return NULL;
	}
	runner__arena_init(&l.story->arena);
	map_init(&l.ids, MAP_COPY_KEYS);
	map_init(&l.again, MAP_COPY_KEYS);
	for (size_t i = 0; !code && i < count; i++) {
		if (opt->part)
			*opt->part = i;
		code = read_part(&l, &reader, i == 0, parts[i], &why);
		if (i == 0)
			keep_header(&l, &reader.header);
	}
	rec__reader_fini(&reader);
	map_fini(&l.ids);
	map_fini(&l.again);
	l.story->lines = l.lines;
	l.story->line_count = l.len;
	if (code && opt->lenient && code != RELIST_ENOMEM && why.line > 1) {
		l.story->err = why;
		code = 0;
	}
	if (!code && l.story->arena.failed)
		code = relist_err_set(&why, RELIST_ENOMEM, "recording: out of memory");
	if (!code)
		code = find_talks(l.story, &why);
	if (!code)
		return l.story;
	if (err)
		*err = why;
	rec__story_free(l.story);
	return NULL;
}

void rec__story_free(struct rec__story *story)
{
	if (!story)
		return;
	base__free(story->talks);
	base__free((void *)(uintptr_t)story->lines);
	runner__arena_fini(&story->arena);
	base__free(story);
}

int64_t rec__story_pause_ns(const struct rec__story *s, size_t at)
{
	for (size_t i = at; i-- > 0;)
		if (s->lines[i].kind != REC_CONNECT && s->lines[i].kind != REC_DISCONNECT &&
		    s->lines[i].kind != REC_NOTE)
			return s->lines[at].at_ns - s->lines[i].at_ns;
	return 0;
}

const struct rec__talk *rec__story_talk(const struct rec__story *story, uint32_t id)
{
	return find_talk(story, id);
}

void rec__request_text(const struct rec__line *request, struct strbuf *out)
{
	strbuf_adds(out, request->method);
	strbuf_addc(out, ' ');
	strbuf_adds(out, request->path);
	for (size_t i = 0; i < request->query_count; i++) {
		strbuf_addc(out, i ? '&' : '?');
		strbuf_adds(out, request->query[i].name);
		strbuf_addc(out, '=');
		strbuf_add_urlenc(out, request->query[i].value);
	}
}

/* Clients choose both at random; client-go's typed clients send both. */
static bool counts(const struct rec__pair *p)
{
	return !str_eqz(p->name, "timeoutSeconds") && !str_eqz(p->name, "timeout");
}

static bool has_all(const struct rec__pair *a, size_t a_count, const struct rec__pair *b,
		    size_t b_count)
{
	for (size_t i = 0; i < a_count; i++) {
		bool found = !counts(&a[i]);

		for (size_t k = 0; k < b_count && !found; k++)
			found = str_eq(a[i].name, b[k].name) && str_eq(a[i].value, b[k].value);
		if (!found)
			return false;
	}
	return true;
}

bool rec__same_query(const struct rec__pair *a, size_t a_count, const struct rec__pair *b,
		     size_t b_count)
{
	return has_all(a, a_count, b, b_count) && has_all(b, b_count, a, a_count);
}

bool rec__header_is_regenerated(struct str name)
{
	static const char *const names[] = { "date", "connection", "content-length",
					     "transfer-encoding" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (ascii_eq_nocase(name, str_of(names[i])))
			return true;
	return false;
}

enum fakeapi__player_close rec__player_close(enum rec__how how)
{
	switch (how) {
	case REC_HOW_EOF:
		return FAKEAPI_CLOSE_EOF;
	case REC_HOW_TIMEOUT:
		return FAKEAPI_CLOSE_TIMEOUT;
	case REC_HOW_CUT:
		return FAKEAPI_CLOSE_CUT;
	case REC_HOW_RESET:
	case REC_HOW_REFUSED:
	case REC_HOW_UNREACHABLE:
	case REC_HOW_TLS:
	case REC_HOW_SILENT:
		break;
	}
	return FAKEAPI_CLOSE_RESET;
}
