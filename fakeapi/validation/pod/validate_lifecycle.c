/* SPDX-License-Identifier: Apache-2.0 */
/* validate_lifecycle.c - probes and hooks of a container (k8s.io/kubernetes
 * pkg/apis/core/validation, validateHandler, validateLifecycle, validateProbe). */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/pod/validate_pod.h"

static const struct {
	const char *name;
	bool once;	/* successThreshold must be 1 */
	bool can_grace; /* may set terminationGracePeriodSeconds */
} probes[] = {
	{ "livenessProbe", true, true },
	{ "readinessProbe", false, false },
	{ "startupProbe", true, true },
};

static void check_port_or_name(causes_t *c, const path_t *at, const cJSON *port)
{
	if (cJSON_IsString(port))
		fakeapi__check_format(c, at, FAKEAPI_PORT_NAME, port->valuestring);
	else if (cJSON_IsNumber(port))
		fakeapi__check_port(c, at, port);
	else
		fakeapi__cause_invalid_number(c, at, 0, "must be between 1 and 65535, inclusive");
}

static void check_header_name(causes_t *c, const path_t *at, const cJSON *header)
{
	const char *z = fakeapi__string(header, "name");
	bool good = *z != '\0';

	for (const char *p = z; *p; p++)
		good &= (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
			(*p >= '0' && *p <= '9') || *p == '-';
	if (!good)
		fakeapi__cause_invalid_str(
		    c, at, str_of(z),
		    "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. "
		    "'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')");
}

static void check_http_get(causes_t *c, const path_t *at, const cJSON *get)
{
	static const char *const schemes[] = { "HTTP", "HTTPS", NULL };
	const cJSON *h;

	fakeapi__check_some(c, PATH(at, "path"), fakeapi__member(get, "path"));
	check_port_or_name(c, PATH(at, "port"), fakeapi__member(get, "port"));
	fakeapi__check_one_of(c, PATH(at, "scheme"), fakeapi__member(get, "scheme"), schemes);
	cJSON_ArrayForEach(h, fakeapi__member(get, "httpHeaders"))
	    check_header_name(c, PATH(at, "httpHeaders"), h);
}

static void check_sleep(causes_t *c, const path_t *at, const cJSON *sleep, const cJSON *spec)
{
	const cJSON *grace = fakeapi__member(spec, "terminationGracePeriodSeconds");
	const cJSON *seconds = fakeapi__member(sleep, "seconds");
	double wanted = cJSON_IsNumber(seconds) ? seconds->valuedouble : 0;
	bool zero = fakeapi__changed(c->features, FAKEAPI_CHANGE_SLEEP_ZERO);
	AUTO_STRBUF text = STRBUF_INIT;

	if (!cJSON_IsNumber(grace) ||
	    ((zero ? wanted >= 0 : wanted > 0) && wanted <= grace->valuedouble))
		return;
	strbuf_addf(&text, "must be %s and less than terminationGracePeriodSeconds (%.0f)",
		    zero ? "non-negative" : "greater than 0", grace->valuedouble);
	if (!zero && fakeapi__release_of(c->features) > 31)
		strbuf_addz(&text, ". Enable AllowPodLifecycleSleepActionZeroValue feature gate "
				   "for zero sleep.");
	fakeapi__cause_invalid_number(c, at, wanted, text.ptr);
}

/* Checks the first handler; reports each further one. `hook`: may sleep, not gRPC. */
static void check_handler(causes_t *c, const path_t *at, const cJSON *handler, const cJSON *spec,
			  bool hook)
{
	static const char *const names[] = { "exec", "httpGet", "tcpSocket", "grpc", "sleep" };
	int count = 0;

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		const cJSON *h = fakeapi__member(handler, names[i]);
		const path_t *here = PATH(at, names[i]);

		if (!cJSON_IsObject(h) || (hook ? i == 3 : i == 4))
			continue;
		if (count++)
			fakeapi__cause_forbidden(c, here,
						 "may not specify more than 1 handler type");
		else if (i == 0)
			fakeapi__check_some(c, PATH(here, "command"),
					    fakeapi__member(h, "command"));
		else if (i == 1)
			check_http_get(c, here, h);
		else if (i == 2 || i == 3)
			check_port_or_name(c, PATH(here, "port"), fakeapi__member(h, "port"));
		else
			check_sleep(c, here, h, spec);
	}
	if (count == 0)
		fakeapi__cause_required(c, at, "must specify a handler type");
}

