/* SPDX-License-Identifier: Apache-2.0 */
/* redact_json.c - hides secrets by the structure around them. */
#define _GNU_SOURCE
#include "base/alloc.h"
#include "runner/recording/redact_places.h"

enum { DEPTH_MAX = 500 }; /* deeper values are hidden as a whole */

struct walk {
	struct rec__redactor *r;
	struct strbuf *out;
	struct rec__near *near;
	bool collect;
	const char *base, *pos; /* everything before pos is finished */
	uint32_t *cuts;
	size_t cut_count, cut_at;
	size_t out_base;
	unsigned depth;
};

/* Copies the source up to `to`; the caller sets where reading continues. Converts the borders of
 * chunks. */
static void copy_to(struct walk *w, const char *to)
{
	size_t from = (size_t)(w->pos - w->base), end = (size_t)(to - w->base);

	for (; w->cut_at < w->cut_count && w->cuts[w->cut_at] <= end; w->cut_at++) {
		uint32_t cut = w->cuts[w->cut_at];

		w->cuts[w->cut_at] =
		    (uint32_t)(w->out->len - w->out_base + (cut > from ? cut - from : 0));
	}
	strbuf_add(w->out, w->pos, (size_t)(to - w->pos));
}

static void replace_raw(struct walk *w, json_t value, struct str text)
{
	copy_to(w, value.ptr);
	strbuf_adds(w->out, text);
	w->pos = value.ptr + value.len;
}

static void replace(struct walk *w, json_t value, struct str text)
{
	copy_to(w, value.ptr);
	strbuf_add_json(w->out, text);
	w->pos = value.ptr + value.len;
}

static void walk_value(struct walk *w, json_t value, struct rec__scope scope);

/* --- strings --- */

/* Text that may contain secrets: learns these, but not the rest. */
static void hide_free(struct rec__redactor *r, struct str text, struct strbuf *made)
{
	if (rec__is_redacted(text)) {
		strbuf_adds(made, text);
		return;
	}
	(void)rec__redact_string(r, NULL, text, REC_TEXT_FREE, made);
	strbuf_clear(made);
	rec__hide_text(r, text, made);
}

static void hide_string(struct walk *w, const struct rec__scope *scope, struct str text,
			struct strbuf *made)
{
	struct rec__redactor *r = w->r;
	struct rec__near *near = w->collect ? w->near : NULL;

	if (scope->hidden || rec__is_sensitive(scope->key))
		rec__hide(r, text, scope->hidden ? scope->bytes : rec__is_bytes_member(scope->key),
			  near, made);
	else if (scope->variable || scope->schema)
		rec__hide_variable(r, text, made);
	else
		hide_free(r, text, made);
}

/* ["NAME=value"] */
static bool hide_entry(struct walk *w, const struct rec__scope *scope, struct str text,
		       struct strbuf *made)
{
	const char *eq = scope->env ? memchr(text.ptr, '=', text.len) : NULL;
	struct str value = { eq ? eq + 1 : NULL, eq ? (size_t)(text.ptr + text.len - eq - 1) : 0 };

	if (!eq || (rec__is_plain_value(value) && !w->r->opt.strict))
		return false;
	strbuf_add(made, text.ptr, (size_t)(eq + 1 - text.ptr));
	rec__hide_variable(w->r, value, made);
	return true;
}

static bool is_hidden_string(const struct walk *w, const struct rec__scope *scope, struct str text)
{
	if (w->r->opt.secrets == REC_SECRETS_KEEP)
		return false;
	if (scope->hidden || (!scope->schemas && rec__is_sensitive(scope->key)))
		return true;
	if (scope->variable)
		return w->r->opt.strict || !rec__is_plain_value(text);
	if (scope->schema)
		return !rec__is_schema_member(scope->key);
	return scope->free && w->r->opt.strict && !rec__is_plain_value(text);
}

