/* SPDX-License-Identifier: Apache-2.0 */
/* shrink.c - what is tried, in which order. */
#include "runner/shrink/shrink.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"
#include "runner/rewrite/fmt.h"
#include "runner/shrink/impl.h"

void shrink__result_init(struct shrink__result *r)
{
	memset(r, 0, sizeof(*r));
	strbuf_init(&r->text);
	strbuf_init(&r->failure);
	strbuf_init(&r->why);
	strbuf_init(&r->cell);
}

void shrink__result_fini(struct shrink__result *r)
{
	strbuf_fini(&r->text);
	strbuf_fini(&r->failure);
	strbuf_fini(&r->why);
	strbuf_fini(&r->cell);
}

/* --- one change after the other --- */

bool shrink__goes_on(struct shrink *s)
{
	if (!s->stopped && !s->failed && s->opt->go_on && !s->opt->go_on(s->opt->user))
		s->stopped = true;
	return !s->stopped && !s->failed;
}

static size_t step_count(const struct shrink *s)
{
	const struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t n = 0;

	for (size_t i = 0; steps && i < steps->count; i++)
		n += !steps->items[i]->gone;
	return n;
}

static void tell(struct shrink *s, bool better)
{
	struct shrink__progress p = {
		.steps = step_count(s), .bytes = s->best.len, .tried = s->tried, .failed = s->kept
	};

	if (s->opt->progress)
		s->opt->progress(s->opt->user, &p);
	if (better && s->opt->better && s->opt->wants_better(s->opt->user)) {
		AUTO_STRBUF text = STRBUF_INIT;

		shrink__final_text(s, &text);
		s->opt->better(s->opt->user, strbuf_str(&text));
	}
}

bool shrink__try(struct shrink *s)
{
	AUTO_STRBUF text = STRBUF_INIT;
	bool fails;

	if (!shrink__goes_on(s))
		return false;
	shrink__tree_write(&s->tree, &text);
	if (text.failed) {
		s->failed = true;
		return false;
	}
	/* the best so far again is no step forward */
	if (str_eq(strbuf_str(&text), strbuf_str(&s->best)) || map_get(&s->seen, strbuf_str(&text)))
		return false;
	s->tried++;
	fails = shrink__fails_the_same(s, strbuf_str(&text));
	if (fails) {
		s->kept++;
		strbuf_clear(&s->best);
		strbuf_adds(&s->best, strbuf_str(&text));
		s->failed |= s->best.failed;
	} else if (text.len <= SEEN_BYTES_MAX && map_len(&s->seen) < SEEN_MAX &&
		   map_put(&s->seen, strbuf_str(&text), s, NULL)) {
		s->failed = true;
	}
	tell(s, fails);
	return fails;
}

/* --- leaving out --- */

/* What goes together. */
struct unit {
	struct shrink__part **parts;
	size_t count;
};

static void drop(struct unit *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < units[i].count; k++)
			units[i].parts[k]->dropped++;
}

static void put_back(struct unit *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < units[i].count; k++)
			units[i].parts[k]->dropped--;
}

/* Whatever of them can go: in halves, quarters and so on, the last first, since what comes later
 * needs what came before. */
static bool leave_out(struct shrink *s, struct unit *units, size_t count)
{
	bool any = false;

	for (size_t chunk = count; chunk > 0 && shrink__goes_on(s);) {
		bool went = false;

		for (size_t end = count; end > 0 && shrink__goes_on(s);) {
			size_t from = end > chunk ? end - chunk : 0;

			drop(units + from, end - from);
			if (shrink__try(s)) {
				memmove(units + from, units + end, (count - end) * sizeof(*units));
				count -= end - from;
				went = any = true;
			} else {
				put_back(units + from, end - from);
			}
			end = from;
		}
		if (chunk == 1 && !went)
			break;
		chunk = chunk == 1 ? 1 : (chunk + 1) / 2;
		chunk = chunk > count ? count : chunk;
	}
	return any;
}

typedef bool which(const struct shrink *s, const struct shrink__part *p, const void *what);

