/* SPDX-License-Identifier: Apache-2.0 */
/* validate_impl.h - the parts of validation, by subject. */
#ifndef FAKEAPI_VALIDATE_IMPL_H
#define FAKEAPI_VALIDATE_IMPL_H

#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"

typedef struct fakeapi__causes causes_t;
typedef struct fakeapi__path path_t;

/* Formats of names; errors are appended to `out` as Go's texts, one per line. */
enum fakeapi__format {
	FAKEAPI_DNS_SUBDOMAIN,	/* RFC 1123, 253 */
	FAKEAPI_DNS_LABEL,	/* RFC 1123, 63 */
	FAKEAPI_DNS_1035_LABEL, /* 63 */
	FAKEAPI_PATH_SEGMENT,	/* anything valid in a path segment */
	FAKEAPI_QUALIFIED_NAME, /* [prefix/]name */
	FAKEAPI_LABEL_VALUE,
	FAKEAPI_CONFIG_KEY,
	FAKEAPI_PORT_NAME,
	FAKEAPI_ENV_NAME,
	FAKEAPI_WILDCARD_SUBDOMAIN,
	FAKEAPI_CONDITION_REASON,
	FAKEAPI_DNS_UNDERSCORE, /* RFC 1123, 253; labels may begin with '_' and contain it */
};
void fakeapi__format_check(const struct fakeapi__features *features, enum fakeapi__format format,
			   const char *z, struct strbuf *out);
/* Reports the same as Invalid errors at `at`. */
void fakeapi__check_format(causes_t *c, const path_t *at, enum fakeapi__format format,
			   const char *z);

/* Checks that a member is one of `allowed` (sorted, quoted for the message, NULL last). */
void fakeapi__check_one_of(causes_t *c, const path_t *at, const cJSON *v,
			   const char *const *allowed);
/* Reports Required if absent or empty; true if present. */
bool fakeapi__check_some(causes_t *c, const path_t *at, const cJSON *v);
void fakeapi__check_not_negative(causes_t *c, const path_t *at, const cJSON *v);
void fakeapi__check_port(causes_t *c, const path_t *at, const cJSON *v);
/* "field is immutable"; absent and empty are equal. */
void fakeapi__check_immutable(causes_t *c, const path_t *at, const cJSON *now, const cJSON *before);
void fakeapi__check_labels(causes_t *c, const path_t *at, const cJSON *labels);
void fakeapi__check_annotations(causes_t *c, const path_t *at, const cJSON *annotations);
/* "1-3,5": how many indexes they are; what is wrong with them in `why`. */
long fakeapi__count_indexes(const char *text, double completions, struct strbuf *why);
/* The first index that is in both; -1: none. What cannot be parsed is passed over. */
long fakeapi__common_index(const char *a, const char *b, double completions);
/* Metadata of a template, which may have labels and annotations alone. */
void fakeapi__check_template_meta(causes_t *c, const path_t *at, const cJSON *meta);
/* matchLabels, matchExpressions */
void fakeapi__check_selector(causes_t *c, const path_t *at, const cJSON *selector);
/* A member of an internal type: its JSON name and its Go name. Ends with an empty row. */
struct fakeapi__rename {
	const char *from, *to;
	const struct fakeapi__rename *inner; /* the members of an object; NULL: a plain value */
};
/* An object in the format of some messages: the server's internal type, whose members have no JSON
 * names, with null for absent members. The caller frees it; NULL: out of memory. */
cJSON *fakeapi__internal_form(const cJSON *v, const struct fakeapi__rename *names);
/* Reports Invalid with `v` in that form. */
void fakeapi__cause_invalid_form(causes_t *c, const path_t *at, const cJSON *v,
				 const struct fakeapi__rename *names, const char *why);
/* The same with the tables of whole types (tbl/internal_types.h). */
enum fakeapi__internal {
#define NAME(name) FAKEAPI_INTERNAL_##name,
#include "fakeapi/tbl/internal_types.h"
};
void fakeapi__cause_invalid_internal(causes_t *c, const path_t *at, const cJSON *v,
				     enum fakeapi__internal form, const char *why);
