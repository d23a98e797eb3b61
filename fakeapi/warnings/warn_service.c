/* SPDX-License-Identifier: Apache-2.0 */
/* warn_service.c - warnings about fields of a Service that are ignored or deprecated since a
 * release of Kubernetes. */
#include "fakeapi/warnings/warn_impl.h"

void fakeapi__warn_external_ips(struct fakeapi__warnings *w, const cJSON *ips)
{
	if (ips && ips->child && fakeapi__changed(w->features, FAKEAPI_CHANGE_EXTERNAL_IPS_WARNING))
		fakeapi__warn_add(w, NULL,
				  "spec.externalIPs is deprecated and may no longer be implemented "
				  "in some clusters");
}

void fakeapi__warn_ignored(struct fakeapi__warnings *w, const cJSON *spec)
{
	bool external = strcmp(fakeapi__string(spec, "type"), "ExternalName") == 0;
	const cJSON *ips = fakeapi__member(spec, "externalIPs");

	if (external && ips && ips->child)
		fakeapi__warn_add(w, NULL,
				  "spec.externalIPs is ignored when spec.type is \"ExternalName\"");
	if (!external && *fakeapi__string(spec, "externalName"))
		fakeapi__warn_add(
		    w, NULL, "spec.externalName is ignored when spec.type is not \"ExternalName\"");
	if (strcmp(fakeapi__string(spec, "trafficDistribution"), "PreferClose") == 0 &&
	    fakeapi__changed(w->features, FAKEAPI_CHANGE_PREFER_CLOSE_WARNING))
		fakeapi__warn_add(w, NULL,
				  "spec.trafficDistribution: \"PreferClose\" is deprecated; use "
				  "\"PreferSameZone\"");
}