static bool leave_out_those(struct shrink *s, which *is, const void *what)
{
	struct unit *units = base__calloc(s->tree.count + 1, sizeof(*units));
	size_t n = 0;
	bool any;

	if (!units) {
		s->failed = true;
		return false;
	}
	shrink__tree_settle(&s->tree);
	for (size_t i = 0; i < s->tree.count; i++) {
		const struct shrink__part *p = s->tree.parts[i];

		if (!p->fixed && !p->stays && is(s, p, what) && shrink__is_there(p))
			units[n++] = (struct unit) { &s->tree.parts[i], 1 };
	}
	any = leave_out(s, units, n);
	base__free(units);
	return any;
}

static bool is_child_of(const struct shrink *s, const struct shrink__part *p, const void *what)
{
	(void)s;
	return p->parent == what;
}

static bool is_expect(const struct shrink *s, const struct shrink__part *p, const void *what)
{
	return is_child_of(s, p, what) && shrink__entry(p, "expect");
}

static bool is_section(const struct shrink *s, const struct shrink__part *p, const void *what)
{
	(void)s;
	return p->parent && str_eqz(p->parent->key, "expect") && p->parent->parent &&
	       p->parent->parent->parent == what;
}

static bool is_at_depth(const struct shrink *s, const struct shrink__part *p, const void *what)
{
	const unsigned *depth = what;

	(void)s;
	return p->depth == *depth;
}

/* --- all that names an object, in one go --- */

struct keys {
	struct shrink *s;
	struct map units; /* "pods/default/a" to its number + 1 */
	struct unit *all;
	size_t *of; /* the unit of marks[i] */
	struct shrink__part **marks;
	size_t mark_count;
};

static bool is_write(const struct shrink__part *verb)
{
	return str_eqz(verb->key, "create") || str_eqz(verb->key, "update") ||
	       str_eqz(verb->key, "delete");
}

static void add_key(struct keys *k, struct str key)
{
	if (!memchr(key.ptr, '/', key.len) || map_get(&k->units, key))
		return;
	if (map_put(&k->units, key, (void *)(uintptr_t)(map_len(&k->units) + 1), NULL))
		k->s->failed = true;
}

static void mark(struct keys *k, struct str word, struct shrink__part *p)
{
	uintptr_t n = (uintptr_t)map_get(&k->units, word);

	if (!n || p->stays || p->fixed || !shrink__is_there(p))
		return;
	for (size_t i = k->mark_count; i-- > 0 && i + 4 > k->mark_count;)
		if (k->marks[i] == p)
			return;
	k->of[k->mark_count] = n - 1;
	k->marks[k->mark_count++] = p;
}

static bool is_key_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
	       c == '/' || (c >= 'A' && c <= 'Z');
}

/* `goes`: what goes with the first key that `text` names. */
static void mark_words(struct keys *k, struct str text, struct shrink__part *goes)
{
	for (size_t i = 0, end; i < text.len; i = end + 1) {
		for (end = i; end < text.len && is_key_char(text.ptr[end]);)
			end++;
		if (end > i)
			mark(k, (struct str) { text.ptr + i, end - i }, goes);
	}
}

/* An entry of a write; the item of a list of an expectation; else the whole step. */
static struct shrink__part *what_goes(struct shrink__part *p, const struct shrink__part *verb,
				      struct shrink__part *step)
{
	if (is_write(verb)) {
		while (p->parent != verb && p->parent != step)
			p = p->parent;
		return p;
	}
	if (!str_eqz(verb->key, "expect") && !str_eqz(verb->key, "never"))
		return step;
	while (p->parent != verb && p->parent->node->kind != SCN_LIST)
		p = p->parent;
	return p;
}

static void mark_below(struct keys *k, struct shrink__part *p, struct shrink__part *verb,
		       struct shrink__part *step)
{
	if (is_write(verb) && verb->count && p->parent == verb) {
		mark(k, p->key.len ? p->key : p->node->text, p);
		return;
	}
	if (p->key.len && memchr(p->key.ptr, '/', p->key.len))
		mark(k, p->key, p);
	else if (p->node->kind == SCN_SCALAR && p != verb)
		mark_words(k, p->node->text, what_goes(p, verb, step));
	for (size_t i = 0; i < p->count; i++)
		mark_below(k, p->items[i], verb, step);
}

/* Writes that have lost all their objects go, and lists of what is expected. */
static void let_close(struct shrink__part *p, bool below_expect)
{
	p->closes = (p->node->kind == SCN_LIST || !below_expect) && !p->stays;
	for (size_t i = 0; i < p->count && below_expect; i++)
		let_close(p->items[i], true);
}