static void walk_string(struct walk *w, json_t value, const struct rec__scope *scope)
{
	struct rec__redactor *r = w->r;
	AUTO_STRBUF decoded = STRBUF_INIT;
	AUTO_STRBUF made = STRBUF_INIT;
	struct str text;

	if (value.len <= 2)
		return;
	text = json_str(value, &decoded);
	if (!text.ptr) {
		r->failed = true;
		return;
	}
	if (is_hidden_string(w, scope, text)) {
		hide_string(w, scope, text, &made);
		replace(w, value, strbuf_str(&made));
	} else if (r->opt.secrets != REC_SECRETS_KEEP && hide_entry(w, scope, text, &made)) {
		replace(w, value, strbuf_str(&made));
	} else if ((r->opt.hash_names && rec__is_name_member(scope->key) &&
		    rec__hash_name(r, text, &made)) ||
		   rec__redact_string(r, w->collect ? NULL : w->near, text,
				      rec__text_kind_of(scope), &made)) {
		replace(w, value, strbuf_str(&made));
	}
	r->failed = r->failed || decoded.failed || made.failed;
}

/* --- objects --- */

/* "k:{...}" and "v:..." of managedFields contain values of the object. */
static void walk_key(struct walk *w, json_t key, struct str name, bool hidden)
{
	AUTO_STRBUF made = STRBUF_INIT;
	struct str value = { name.ptr + 2, name.len - 2 };

	if (name.len <= 2 || name.ptr[1] != ':' || (*name.ptr != 'k' && *name.ptr != 'v') ||
	    w->r->opt.secrets == REC_SECRETS_KEEP)
		return;
	strbuf_add(&made, name.ptr, 2);
	if (hidden)
		rec__hide_text(w->r, value, &made);
	else if (!rec__redact_string(w->r, w->near, value, REC_TEXT_FREE, &made))
		return;
	replace(w, key, strbuf_str(&made));
	w->r->failed = w->r->failed || made.failed;
}

static void walk_object(struct walk *w, json_t object, const struct rec__scope *in)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF path = STRBUF_INIT;
	const char *kept_end = NULL, *dropped = NULL;
	struct rec__scope scope = *in;
	struct rec__facts facts;
	json_t key, value;
	struct json_iter it;

	if (!rec__read_facts(w->r, object, &facts, &path))
		w->r->failed = true;
	scope.secret = scope.secret || facts.is_secret || facts.is_secret_list;
	scope.config = scope.config || facts.is_config;
	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value)) {
		struct str name = rec__name_of(key, &scratch);
		struct rec__scope member = scope;

		if (!name.ptr)
			w->r->failed = true;
		else if (!w->r->opt.keep_managed_fields && str_eqz(name, "managedFields") &&
			 json_kind(value) == JSON_ARRAY) {
			/* The bytes between two dropped members are dropped with the first. */
			if (!dropped)
				copy_to(w, kept_end ? kept_end : key.ptr);
			else if (kept_end && kept_end > w->pos)
				copy_to(w, kept_end);
			dropped = key.ptr;
			w->pos = value.ptr + value.len;
			continue;
		}
		if (dropped && !kept_end)
			w->pos = key.ptr; /* drops the comma after it, too */
		if (name.ptr) {
			rec__enter_member(&member, &scope, &facts, name, value);
			walk_key(w, key, name, scope.hidden);
		}
		walk_value(w, value, member);
		kept_end = value.ptr + value.len;
	}
	w->r->failed = w->r->failed || scratch.failed || path.failed;
}

enum flag { FLAG_NONE, FLAG_SECRET, FLAG_USER };

/* "--token": the next argument is its value; for "--user" only if it has a colon. */
static enum flag flag_of(struct walk *w, json_t element)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str text;

	if (json_kind(element) != JSON_STRING || element.len < 4 || element.ptr[1] != '-' ||
	    w->r->opt.secrets == REC_SECRETS_KEEP)
		return FLAG_NONE;
	text = json_str(element, &scratch);
	if (!text.ptr) {
		w->r->failed = true;
		return FLAG_NONE;
	}
	if (memchr(text.ptr, '=', text.len) || memchr(text.ptr, ' ', text.len))
		return FLAG_NONE;
	if (rec__is_sensitive(text))
		return FLAG_SECRET;
	return str_eqz(text, "-u") || str_eqz(text, "--user") || str_eqz(text, "--proxy-user")
		   ? FLAG_USER
		   : FLAG_NONE;
}

