/* SPDX-License-Identifier: Apache-2.0 */
/* locks.c - the program's locks of leader election: Leases, and annotations of the older kinds. */
#include "runner/perturb/posix/world.h"

#include "base/json_scan.h"
#include "base/text/rfc3339.h"

#include <time.h>

/* The holder that the tool writes into a taken lock. */
#define OTHER_HOLDER	"relist-perturb"
#define LOCK_ANNOTATION "control-plane.alpha.kubernetes.io/leader"

enum {
	DURATION_USUAL_S = 15, /* client-go's default */
	DURATION_MAX_S = 60,
};

/* --- locks --- */

static bool is_lease(const struct perturb__change *c)
{
	return str_eqz(c->type, "leases.coordination.k8s.io") && !str_eqz(c->ns, "kube-node-lease");
}

static json_t lock_record(const struct perturb__change *c)
{
	return json_path((json_t) { c->json.ptr, c->json.len }, "metadata", "annotations",
			 LOCK_ANNOTATION, NULL);
}

static bool is_lock(const struct perturb__change *c)
{
	return is_lease(c) || ((str_eqz(c->type, "configmaps") || str_eqz(c->type, "endpoints")) &&
			       lock_record(c).len);
}

static int64_t seconds_of(json_t v)
{
	int64_t s = 0;

	return json_int64(v, &s) && s > 0 ? s : 0;
}

/* The duration for which the program believes itself to be the leader. */
static int64_t duration_s(const struct perturb__change *c)
{
	AUTO_STRBUF text = STRBUF_INIT;
	json_t v;

	if (is_lease(c))
		return seconds_of(json_path((json_t) { c->json.ptr, c->json.len }, "spec",
					    "leaseDurationSeconds", NULL));
	if (!json_valid(json_str(lock_record(c), &text), &v, NULL))
		return 0;
	return seconds_of(json_get(v, "leaseDurationSeconds"));
}

static void now_text(struct strbuf *out)
{
	struct timespec now;
	long us;

	(void)clock_gettime(CLOCK_REALTIME, &now);
	/* a MicroTime has six digits, and the formatter drops zeros at the end */
	us = now.tv_nsec / NS_PER_US;
	us += us % 10 == 0;
	rfc3339_format((int64_t)now.tv_sec * NS_PER_S + us * NS_PER_US, out);
}

static void write_lease(struct perturb__world *w, const struct perturb__change *c, bool take)
{
	AUTO_STRBUF path = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;
	AUTO_STRBUF now = STRBUF_INIT;

	strbuf_addf(&path, "/apis/coordination.k8s.io/v1/namespaces/" STR_FMT "/leases/" STR_FMT,
		    STR_ARG(c->ns), STR_ARG(c->name));
	now_text(&now);
	if (take)
		strbuf_addf(&body,
			    "{\"spec\":{\"holderIdentity\":\"" OTHER_HOLDER
			    "\",\"leaseDurationSeconds\":3600,\"acquireTime\":\"%s\","
			    "\"renewTime\":\"%s\"}}",
			    now.ptr, now.ptr);
	else
		strbuf_addz(&body, "{\"spec\":{\"holderIdentity\":\"\"}}");
	(void)perturb__request(w, PERTURB_ROLE, "PATCH", path.ptr, "application/merge-patch+json",
			       strbuf_str(&body), NULL);
}

/* A lock of the old kinds: the record is an annotation. */
static void write_lock(struct perturb__world *w, const struct perturb__change *c, bool take)
{
	AUTO_STRBUF path = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;
	AUTO_STRBUF record = STRBUF_INIT;
	AUTO_STRBUF now = STRBUF_INIT;

	now_text(&now);
	strbuf_addf(&path, "/api/v1/namespaces/" STR_FMT "/" STR_FMT "/" STR_FMT, STR_ARG(c->ns),
		    STR_ARG(c->type), STR_ARG(c->name));
	if (take)
		strbuf_addf(&record,
			    "{\"holderIdentity\":\"" OTHER_HOLDER
			    "\",\"leaseDurationSeconds\":3600,\"acquireTime\":\"%s\","
			    "\"renewTime\":\"%s\",\"leaderTransitions\":1}",
			    now.ptr, now.ptr);
	else
		strbuf_addz(&record, "{\"holderIdentity\":\"\",\"leaseDurationSeconds\":15,"
				     "\"acquireTime\":null,\"renewTime\":null,"
				     "\"leaderTransitions\":1}");
	strbuf_addz(&body, "{\"metadata\":{\"annotations\":{\"" LOCK_ANNOTATION "\":");
	strbuf_add_json(&body, strbuf_str(&record));
	strbuf_addz(&body, "}}}");
	(void)perturb__request(w, PERTURB_ROLE, "PATCH", path.ptr, "application/merge-patch+json",
			       strbuf_str(&body), NULL);
}

/* Writes all locks; returns the longest duration of one in seconds. */
static int64_t write_locks(struct perturb__world *w, bool take)
{
	struct perturb__life *l = w->life;
	size_t count = l->last.entry_end;
	int64_t longest = 0;

	for (size_t i = 0; i < count; i++) {
		const struct perturb__change *c = l->last.entries[i].value;
		int64_t s;

		if (!l->last.entries[i].key || c->deleted || !is_lock(c))
			continue;
		s = duration_s(c);
		longest = s > longest ? s : longest;
		if (is_lease(c))
			write_lease(w, c, take);
		else
			write_lock(w, c, take);
	}
	if (!longest)
		longest = DURATION_USUAL_S;
	return longest < DURATION_MAX_S ? longest : DURATION_MAX_S;
}

int64_t perturb__release_leases(struct perturb__world *w)
{
	return write_locks(w, false);
}

void perturb__take_leases(struct perturb__world *w)
{
	int64_t s = write_locks(w, true);

	w->leases.taken = true;
	w->leases.ended = false;
	w->leases.forbidden_ns =
	    clock_monotonic_ns() + s * NS_PER_S + PERTURB_LEASE_MARGIN_MS * NS_PER_MS;
}

/* The holder in a lock; empty: none. */
static bool is_held(const struct perturb__change *c, bool *by_other)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	json_t v = { c->json.ptr, c->json.len };
	struct str holder;

	if (is_lease(c)) {
		holder = json_str(json_path(v, "spec", "holderIdentity", NULL), &scratch);
	} else {
		if (!json_valid(json_str(lock_record(c), &text), &v, NULL))
			return false;
		holder = json_str(json_get(v, "holderIdentity"), &scratch);
	}
	*by_other = str_eqz(holder, OTHER_HOLDER);
	return holder.len > 0;
}

void perturb__lease_written(struct perturb__world *w, const struct perturb__change *c)
{
	bool by_other = false;

	if (c->by != PERTURB_SUBJECT || c->deleted || !is_lock(c) || !is_held(c, &by_other))
		return;
	if (w->leases.taken && !by_other)
		w->op->leaseless = true;
	else if (w->leases.released_ns && w->op->instance == w->instance)
		w->active_ns = clock_monotonic_ns();
	w->leases.released_ns = 0;
}

void perturb__lease_exit(struct perturb__world *w)
{
	w->leases.ended = true;
	w->leases.forbidden_ns = clock_monotonic_ns();
}

void perturb__expect_acquisition(struct perturb__world *w)
{
	w->leases.released_ns = w->active_ns = w->disturbed_ns = clock_monotonic_ns();
}