static void find_keys(struct keys *k, struct shrink__part *steps)
{
	for (size_t i = 0; i < steps->count; i++) {
		struct shrink__part *step = steps->items[i];

		for (size_t v = 0; v < step->count; v++) {
			struct shrink__part *verb = step->items[v];
			bool expects = str_eqz(verb->key, "expect") || str_eqz(verb->key, "never");

			if (is_write(verb) || expects) {
				let_close(verb, expects);
				step->closes = step->count == 1 && !step->stays;
			}
			for (size_t n = 0; is_write(verb) && n < verb->count; n++)
				add_key(k, verb->items[n]->key.len ? verb->items[n]->key
								   : verb->items[n]->node->text);
		}
	}
	for (size_t i = 0; i < steps->count; i++)
		for (size_t v = 0; v < steps->items[i]->count; v++)
			mark_below(k, steps->items[i]->items[v], steps->items[i]->items[v],
				   steps->items[i]);
}

/* Marks of one key stand together. */
static bool group(struct keys *k, struct shrink__part **sorted)
{
	size_t units = map_len(&k->units), at = 0;

	for (size_t i = 0; i < k->mark_count; i++)
		k->all[k->of[i]].count++;
	for (size_t u = 0; u < units; u++) {
		k->all[u].parts = sorted + at;
		at += k->all[u].count;
		k->all[u].count = 0;
	}
	for (size_t i = 0; i < k->mark_count; i++) {
		struct unit *u = &k->all[k->of[i]];

		u->parts[u->count++] = k->marks[i];
	}
	return units > 0;
}

static bool leave_out_keys(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t cap = 4 * s->tree.source.len / 3 + 1; /* a key is at least three characters */
	struct keys k = { .s = s };
	struct shrink__part **sorted = base__calloc(cap, sizeof(struct shrink__part *));
	bool any = false;

	map_init(&k.units, MAP_COPY_KEYS);
	k.marks = base__calloc(cap, sizeof(struct shrink__part *));
	k.of = base__calloc(cap, sizeof(*k.of));
	shrink__tree_settle(&s->tree);
	s->failed |= !sorted || !k.marks || !k.of;
	if (!s->failed && steps)
		find_keys(&k, steps);
	k.all = base__calloc(map_len(&k.units) + 1, sizeof(*k.all));
	s->failed |= !k.all;
	if (!s->failed && group(&k, sorted))
		any = leave_out(s, k.all, map_len(&k.units));
	base__free(k.all);
	base__free(k.of);
	base__free(k.marks);
	base__free(sorted);
	map_fini(&k.units);
	return any;
}

/* --- the rest, step by step and level by level --- */

/* What the step that fails is followed by, in one go. */
static void cut_behind(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	struct unit behind;
	size_t from = 0;

	if (!steps || s->how.ending != RUNNER_AT_STEP || !s->place)
		return;
	while (from < steps->count && steps->items[from] != s->place_step)
		from++;
	if (from + 1 >= steps->count)
		return;
	behind = (struct unit) { steps->items + from + 1, steps->count - from - 1 };
	drop(&behind, 1);
	if (!shrink__try(s))
		put_back(&behind, 1);
}

static bool leave_out_all(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	unsigned deepest = 0;
	bool any = leave_out_keys(s);

	any |= steps && leave_out_those(s, is_child_of, steps);

	for (size_t i = 0; i < s->tree.count; i++)
		deepest = s->tree.parts[i]->depth > deepest ? s->tree.parts[i]->depth : deepest;
	for (unsigned depth = 1; depth <= deepest && shrink__goes_on(s); depth++)
		any |= leave_out_those(s, is_at_depth, &depth);
	return any;
}

/* --- smaller values --- */

static bool replace(struct shrink *s, struct shrink__part *p, const char *text)
{
	struct str before = p->text;

	p->text = runner__arena_str(&s->tree.arena, str_of(text));
	if (!p->text.ptr || s->tree.arena.failed) {
		p->text = before;
		s->failed = true;
		return false;
	}
	if (shrink__try(s))
		return true;
	p->text = before;
	return false;
}

static struct str text_of(const struct shrink__part *p)
{
	return p->text.ptr ? p->text : p->node->text;
}