/* Checks metadata.generateName; `at`: the path of the metadata. */
void fakeapi__check_generate_name(causes_t *c, const path_t *at, const cJSON *meta,
				  enum fakeapi__format format);
/* Checks the metadata but its names; `built_in`: finalizers must be known or have a domain. */
void fakeapi__check_meta_parts(causes_t *c, const path_t *at, const cJSON *meta, bool built_in);
void fakeapi__check_owners(causes_t *c, const path_t *at, const cJSON *owners);
void fakeapi__check_managed_fields(causes_t *c, const path_t *at, const cJSON *entries);
void fakeapi__check_known_finalizers(causes_t *c, const path_t *at, const cJSON *finalizers);
/* Checks that a finalizer is "kubernetes" or another standard name, or has a domain. */
void fakeapi__check_known_finalizer(causes_t *c, const path_t *at, const cJSON *f);
/* True if absent, null, an empty string or without members. */
bool fakeapi__is_blank(const cJSON *v);
bool fakeapi__has_newline(struct str s); /* \n or \r */

/* Checks a cron schedule; `before`: the old one ("": new); `zone`: timeZone is set. */
void fakeapi__check_schedule(causes_t *c, const path_t *at, const cJSON *schedule,
			     const char *before, bool zone);
bool fakeapi__is_time_zone(const char *name);
void fakeapi__check_time_zone(causes_t *c, const path_t *at, const cJSON *zone);

/* Checks a rule of a webhook or policy. */
void fakeapi__check_hook_rule(causes_t *c, const path_t *at, const cJSON *rule);
/* Checks matchConditions of a webhook. */
void fakeapi__check_match_conditions(causes_t *c, const path_t *at, const cJSON *list);
/* Checks the deprecation of a definition's version. */
void fakeapi__check_deprecation(causes_t *c, const path_t *at, const cJSON *version);
/* The parts that all versions of a definition share: the internal form has them once, at the
 * top. */
struct fakeapi__alike {
	bool subresources, columns, selectables;
};
struct fakeapi__alike fakeapi__versions_alike(const cJSON *versions);
/* Checks subresources, columns and selectable fields of a version, unless all versions share them.
 * `top`: checks the shared ones of the first version, reported at the spec. */
void fakeapi__check_version_parts(causes_t *c, const path_t *at, const cJSON *version,
				  const struct fakeapi__alike *alike, bool top,
				  const cJSON *schema);
/* Checks spec.conversion of a definition. */
void fakeapi__check_conversion(causes_t *c, const path_t *at, const cJSON *conversion);
/* Checks the name of a resource in requests and limits of a container. */
/* Of a domain that is not Kubernetes' own, and not a quota's "requests.". */
bool fakeapi__is_extended_resource(const char *name);
void fakeapi__check_container_resource(causes_t *c, const path_t *at, const char *name);
/* Checks an amount of the resource `name`: not negative, and whole if it is counted. */
void fakeapi__check_amount(causes_t *c, const path_t *at, const char *name, const cJSON *q);
/* Checks the spec of a claim, or of a StatefulSet's claim template. */
void fakeapi__check_claim_spec(causes_t *c, const path_t *at, const cJSON *spec);
/* Checks the source of a persistent volume. */
void fakeapi__check_volume_sources(causes_t *c, const path_t *at, const cJSON *spec);
bool fakeapi__is_volume_source(const char *member);
void fakeapi__check_driver_name(causes_t *c, const path_t *at, const char *driver);
/* True if the labels match the selector, including its expressions. */
bool fakeapi__fits_selector(const cJSON *selector, const cJSON *labels);
/* Checks for a non-negative number or a percentage. */
void fakeapi__check_int_or_percent(causes_t *c, const path_t *at, const cJSON *v);
void fakeapi__check_not_over_100(causes_t *c, const path_t *at, const cJSON *v);
/* "example.com/x" */
void fakeapi__check_domain_path(causes_t *c, const path_t *at, const char *z);
/* Checks labels, annotations and spec of a template. */
void fakeapi__check_template(causes_t *c, const path_t *at, const cJSON *tmpl);