static void check_probe(causes_t *c, const path_t *at, const cJSON *probe, const cJSON *spec,
			bool once, bool can_grace)
{
	static const char *const numbers[] = { "initialDelaySeconds", "timeoutSeconds",
					       "periodSeconds", "successThreshold",
					       "failureThreshold" };
	const cJSON *grace = fakeapi__member(probe, "terminationGracePeriodSeconds");
	const cJSON *successes = fakeapi__member(probe, "successThreshold");
	const path_t *grace_at = PATH(at, "terminationGracePeriodSeconds");

	check_handler(c, at, probe, spec, false);
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		fakeapi__check_not_negative(c, PATH(at, numbers[i]),
					    fakeapi__member(probe, numbers[i]));
	if (cJSON_IsNumber(grace) && grace->valuedouble <= 0)
		fakeapi__cause_invalid(c, grace_at, grace, "must be greater than 0");
	if (once && cJSON_IsNumber(successes) && successes->valueint != 1)
		fakeapi__cause_invalid(c, PATH(at, "successThreshold"), successes, "must be 1");
	if (!can_grace && cJSON_IsNumber(grace))
		fakeapi__cause_invalid(c, grace_at, grace, "must not be set for readinessProbes");
}

void fakeapi__check_lifecycle(causes_t *c, const path_t *at, const cJSON *ctr, const cJSON *spec)
{
	static const char *const hooks[] = { "postStart", "preStop" };
	const cJSON *lifecycle = fakeapi__member(ctr, "lifecycle");
	const path_t *life_at = PATH(at, "lifecycle");

	for (size_t i = 0; i < ARRAY_LEN(hooks); i++)
		if (cJSON_IsObject(fakeapi__member(lifecycle, hooks[i])))
			check_handler(c, PATH(life_at, hooks[i]),
				      fakeapi__member(lifecycle, hooks[i]), spec, true);
	if (*fakeapi__string(lifecycle, "stopSignal") && !fakeapi__member(spec, "os"))
		fakeapi__cause_forbidden(c, PATH(life_at, "stopSignal"),
					 "may not be set for containers with empty `spec.os.name`");
	for (size_t i = 0; i < ARRAY_LEN(probes); i++) {
		const cJSON *probe = fakeapi__member(ctr, probes[i].name);

		if (cJSON_IsObject(probe))
			check_probe(c, PATH(at, probes[i].name), probe, spec, probes[i].once,
				    probes[i].can_grace);
	}
}

void fakeapi__check_no_lifecycle(causes_t *c, const path_t *at, const cJSON *ctr)
{
	static const char *const names[] = { "lifecycle", "livenessProbe", "readinessProbe",
					     "startupProbe" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (cJSON_IsObject(fakeapi__member(ctr, names[i])))
			fakeapi__cause_forbidden(
			    c, PATH(at, names[i]),
			    "may not be set for init containers without restartPolicy=Always");
}

void fakeapi__check_resize_policy(causes_t *c, const path_t *at, const cJSON *policies,
				  const cJSON *spec)
{
	static const char *const resources[] = { "cpu", "memory", NULL };
	static const char *const restarts[] = { "NotRequired", "RestartContainer", NULL };
	bool never = strcmp(fakeapi__string(spec, "restartPolicy"), "Never") == 0;
	struct fakeapi__lookup names;
	const cJSON *p;
	size_t i = 0;

	fakeapi__lookup_items(&names, policies, "resourceName", policies);
	cJSON_ArrayForEach(p, policies)
	{
		const cJSON *name = fakeapi__member(p, "resourceName");
		const cJSON *restart = fakeapi__member(p, "restartPolicy");

		if (fakeapi__lookup_again(&names, p))
			fakeapi__cause_duplicate(c, PATH_AT(at, i), name);
		i++;
		if (fakeapi__check_some(c, at, name))
			fakeapi__check_one_of(c, at, name, resources);
		if (fakeapi__check_some(c, at, restart))
			fakeapi__check_one_of(c, at, restart, restarts);
		if (never && strcmp(fakeapi__string(p, "restartPolicy"), "NotRequired") != 0)
			fakeapi__cause_invalid_str(
			    c, at, str_of(fakeapi__string(p, "restartPolicy")),
			    fakeapi__changed(c->features, FAKEAPI_CHANGE_RESTART_RULE_COUNTS)
				? "must be 'NotRequired' when pod `restartPolicy` is 'Never'"
				: "must be 'NotRequired' when `restartPolicy` is 'Never'");
	}
	fakeapi__lookup_fini(&names);
}