static bool number_of(struct str s, uint64_t *out)
{
	*out = 0;
	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] < '0' || s.ptr[i] > '9')
			return false;
		*out = *out * 10 + (uint64_t)(s.ptr[i] - '0');
	}
	return s.len > 0 && s.len <= 15;
}

static bool smaller_number(struct shrink *s, struct shrink__part *p, uint64_t n)
{
	char text[32];
	uint64_t low = 1; /* the least that has not been tried */
	bool any = false;

	while (low < n && shrink__goes_on(s)) {
		uint64_t middle = low == 1 ? 1 : low + (n - low) / 2;

		(void)snprintf(text, sizeof(text), "%llu", (unsigned long long)middle);
		if (replace(s, p, text)) {
			n = middle;
			any = true;
		} else {
			low = middle + 1;
		}
	}
	return any;
}

/* Round ones, the shortest first. */
static bool shorter_time(struct shrink *s, struct shrink__part *p, int64_t ns)
{
	static const char *const times[] = { "1ms", "10ms", "100ms", "1s", "2s",  "5s",	 "10s",
					     "20s", "30s",  "1m",    "2m", "5m",  "10m", "20m",
					     "30m", "1h",   "2h",    "5h", "10h", "24h" };

	for (size_t i = 0; i < ARRAY_LEN(times) && shrink__goes_on(s); i++) {
		int64_t t = 0;

		if (duration_parse(str_of(times[i]), &t, NULL) || t >= ns)
			break;
		if (replace(s, p, times[i]))
			return true;
	}
	return false;
}

static bool make_values_smaller(struct shrink *s)
{
	bool any = false;

	for (size_t i = 0; i < s->tree.count && shrink__goes_on(s); i++) {
		struct shrink__part *p = s->tree.parts[i];
		struct str text = text_of(p);
		uint64_t n;
		int64_t ns;

		if (p->node->kind != SCN_SCALAR || p->node->quoted || p->fixed ||
		    !shrink__is_there(p))
			continue;
		if (number_of(text, &n))
			any |= smaller_number(s, p, n);
		else if (text.len && text.ptr[0] >= '0' && text.ptr[0] <= '9' &&
			 duration_parse(text, &ns, NULL) == 0)
			any |= shorter_time(s, p, ns);
	}
	return any;
}

/* --- looser expectations: versions move with every step that goes --- */

/* "add pods/default/a rv=11 initial" without the version. */
static bool without_versions(struct str s, struct strbuf *out)
{
	bool any = false;

	for (size_t i = 0; i < s.len;) {
		size_t end = i, digits = 0, others = 0;
		bool arrow = false;

		while (end < s.len && s.ptr[end] != ' ')
			end++;
		for (size_t k = i; k < end; k++) {
			arrow |= k + 1 < end && s.ptr[k] == '-' && s.ptr[k + 1] == '>';
			digits += s.ptr[k] >= '0' && s.ptr[k] <= '9';
			others += !(s.ptr[k] >= '0' && s.ptr[k] <= '9');
		}
		if ((end - i > 3 && memcmp(s.ptr + i, "rv=", 3) == 0 && digits == end - i - 3 &&
		     digits && !(digits == 1 && s.ptr[end - 1] == '0')) ||
		    (arrow && digits && others == 2)) {
			any = true;
		} else {
			if (out->len)
				strbuf_addc(out, ' ');
			strbuf_add(out, s.ptr + i, end - i);
		}
		i = end < s.len ? end + 1 : end;
	}
	return any;
}

static bool is_below(const struct shrink__part *p, const struct shrink__part *top)
{
	while (p && p != top)
		p = p->parent;
	return p != NULL;
}

