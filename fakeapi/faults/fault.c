/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/faults/fault.h"

#include "base/alloc.h"
#include "base/text/glob.h"

enum { ONCE, FOR_EVER };

const struct fakeapi__fault_row fakeapi__fault_rows[FAKEAPI_FAULT_KIND_COUNT] = {
#define FAULT(id, name, times, modes) [FAKEAPI_FAULT_##id] = { name, times == FOR_EVER, modes },
#include "fakeapi/tbl/faults.h"
#undef FAULT
};

/* --- rules -------------------------------------------------------------------------------- */

struct fakeapi__match fakeapi__match_all(void)
{
	struct fakeapi__match m;

	memset(&m, 0, sizeof(m));
	m.backend = -1;
	return m;
}

static void free_rule(struct fakeapi__fault *rule)
{
	base__free(rule->details);
	base__free(rule->then);
	fakeapi__script_unref(rule->script);
}

void fakeapi__faults_fini(struct fakeapi__faults *f)
{
	fakeapi__log_clear(f);
	base__free(f->marks);
	base__free(f->log);
	for (size_t i = 0; i < f->count; i++)
		free_rule(&f->rules[i]);
	base__free(f->rules);
	memset(f, 0, sizeof(*f));
}

static void recount(struct fakeapi__faults *f)
{
	bool withhold = false;

	memset(f->active, 0, sizeof(f->active));
	for (size_t i = 0; i < f->count; i++) {
		if (!f->rules[i].times)
			continue;
		f->active[f->rules[i].kind]++;
		withhold |= fakeapi__withholds_settings_ack(&f->rules[i]);
	}
	atomic_store(&f->withhold_settings_ack, withhold);
}

uint32_t fakeapi__faults_add(struct fakeapi__faults *f, const struct fakeapi__fault *rule)
{
	char *details = NULL, *then = NULL;

	if (f->count == FAKEAPI_RULES_MAX)
		return 0;
	if (f->count == f->cap) {
		size_t cap = f->cap ? f->cap * 2 : 8;
		void *grown = base__reallocarray(f->rules, cap, sizeof(*f->rules));

		if (!grown)
			return 0;
		f->rules = grown;
		f->cap = cap;
	}
	if (rule->details) {
		details = base__strdup(rule->details);
		if (!details)
			return 0;
	}
	if (rule->then) {
		then = base__strdup(rule->then);
		if (!then) {
			base__free(details);
			return 0;
		}
	}
	f->rules[f->count] = *rule;
	f->rules[f->count].details = details;
	f->rules[f->count].then = then;
	if (rule->script)
		(void)fakeapi__script_ref(rule->script);
	f->rules[f->count].id = ++f->next_id;
	f->rules[f->count].hits = f->rules[f->count].acted = 0;
	f->count++;
	recount(f);
	return f->next_id;
}

struct fakeapi__fault *fakeapi__faults_find(struct fakeapi__faults *f, uint32_t id)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->rules[i].id == id)
			return &f->rules[i];
	return NULL;
}

void fakeapi__faults_del(struct fakeapi__faults *f, uint32_t id)
{
	struct fakeapi__fault *rule = fakeapi__faults_find(f, id);

	if (!rule)
		return;
	free_rule(rule);
	f->count--;
	memmove(rule, rule + 1, (f->count - (size_t)(rule - f->rules)) * sizeof(*rule));
	recount(f);
}

static bool same(const char *want, struct str have)
{
	return want[0] == '\0' || strcmp(want, "*") == 0 || str_eqz(have, want);
}

/* "web-*" matches names with that prefix. */
static bool same_name(const char *want, struct str have)
{
	return want[0] == '\0' || text_glob_fits(str_of(want), have);
}

bool fakeapi__is_write(const char *verb)
{
	static const char *const writes[] = { "create", "update", "patch", "delete",
					      "deletecollection" };

	for (size_t i = 0; i < ARRAY_LEN(writes); i++)
		if (strcmp(verb, writes[i]) == 0)
			return true;
	return false;
}

bool fakeapi__agent_matches(struct str want, struct str have)
{
	bool other = want.len && want.ptr[0] == '!';

	if (other)
		want = (struct str) { want.ptr + 1, want.len - 1 };
	if (!want.len)
		return true;
	for (;;) {
		const char *bar = memchr(want.ptr, '|', want.len);
		size_t n = bar ? (size_t)(bar - want.ptr) : want.len;

		if (have.len >= n && memcmp(have.ptr, want.ptr, n) == 0)
			return !other;
		if (!bar)
			return other;
		want = (struct str) { bar + 1, want.len - n - 1 };
	}
}

bool fakeapi__fault_matches(const struct fakeapi__match *m, const struct fakeapi__request_info *a)
{
	if (m->backend >= 0 && (uint32_t)m->backend != a->backend)
		return false;
	if (m->client && m->client != a->client)
		return false;
	if (m->has_group && !str_eqz(a->group, m->group))
		return false;
	if (strcmp(m->subresource, "-") == 0 ? a->subresource.len > 0
					     : !same(m->subresource, a->subresource))
		return false;
	if (strcmp(m->verb, "write") == 0 ? !fakeapi__is_write(a->verb)
					  : !same(m->verb, str_of(a->verb)))
		return false;
	return fakeapi__agent_matches(str_of(m->user_agent), a->agent) &&
	       same(m->resource, a->resource) && same_name(m->ns, a->ns) &&
	       same_name(m->name, a->name);
}

bool fakeapi__withholds_settings_ack(const struct fakeapi__fault *rule)
{
	return rule->kind == FAKEAPI_FAULT_HTTP2 &&
	       strcmp(rule->mode, FAKEAPI_NO_SETTINGS_ACK) == 0;
}

bool fakeapi__fault_fires(struct fakeapi__faults *f, struct fakeapi__fault *rule)
{
	rule->hits++;
	if (rule->skip) {
		rule->skip--;
		return false;
	}
	rule->acted++;
	if (rule->times != UINT32_MAX && --rule->times == 0)
		recount(f);
	if (rule->then && !rule->then_due &&
	    (rule->times == UINT32_MAX ? rule->acted == 1 : !rule->times)) {
		rule->then_due = true;
		f->thens_due++;
	}
	return true;
}