static bool is_argument(enum flag flag, json_t element)
{
	if (element.len > 4 && element.ptr[1] == '-' && element.ptr[2] == '-')
		return false; /* it is another flag */
	return flag == FLAG_SECRET || (flag == FLAG_USER && memchr(element.ptr, ':', element.len));
}

/* --- arguments that depend on earlier ones --- */

enum { ARGUMENT_BYTES_MAX = 64, LINE_BYTES_MAX = 256 };

static bool ends_with(struct str text, struct str end)
{
	return text.len >= end.len && memcmp(text.ptr + text.len - end.len, end.ptr, end.len) == 0;
}

/* Whether `text` has more to hide when the earlier arguments precede it in a line. */
static bool is_announced(struct walk *w, struct str before, struct str text)
{
	AUTO_STRBUF line = STRBUF_INIT, alone = STRBUF_INIT, made = STRBUF_INIT;
	bool announced;

	strbuf_adds(&line, before);
	strbuf_adds(&line, text);
	if (line.failed || !rec__redact_string(w->r, NULL, strbuf_str(&line), REC_TEXT_FREE, &made))
		return false;
	if (!rec__redact_string(w->r, NULL, text, REC_TEXT_FREE, &alone))
		strbuf_adds(&alone, text);
	announced = !ends_with(strbuf_str(&made), strbuf_str(&alone));
	w->r->failed = w->r->failed || alone.failed || made.failed;
	return announced;
}

/* Handles one argument: ["redis-cli", "-a", "x"], ["password", "=>", "x"]. `line` has the earlier
 * ones. */
static bool follows(struct walk *w, json_t element, struct strbuf *line)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	bool announced = false;
	struct str text;

	text = json_kind(element) == JSON_STRING ? json_str(element, &scratch) : STR("");
	if (!text.ptr) {
		w->r->failed = true;
		return false;
	}
	if (line->len && text.len >= 4 && text.len <= LINE_BYTES_MAX && !rec__starts(text, 0, "--"))
		announced = is_announced(w, strbuf_str(line), text);
	if (!text.len || text.len > ARGUMENT_BYTES_MAX || line->len + text.len > LINE_BYTES_MAX ||
	    (memchr(text.ptr, '=', text.len) && !str_eqz(text, "=>") && !str_eqz(text, "=")) ||
	    memchr(text.ptr, ' ', text.len) || memchr(text.ptr, '\n', text.len)) {
		strbuf_clear(line);
		return announced;
	}
	strbuf_adds(line, text);
	strbuf_addc(line, ' ');
	w->r->failed = w->r->failed || line->failed || scratch.failed;
	return announced;
}

/* The container's command precedes its arguments. */
static void read_command(struct walk *w, json_t command, struct strbuf *line)
{
	struct json_iter it;
	json_t element;

	if (json_kind(command) != JSON_ARRAY)
		return;
	json_iter_init(&it, command);
	while (json_iter_element(&it, &element))
		(void)follows(w, element, line);
}

static bool is_command_line(struct walk *w, const struct rec__scope *in)
{
	return w->r->opt.secrets != REC_SECRETS_KEEP && !in->hidden &&
	       (str_eqz(in->key, "args") || str_eqz(in->key, "command"));
}