static void loosen(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t changed = 0;

	for (size_t i = 0; i < s->tree.count; i++) {
		struct shrink__part *p = s->tree.parts[i];
		AUTO_STRBUF text = STRBUF_INIT;

		if (p->node->kind != SCN_SCALAR || p->node->block || p->fixed ||
		    !is_below(p, steps) || p->node->text.len == 0 ||
		    memchr(p->node->text.ptr, '\'', p->node->text.len) ||
		    memchr(p->node->text.ptr, '\\', p->node->text.len) ||
		    !without_versions(p->node->text, &text))
			continue;
		if (p->node->quoted) {
			AUTO_STRBUF quoted = STRBUF_INIT;

			strbuf_addf(&quoted, "'" STR_FMT "'", STR_ARG(strbuf_str(&text)));
			p->text = runner__arena_str(&s->tree.arena, strbuf_str(&quoted));
		} else {
			p->text = runner__arena_str(&s->tree.arena, strbuf_str(&text));
		}
		changed++;
	}
	if (!changed || shrink__try(s))
		return;
	/* One alone may be what fails. */
	for (size_t i = 0; i < s->tree.count; i++) {
		struct shrink__part *p = s->tree.parts[i];
		struct str text = p->text;

		p->text = (struct str) { NULL, 0 };
		if (text.ptr)
			s->loose[s->loose_count++] = (struct shrink__loose) { p, text };
	}
	for (size_t i = 0; i < s->loose_count && shrink__goes_on(s); i++) {
		s->loose[i].part->text = s->loose[i].text;
		if (!shrink__try(s))
			s->loose[i].part->text = (struct str) { NULL, 0 };
	}
}

/* --- the matrix --- */

static struct shrink__part *outcome_of(struct shrink *s, struct str value)
{
	struct shrink__part *outcome = shrink__entry(s->tree.root, "outcome");

	for (size_t i = 0; outcome && i < outcome->count; i++)
		if (str_eq(outcome->items[i]->key, value))
			return outcome->items[i];
	return NULL;
}

/* Values of no cell that is looked at go, with what the outcome says of them. */
static void thin_matrix(struct shrink *s)
{
	struct shrink__part *matrix = shrink__entry(s->tree.root, "matrix");

	for (size_t i = 0; matrix && i < matrix->count; i++)
		for (size_t k = matrix->items[i]->count; k-- > 0;) {
			struct shrink__part *value = matrix->items[i]->items[k];
			struct shrink__part *outcome = outcome_of(s, value->node->text);

			value->dropped++;
			if (outcome)
				outcome->dropped++;
			if (shrink__try(s))
				continue;
			value->dropped--;
			if (outcome)
				outcome->dropped--;
		}
}

/* --- all of it --- */

static int failing_first(struct shrink *s, struct relist_err *err)
{
	shrink__tree_write(&s->tree, &s->best);
	if (s->best.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return shrink__take_failure(s, strbuf_str(&s->best), err);
}

static void go_over_it(struct shrink *s)
{
	bool again = true;

	const struct shrink__part *steps = shrink__entry(s->tree.root, "steps");

	cut_behind(s);
	/* What else is expected would have to hold in the control. */
	leave_out_those(s, is_expect, steps);
	leave_out_those(s, is_section, steps);
	loosen(s);
	thin_matrix(s);
	while (again && shrink__goes_on(s)) {
		again = leave_out_all(s);
		again |= make_values_smaller(s);
	}
}

int shrink__run(const struct shrink__options *opt, struct shrink__result *out,
		struct scn__errors *errors, struct relist_err *err)
{
	struct shrink s = { .opt = opt, .out = out, .errors = errors };
	int code;

	map_init(&s.seen, MAP_COPY_KEYS);
	strbuf_init(&s.best);
	code = shrink__tree_init(&s.tree, opt->text, errors);
	if (code == RELIST_ENOMEM)
		relist_err_set(err, code, "out of memory");
	s.loose = code ? NULL : base__calloc(s.tree.count + 1, sizeof(*s.loose));
	if (!code && !s.loose)
		code = relist_err_set(err, RELIST_ENOMEM, "out of memory");
	code = code ? code : failing_first(&s, err);
	if (!code) {
		out->steps_before = step_count(&s);
		out->bytes_before = s.best.len;
		go_over_it(&s);
		out->steps_after = step_count(&s);
		out->tried = s.tried;
		out->complete = !s.stopped;
		shrink__final_text(&s, &out->text);
		out->bytes_after = out->text.len;
		if (opt->repeat > 1)
			shrink__measure(&s);
	}
	if (!code && (s.failed || out->text.failed || s.tree.arena.failed))
		code = relist_err_set(err, RELIST_ENOMEM, "out of memory");
	shrink__fini_failure(&s);
	base__free(s.loose);
	strbuf_fini(&s.best);
	map_fini(&s.seen);
	shrink__tree_fini(&s.tree);
	return code;
}
