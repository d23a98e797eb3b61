/* SPDX-License-Identifier: Apache-2.0 */
/* lib_authorizer.c - authorization checks (apiserver's cel/library authz.go): calls build a
 * question, and `check` passes it to the run's authorizer. */
#include "base/text/dns.h"
#include "cel/lib.h"

#define T "kubernetes.authorization."

enum {
	CHECK_COST = 350000,   /* an expression may have two */
	SELECTOR_COST = 10,    /* of an empty selector */
	REQUIREMENT_COST = 50, /* of each possible requirement of a selector */
};

/* An authorizer, and the question built so far. */
struct authorizer {
	struct cel_opaque head;
	struct cel_question question;
};

struct decision {
	struct cel_opaque head;
	bool allowed;
	struct str reason;
};

static bool same(const struct cel_opaque *a, const struct cel_opaque *b)
{
	return a == b;
}

static struct cel_value made(struct cel_run *run, struct str type, const struct cel_question *q)
{
	struct authorizer *x = cel__alloc(&run->arena, sizeof(*x));

	if (!x)
		return cel__exhausted(run);
	*x = (struct authorizer) { { cel_type_named(type), same }, *q };
	return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &x->head };
}

static struct cel_question question_of(struct cel_value v)
{
	return ((const struct authorizer *)(const void *)v.as.opaque)->question;
}

struct cel_value cel_new_authorizer(struct cel_run *run)
{
	struct cel_question q = { 0 };

	return made(run, STR(T "Authorizer"), &q);
}

struct cel_value cel_new_resource_check(struct cel_run *run, const struct cel_question *q)
{
	return made(run, STR(T "ResourceCheck"), q);
}

static bool is_blank(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!strchr(" \t\n\v\f\r", s.ptr[i]))
			return false;
	return true;
}

FN(path)
{
	struct cel_question q = question_of(a[0]);

	(void)n;
	q.path = cel_str(a[1]);
	if (is_blank(q.path))
		return cel_error(run, "path must not be empty");
	return made(run, STR(T "PathCheck"), &q);
}

FN(group)
{
	struct cel_question q = question_of(a[0]);

	(void)n;
	q.group = cel_str(a[1]);
	return made(run, STR(T "GroupCheck"), &q);
}

FN(service_account)
{
	struct cel_question q = question_of(a[0]);

	(void)n;
	q.account_namespace = cel_str(a[1]);
	q.account = cel_str(a[2]);
	if (q.account.len > DNS_SUBDOMAIN_LEN_MAX || !dns_is_subdomain(q.account))
		return cel_error(run, "Invalid service account name");
	if (q.account_namespace.len > DNS_LABEL_LEN_MAX || !dns_is_label(q.account_namespace))
		return cel_error(run, "Invalid service account namespace");
	return made(run, STR(T "Authorizer"), &q);
}

FN(resource)
{
	struct cel_question q = question_of(a[0]);

	(void)n;
	q.on_resource = true;
	q.resource = cel_str(a[1]);
	if (is_blank(q.resource))
		return cel_error(run, "resource must not be empty");
	return made(run, STR(T "ResourceCheck"), &q);
}

#define PART(name, member)                                                                         \
	FN(name)                                                                                   \
	{                                                                                          \
		struct cel_question q = question_of(a[0]);                                         \
                                                                                                   \
		(void)n;                                                                           \
		q.member = cel_str(a[1]);                                                          \
		return made(run, STR(T "ResourceCheck"), &q);                                      \
	}
PART(subresource, subresource)
PART(namespace, ns)
PART(name, name)

/* RBAC ignores selectors and treats unreadable ones as absent. */
FN(selector)
{
	struct cel_question q = question_of(a[0]);
	uint64_t parts = ((uint64_t)a[1].len + 1) / 2;

	(void)n;
	cel__charge(run, SELECTOR_COST + cel__text_cost(a[1].len) + parts * REQUIREMENT_COST - 1);
	return made(run, STR(T "ResourceCheck"), &q);
}

FN(check)
{
	struct cel_question q = question_of(a[0]);
	struct decision *d = cel__alloc(&run->arena, sizeof(*d));
	AUTO_STRBUF reason = STRBUF_INIT;
	struct cel_value text;
	int allowed;

	(void)n;
	if (!d || !cel__charge(run, CHECK_COST - 1))
		return cel__exhausted(run);
	if (!run->authorizer)
		return cel_error(run, "no such attribute(s): authorizer");
	q.verb = cel_str(a[1]);
	allowed = run->authorizer->allows(run->authorizer->context, &q, &reason);
	text = allowed < 0 ? cel__exhausted(run) : cel__take_text(run, &reason);
	if (text.kind != CEL_STRING)
		return text;
	*d = (struct decision) { { cel_type_named(STR(T "Decision")), same },
				 allowed > 0,
				 cel_str(text) };
	return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &d->head };
}

static const struct decision *decision_of(struct cel_value v)
{
	return (const struct decision *)(const void *)v.as.opaque;
}

FN(allowed)
{
	UNUSED;
	return cel_of_bool(decision_of(a[0])->allowed);
}

FN(reason)
{
	UNUSED;
	return cel_of_str(decision_of(a[0])->reason);
}

/* Checks never fail here. */
FN(errored)
{
	(void)run;
	(void)a;
	(void)n;
	return cel_of_bool(false);
}

FN(error)
{
	(void)run;
	(void)a;
	(void)n;
	return cel_of_str(STR(""));
}

#define K CEL_LIB_AUTHORIZER
#define R T "ResourceCheck"

const struct cel__function cel__authorizer_functions[] = {
	{ "path", T "Authorizer.(string)" T "PathCheck", path, K },
	{ "group", T "Authorizer.(string)" T "GroupCheck", group, K },
	{ "serviceAccount", T "Authorizer.(string,string)" T "Authorizer", service_account, K },
	{ "resource", T "GroupCheck.(string)" R, resource, K },
	{ "subresource", R ".(string)" R, subresource, K },
	{ "namespace", R ".(string)" R, namespace, K },
	{ "name", R ".(string)" R, name, K },
	{ "fieldSelector", R ".(string)" R, selector, K },
	{ "labelSelector", R ".(string)" R, selector, K },
	{ "check", T "PathCheck.(string)" T "Decision", check, K },
	{ "check", R ".(string)" T "Decision", check, K },
	{ "errored", T "Decision.()bool", errored, K },
	{ "error", T "Decision.()string", error, K },
	{ "allowed", T "Decision.()bool", allowed, K },
	{ "reason", T "Decision.()string", reason, K },
	{ 0 },
};
