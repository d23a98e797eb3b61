/* SPDX-License-Identifier: Apache-2.0 */
/* denials.c - the effects of a failed policy: a denial, a warning, or none. */
#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/webhooks/policies.h"

static int code_of(const char *reason)
{
	return strcmp(reason, "Unauthorized") == 0	      ? 401
	       : strcmp(reason, "Forbidden") == 0	      ? 403
	       : strcmp(reason, "RequestEntityTooLarge") == 0 ? 413
							      : 422;
}

static int add_cause(cJSON *status, const char *message)
{
	cJSON *details = fakeapi__member(status, "details");
	cJSON *causes = fakeapi__member(details, "causes"), *cause = cJSON_CreateObject();

	if (!causes)
		causes = cJSON_AddArrayToObject(details, "causes");
	if (causes && cause && cJSON_AddStringToObject(cause, "message", message) &&
	    cJSON_AddItemToArray(causes, cause))
		return 0;
	cJSON_Delete(cause);
	return -1;
}

static int refuse(struct judgement *j, const char *reason, int code, const char *text)
{
	struct fakeapi__call *c = j->c;
	AUTO_STRBUF name = STRBUF_INIT;

	if (j->denied)
		return add_cause(c->st.doc, text);
	strbuf_adds(&name, j->a->name);
	strbuf_addz(&name, "");
	if (name.failed)
		return -1;
	(void)fakeapi__admission_forbid(c, name.ptr ? name.ptr : "", text);
	c->st.code = code;
	j->denied = add_cause(c->st.doc, text) == 0 &&
		    fakeapi__set(c->st.doc, "reason", cJSON_CreateString(reason)) == 0 &&
		    fakeapi__set(c->st.doc, "code", cJSON_CreateNumber(code)) == 0;
	return j->denied ? 0 : -1;
}

static bool acts(const cJSON *binding, const char *action)
{
	const cJSON *actions = fakeapi__member(fakeapi__policy_spec(binding), "validationActions");
	const cJSON *v;

	cJSON_ArrayForEach(v, actions) if (cJSON_IsString(v) &&
					   strcmp(v->valuestring, action) == 0) return true;
	return false;
}

static int warn(struct judgement *j, const char *message)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text,
		    "Validation failed for ValidatingAdmissionPolicy '%s' with binding '%s': %s",
		    fakeapi__meta_str(j->policy, "name"), fakeapi__meta_str(j->binding, "name"),
		    message);
	if (text.failed)
		return -1;
	fakeapi__hook_warn(j->c, text.ptr);
	return 0;
}

static void format_policy(const struct judgement *j, struct strbuf *out)
{
	char quote = j->mutations && !j->binding ? '"' : '\'';

	strbuf_addf(out, "%c%s%c ", quote, fakeapi__meta_str(j->policy, "name"), quote);
	if (j->binding)
		strbuf_addf(out, "with binding '%s' ", fakeapi__meta_str(j->binding, "name"));
	strbuf_addz(out, "denied request: ");
}

/* Handles a failed validation by the binding's actions; other policies continue, and the first
 * denial is reported. `always`: the evaluation failed. */
int fakeapi__policy_deny(struct judgement *j, const char *reason, const char *message, bool always)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const char *own = *reason ? reason : "Invalid";

	if (!always && acts(j->binding, "Warn") && warn(j, message) < 0)
		return -1;
	if (j->denied || (!always && !acts(j->binding, "Deny")))
		return 0;
	strbuf_addz(&text, "ValidatingAdmissionPolicy ");
	format_policy(j, &text);
	strbuf_addz(&text, message);
	return text.failed ? -1 : refuse(j, own, code_of(own), text.ptr);
}

/* Other policies continue and add their causes. The message is the first one's. */
static int deny_mutation(struct judgement *j, const char *reason, const char *why)
{
	bool first = !j->denied;
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "policy ");
	format_policy(j, &text);
	strbuf_addz(&text, why);
	if (text.failed || refuse(j, reason, 403, text.ptr) < 0)
		return -1;
	return first ? fakeapi__set(j->c->st.doc, "message", cJSON_CreateString(text.ptr)) : 0;
}

int fakeapi__policy_failed(struct judgement *j, const char *why)
{
	static const char of_binding[] = "failed to configure ";
	bool binding = strncmp(why, of_binding, sizeof(of_binding) - 1) == 0;
	const cJSON *spec = fakeapi__policy_spec(j->policy);

	if (strcmp(fakeapi__string(spec, "failurePolicy"), "Ignore") == 0)
		return 0;
	if (!j->mutations)
		return fakeapi__policy_deny(j, "", why, binding);
	if (binding && j->configured)
		return 0;
	return deny_mutation(j, binding ? "Forbidden" : "Invalid", why);
}