/* Appends the difference of two values in internal form, of c's release. -1: out of memory. */
int fakeapi__internal_diff(const causes_t *c, struct strbuf *out, enum fakeapi__internal form,
			   const cJSON *before, const cJSON *now);
/* "pod updates may not change fields other than ...", with the difference of the two specs. */
void fakeapi__cause_pod_changed(causes_t *c, const path_t *at, const cJSON *before,
				const cJSON *now);

/* Checks of one kind; `old` is NULL on create. */
typedef void fakeapi__check_fn(causes_t *c, const cJSON *obj, const cJSON *old);
fakeapi__check_fn fakeapi__check_pod, fakeapi__check_service, fakeapi__check_config_map,
    fakeapi__check_secret, fakeapi__check_namespace, fakeapi__check_claim, fakeapi__check_volume,
    fakeapi__check_rc, fakeapi__check_pod_template, fakeapi__check_deployment,
    fakeapi__check_replica_set, fakeapi__check_stateful_set, fakeapi__check_daemon_set,
    fakeapi__check_job, fakeapi__check_cron_job, fakeapi__check_role, fakeapi__check_binding,
    fakeapi__check_ingress, fakeapi__check_scaler, fakeapi__check_priority_class,
    fakeapi__check_runtime_class, fakeapi__check_definition, fakeapi__check_storage_class,
    fakeapi__check_endpoints, fakeapi__check_endpoint_slice, fakeapi__check_revision,
    fakeapi__check_limit_range, fakeapi__check_budget, fakeapi__check_node, fakeapi__check_quota,
    fakeapi__check_network_policy, fakeapi__check_lease, fakeapi__check_certificate_request,
    fakeapi__check_webhooks, fakeapi__check_policy, fakeapi__check_event,
    fakeapi__check_service_allocation, fakeapi__check_any_new_event, fakeapi__check_new_event,
    fakeapi__check_ingress_class, fakeapi__check_mutating_policy, fakeapi__check_mutating_binding,
    fakeapi__check_policy_binding, fakeapi__check_ip_address, fakeapi__check_service_cidr,
    fakeapi__check_api_service, fakeapi__check_api_service_status, fakeapi__check_csi_driver,
    fakeapi__check_csi_node, fakeapi__check_csi_capacity, fakeapi__check_attachment,
    fakeapi__check_attributes_class, fakeapi__check_flow_schema, fakeapi__check_flow_status,
    fakeapi__check_priority_level, fakeapi__check_device_claim, fakeapi__check_device_template,
    fakeapi__check_device_class, fakeapi__check_device_slice;
/* Checks that an address is a valid destination. */
void fakeapi__check_reachable_ip(causes_t *c, const path_t *at, const char *ip);
/* Validates a custom resource by its schema (`status`: a status write). */
void fakeapi__check_custom(causes_t *c, const struct fakeapi__resource *res, const cJSON *obj,
			   const cJSON *old, bool status);
/* Checks the template of a Job in an update. */
void fakeapi__check_job_template(causes_t *c, const cJSON *spec, const cJSON *old);
#define FAKEAPI_NOT_QUALIFIED                                                                      \
	"a fully qualified name must be a domain and a name separated by a slash"
/* Checks the declared rules of a built-in type, after the other checks: the same causes of those
 * are replaced. */
void fakeapi__check_declared(causes_t *c, const struct fakeapi__resource *res, const cJSON *obj,
			     const cJSON *old);
/* Checks of writes through a subresource. */
fakeapi__check_fn fakeapi__check_deployment_status, fakeapi__check_replica_status,
    fakeapi__check_stateful_status, fakeapi__check_daemon_status, fakeapi__check_job_status,
    fakeapi__check_service_status, fakeapi__check_certificate_approval,
    fakeapi__check_certificate_status, fakeapi__check_namespace_status, fakeapi__check_claim_status,
    fakeapi__check_quota_status, fakeapi__check_scaler_status, fakeapi__check_ingress_status,
    fakeapi__check_budget_status, fakeapi__check_pod_ephemeral, fakeapi__check_pod_resize,
    fakeapi__check_pod_status, fakeapi__check_never_ephemeral, fakeapi__check_never_resized,
    fakeapi__check_device_use;

#endif
