/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/replay_match.h"

static bool can_match(const struct rec__claim *c)
{
	return c->state == REC_UNSEEN || (c->state == REC_LATE && !c->id);
}

static bool same_target(const struct rec__line *a, const struct rec__line *b)
{
	return str_eq(a->method, b->method) && str_eq(a->path, b->path);
}

static bool same_request(const struct rec__line *a, const struct rec__line *b)
{
	return same_target(a, b) &&
	       rec__same_query(a->query, a->query_count, b->query, b->query_count);
}

/* Compares metadata.name or generateName of two bodies: 1 equal, 0 unknown, -1 different. */
static int compare_names(json_t a, json_t b)
{
	static const char *const members[] = { "name", "generateName" };
	int found = 0;

	if (json_kind(a) != JSON_OBJECT || json_kind(b) != JSON_OBJECT)
		return 0;
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		AUTO_STRBUF x = STRBUF_INIT, y = STRBUF_INIT;
		struct str p = json_str(json_path(a, "metadata", members[i], NULL), &x);
		struct str q = json_str(json_path(b, "metadata", members[i], NULL), &y);

		if (p.len != q.len || (p.len && !str_eq(p, q)))
			return -1;
		found |= p.len > 0;
	}
	return found;
}

static json_t json_of(struct str body)
{
	json_t json;
	size_t at;

	return body.len && *body.ptr == '{' && json_valid(body, &json, &at) ? json
									    : (json_t) { NULL, 0 };
}

bool rec__match_is_of(const struct rec__matches *m, size_t talk)
{
	return rec__owners_of(m->owners, talk) >> m->program & 1;
}

/* 0: it cannot be this one; the highest is the best. */
static unsigned rank(const struct rec__matches *m, size_t i, const struct rec__line *got,
		     struct str body, json_t json)
{
	const struct rec__line *want = m->story->talks[i].request;
	unsigned points = 1;

	if (!can_match(&m->claims[i]) || !same_request(want, got) || !rec__match_is_of(m, i))
		return 0;
	if (str_eqz(got->method, "POST") && want->body.ptr && str_eq(want->body, body))
		points += 4;
	else if (str_eqz(got->method, "POST") && compare_names(want->json, json) < 0)
		return 0;
	/* not of a program that may send it as well */
	if (rec__owners_of(m->owners, i) == UINT32_C(1) << m->program)
		points += 2;
	return points + str_eq(m->story->talks[i].agent, m->agent);
}

size_t rec__match(const struct rec__matches *m, const struct rec__line *got, struct str body)
{
	json_t json = json_of(body);
	size_t best = m->to;
	unsigned most = 0;

	for (size_t i = m->from; i < m->to; i++) {
		unsigned points = rank(m, i, got, body, json);

		if (points > most) {
			most = points;
			best = i;
		}
	}
	return best;
}

static bool is_version(const struct rec__pair *p)
{
	return str_eqz(p->name, "resourceVersion");
}

/* Copies the parameters except the version. */
static size_t without_version(const struct rec__line *r, struct rec__pair *out, size_t cap)
{
	size_t n = 0;

	for (size_t i = 0; i < r->query_count && n < cap; i++)
		if (!is_version(&r->query[i]))
			out[n++] = r->query[i];
	return n;
}

size_t rec__match_watch(const struct rec__matches *m, const struct rec__line *got)
{
	struct rec__pair mine[32], theirs[32];
	size_t n = without_version(got, mine, ARRAY_LEN(mine));

	/* without a version the client has no state, and needs all objects */
	if (!rec__number(rec__query(got, "resourceVersion")))
		return m->to;
	for (size_t i = m->from; i < m->to; i++) {
		const struct rec__talk *t = &m->story->talks[i];
		size_t k;

		if (!can_match(&m->claims[i]) || !rec__match_is_of(m, i) || !t->is_watch ||
		    !same_target(t->request, got) ||
		    !rec__number(rec__query(t->request, "resourceVersion")))
			continue;
		k = without_version(t->request, theirs, ARRAY_LEN(theirs));
		if (rec__same_query(theirs, k, mine, n))
			return i;
	}
	return m->to;
}

size_t rec__match_again(const struct rec__matches *m, const struct rec__line *got)
{
	for (size_t i = m->to; i-- > m->from;) {
		const struct rec__talk *t = &m->story->talks[i];

		if (m->claims[i].state == REC_SEEN && rec__match_is_of(m, i) && t->response &&
		    !t->response->stream && t->response->body_kind != REC_BODY_OMITTED &&
		    same_request(t->request, got))
			return i;
	}
	return m->to;
}

static size_t common_prefix(struct str a, struct str b)
{
	size_t i = 0;

	while (i < a.len && i < b.len && a.ptr[i] == b.ptr[i])
		i++;
	return i;
}

static bool has_pair(const struct rec__line *request, const struct rec__pair *p)
{
	for (size_t i = 0; i < request->query_count; i++)
		if (str_eq(request->query[i].name, p->name) &&
		    str_eq(request->query[i].value, p->value))
			return true;
	return false;
}

size_t rec__match_nearest(const struct rec__matches *m, const struct rec__line *got)
{
	size_t best = m->to, most = 0;

	for (size_t i = m->from; i < m->to; i++) {
		const struct rec__line *want = m->story->talks[i].request;
		size_t points = 1 + common_prefix(want->path, got->path);

		if (!rec__match_is_of(m, i))
			continue;
		points += str_eq(want->path, got->path) ? 2000 : 0;
		points += str_eq(want->method, got->method) ? 1000 : 0;
		for (size_t k = 0; k < got->query_count; k++)
			points += has_pair(want, &got->query[k]) ? 10 : 0;
		points += can_match(&m->claims[i]) ? 5 : 0;
		/* of those that were answered the last one: its response is repeated */
		if (points > most || (points == most && !can_match(&m->claims[i]))) {
			most = points;
			best = i;
		}
	}
	return best;
}