static void walk_array(struct walk *w, json_t array, const struct rec__scope *in)
{
	AUTO_STRBUF line = STRBUF_INIT;
	enum flag flag = FLAG_NONE;
	struct json_iter it;
	bool pairs = rec__is_list_of_pairs(w->r, array, in);
	uint64_t columns = in->hidden || in->columns ? 0 : rec__first_row_names(w->r, array);
	json_t element, before = { NULL, 0 };

	if (is_command_line(w, in))
		read_command(w, in->command, &line);
	json_iter_init(&it, array);
	for (size_t n = 0; json_iter_element(&it, &element); n++) {
		struct rec__scope scope = *in;

		scope.row = json_kind(element) == JSON_ARRAY;

		if (pairs && n % 2 == 1 && rec__is_named_value(w->r, before, element))
			scope.hidden = true;
		before = element;
		if (n > 0 && columns)
			scope.columns = columns;
		else if (rec__is_cell(in->columns, n, element))
			scope.hidden = true;
		if (!scope.hidden && is_argument(flag, element))
			scope.hidden = true;
		if (is_command_line(w, in) && follows(w, element, &line))
			scope.hidden = true;
		walk_value(w, element, scope);
		flag = flag_of(w, element);
	}
}

static void walk_number(struct walk *w, json_t value, const struct rec__scope *scope)
{
	AUTO_STRBUF made = STRBUF_INIT;

	if (w->r->opt.secrets == REC_SECRETS_KEEP ||
	    (!scope->hidden && !(scope->variable && !rec__is_plain_value(value))))
		return;
	rec__hide_number(w->r, value, &made);
	replace_raw(w, value, strbuf_str(&made));
	w->r->failed = w->r->failed || made.failed;
}

static void walk_value(struct walk *w, json_t value, struct rec__scope scope)
{
	switch (json_kind(value)) {
	case JSON_OBJECT:
	case JSON_ARRAY:
		break;
	case JSON_STRING:
		walk_string(w, value, &scope);
		return;
	case JSON_NUMBER:
		walk_number(w, value, &scope);
		return;
	case JSON_NULL:
	case JSON_BOOL:
	case JSON_ABSENT:
		return;
	}
	if (w->depth == DEPTH_MAX) {
		replace(w, value, STR("redacted: nested too deeply"));
		return;
	}
	w->depth++;
	if (json_kind(value) == JSON_OBJECT)
		walk_object(w, value, &scope);
	else
		walk_array(w, value, &scope);
	w->depth--;
}

static bool nothing_to_do(const struct rec__redactor *r)
{
	return r->opt.secrets == REC_SECRETS_KEEP && r->opt.keep_managed_fields &&
	       !r->opt.hash_names;
}

static void walk_all(struct walk *w, const struct rec__aim *aim, json_t json)
{
	walk_value(w, json,
		   (struct rec__scope) { .secret = aim && aim->secret,
					 .config = aim && aim->config });
	copy_to(w, json.ptr + json.len);
}

static void truncate_near(struct rec__near *near, size_t count)
{
	while (near && near->count > count)
		base__free(near->values[--near->count]);
}

void rec__redact_json(struct rec__redactor *r, const struct rec__aim *aim, json_t json,
		      struct rec__near *near, bool collect, uint32_t *cuts, size_t cut_count,
		      struct strbuf *out)
{
	struct walk w = { .r = r,
			  .out = out,
			  .near = near,
			  .collect = collect,
			  .base = json.ptr,
			  .pos = json.ptr,
			  .cuts = cuts,
			  .cut_count = cut_count,
			  .out_base = out->len };
	size_t before = out->len, known = near ? near->count : 0;
	uint64_t learnt = r->learnt;
	struct walk again = w;
	uint32_t *kept = NULL;

	if (nothing_to_do(r)) {
		copy_to(&w, json.ptr + json.len);
		r->failed = r->failed || out->failed;
		return;
	}
	if (cut_count) {
		kept = base__malloc(cut_count * sizeof(*cuts));
		if (kept)
			memcpy(kept, cuts, cut_count * sizeof(*cuts));
		else
			r->failed = true;
	}
	walk_all(&w, aim, json);
	/* Values learned here may occur earlier as well: repeat. */
	if (r->learnt != learnt && !r->failed && !out->failed) {
		if (collect)
			truncate_near(near, known);
		out->len = before;
		if (cut_count)
			memcpy(cuts, kept, cut_count * sizeof(*cuts));
		walk_all(&again, aim, json);
	}
	base__free(kept);
	r->failed = r->failed || out->failed;
}
