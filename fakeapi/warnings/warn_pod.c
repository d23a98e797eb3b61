/* SPDX-License-Identifier: Apache-2.0 */
/* warn_pod.c - warnings about pods and pod templates (pkg/api/pod/warnings.go). */
#include "fakeapi/meta/lookup.h"

#include "fakeapi/warnings/warn_impl.h"

/* Ports with the same number, and paths in one volume, are compared pairwise, up to this limit. */
/* --- scheduling --- */

static void warn_null_selectors(warnings_t *w, const path_t *at, const cJSON *terms, bool weighted)
{
	const cJSON *t;
	size_t i = 0;

	cJSON_ArrayForEach(t, terms)
	{
		const cJSON *term = weighted ? fakeapi__member(t, "podAffinityTerm") : t;
		const path_t *here = PATH_AT(at, i);
		const path_t *inner = weighted ? PATH(here, "podAffinityTerm") : here;

		i++;
		if (!fakeapi__member(term, "labelSelector"))
			fakeapi__warn_add(w, PATH(inner, "labelSelector"),
					  "a null labelSelector results in matching no pod");
	}
}

static void warn_node_affinity(warnings_t *w, const path_t *at, const cJSON *affinity)
{
	static const char required[] = "requiredDuringSchedulingIgnoredDuringExecution";
	static const char preferred[] = "preferredDuringSchedulingIgnoredDuringExecution";
	const path_t *in = PATH(at, required), *terms = PATH(in, "nodeSelectorTerms");
	const path_t *list = PATH(at, preferred);
	const cJSON *t;
	size_t i = 0;

	cJSON_ArrayForEach(t, fakeapi__dig(affinity, required, "nodeSelectorTerms", NULL))
	{
		const path_t *here = PATH_AT(terms, i);

		i++;
		fakeapi__warn_node_term(w, here, t, false);
	}
	i = 0;
	cJSON_ArrayForEach(t, fakeapi__member(affinity, preferred))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		fakeapi__warn_node_term(w, PATH(here, "preference"),
					fakeapi__member(t, "preference"), true);
	}
}

static void warn_scheduling(warnings_t *w, const path_t *at, const cJSON *spec)
{
	const path_t *labels = PATH(at, "nodeSelector"), *affinity = PATH(at, "affinity");
	const path_t *spread = PATH(at, "topologySpreadConstraints");
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, fakeapi__member(spec, "nodeSelector"))
	{
		const char *why = fakeapi__node_label_warning(m->string);

		if (why)
			fakeapi__warn_add(w, PATH_KEY(labels, str_of(m->string)), "%s", why);
	}
	warn_node_affinity(w, PATH(affinity, "nodeAffinity"),
			   fakeapi__dig(spec, "affinity", "nodeAffinity", NULL));
	cJSON_ArrayForEach(m, fakeapi__member(spec, "topologySpreadConstraints"))
	{
		const path_t *here = PATH_AT(spread, i);

		i++;
		fakeapi__warn_node_key(w, PATH(here, "topologyKey"),
				       fakeapi__string(m, "topologyKey"));
		if (!fakeapi__member(m, "labelSelector"))
			fakeapi__warn_add(w, PATH(here, "labelSelector"),
					  "a null labelSelector results in matching no pod");
	}
}

static void warn_pod_affinity(warnings_t *w, const path_t *spec_at, const cJSON *spec)
{
	static const char *const kinds[] = { "podAffinity", "podAntiAffinity" };
	static const char required[] = "requiredDuringSchedulingIgnoredDuringExecution";
	static const char preferred[] = "preferredDuringSchedulingIgnoredDuringExecution";
	const path_t *at = PATH(spec_at, "affinity");

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const cJSON *affinity = fakeapi__dig(spec, "affinity", kinds[i], NULL);
		const path_t *here = PATH(at, kinds[i]);

		warn_null_selectors(w, PATH(here, required), fakeapi__member(affinity, required),
				    false);
		warn_null_selectors(w, PATH(here, preferred), fakeapi__member(affinity, preferred),
				    true);
	}
}

/* --- lists with duplicate names --- */

static void warn_twice(warnings_t *w, const path_t *at, const cJSON *list, const char *member)
{
	struct fakeapi__lookup seen;
	const cJSON *m;
	size_t i = 0;

	fakeapi__lookup_items(&seen, list, member, list);
	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);
		AUTO_STRBUF value = STRBUF_INIT;

		i++;
		if (!fakeapi__lookup_again(&seen, m))
			continue;
		fakeapi__go_quote(&value, str_of(fakeapi__string(m, member)));
		w->nomem |= value.failed;
		if (!value.failed)
			fakeapi__warn_add(w, PATH(here, member), "duplicate %s %s", member,
					  value.ptr);
	}
	fakeapi__lookup_fini(&seen);
}

static void warn_lists(warnings_t *w, const path_t *spec_at, const cJSON *spec)
{
	const cJSON *secrets = fakeapi__member(spec, "imagePullSecrets"), *m;
	const path_t *at = PATH(spec_at, "imagePullSecrets");
	size_t i = 0;

	warn_twice(w, PATH(spec_at, "hostAliases"), fakeapi__member(spec, "hostAliases"), "ip");
	warn_twice(w, at, secrets, "name");
	cJSON_ArrayForEach(m, secrets)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (!*fakeapi__string(m, "name"))
			fakeapi__warn_add(w, PATH(here, "name"), "invalid empty name \"\"");
	}
}

/* --- containers --- */

typedef void container_fn(warnings_t *w, struct fakeapi__warned_pod *pod, const path_t *at,
			  const cJSON *container);

/* Visits init containers first, as the server does. */
static void each_container(warnings_t *w, struct fakeapi__warned_pod *pod, container_fn *visit)
{
	static const char *const lists[] = { "initContainers", "containers",
					     "ephemeralContainers" };

	for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
		const path_t *list = PATH(pod->spec_at, lists[k]);
		const cJSON *m;
		size_t i = 0;

		cJSON_ArrayForEach(m, fakeapi__member(pod->spec, lists[k]))
		{
			const path_t *here = PATH_AT(list, i);

			i++;
			if (fakeapi__warnings_full(w))
				return;
			visit(w, pod, here, m);
		}
	}
}

/* The annotation PREFIX + the container's name; NULL: none. */
static const cJSON *note_of(warnings_t *w, const struct fakeapi__warned_pod *pod,
			    const char *prefix, const cJSON *container, struct strbuf *name)
{
	strbuf_addf(name, "%s%s", prefix, fakeapi__string(container, "name"));
	w->nomem |= name->failed;
	return name->failed ? NULL : fakeapi__member(pod->notes, name->ptr);
}

/* True if the pod's profile equals a container's annotation. */
static bool same_profile(const cJSON *profile, const char *note)
{
	const char *type = fakeapi__string(profile, "type");
	const char *file = fakeapi__string(profile, "localhostProfile");

	if (strcmp(note, "unconfined") == 0)
		return strcmp(type, "Unconfined") == 0;
	if (strcmp(note, "runtime/default") == 0)
		return strcmp(type, "RuntimeDefault") == 0;
	return strncmp(note, "localhost/", 10) == 0 && strcmp(type, "Localhost") == 0 &&
	       strcmp(file, note + 10) == 0;
}

static void warn_profiles(warnings_t *w, const struct fakeapi__warned_pod *pod,
			  const cJSON *container)
{
	const cJSON *context = fakeapi__member(container, "securityContext");
	AUTO_STRBUF seccomp = STRBUF_INIT;
	AUTO_STRBUF armor = STRBUF_INIT;
	const cJSON *note;

	if (!pod->notes)
		return;
	if (!fakeapi__member(context, "seccompProfile") &&
	    note_of(w, pod, "container.seccomp.security.alpha.kubernetes.io/", container, &seccomp))
		fakeapi__warn_add(w, PATH_KEY(pod->notes_at, strbuf_str(&seccomp)),
				  "non-functional in v1.27+; use the \"seccompProfile\" field "
				  "instead");
	note =
	    note_of(w, pod, "container.apparmor.security.beta.kubernetes.io/", container, &armor);
	/* The pod's field may have been set from the annotation. */
	if (fakeapi__member(context, "appArmorProfile") &&
	    !(cJSON_IsString(note) &&
	      same_profile(fakeapi__member(context, "appArmorProfile"), note->valuestring)))
		return;
	if (cJSON_IsString(note) &&
	    !same_profile(fakeapi__dig(pod->spec, "securityContext", "appArmorProfile", NULL),
			  note->valuestring))
		fakeapi__warn_add(w, PATH_KEY(pod->notes_at, strbuf_str(&armor)),
				  "deprecated since v1.30; use the \"appArmorProfile\" field "
				  "instead");
}

static void warn_env(warnings_t *w, const path_t *at, const cJSON *env)
{
	struct fakeapi__lookup names;
	const cJSON *m;
	size_t i = 0;

	fakeapi__lookup_items(&names, env, "name", env);
	cJSON_ArrayForEach(m, env)
	{
		const char *name = fakeapi__string(m, "name");
		const char *value = fakeapi__string(m, "value");
		const path_t *here = PATH_AT(at, i);
		AUTO_STRBUF reference = STRBUF_INIT;
		AUTO_STRBUF quoted = STRBUF_INIT;

		i++;
		if (!fakeapi__lookup_again(&names, m))
			continue;
		strbuf_addf(&reference, "$(%s)", name);
		fakeapi__go_quote(&quoted, str_of(name));
		w->nomem |= reference.failed || quoted.failed;
		/* A variable that refers to the earlier one of its name does not hide it. */
		if (!w->nomem &&
		    (fakeapi__member(m, "valueFrom") || strcmp(value, reference.ptr) == 0 ||
		     !strstr(value, reference.ptr)))
			fakeapi__warn_add(w, here,
					  "hides previous definition of %s, which may be dropped "
					  "when using apply",
					  quoted.ptr);
	}
	fakeapi__lookup_fini(&names);
}

static void warn_container(warnings_t *w, struct fakeapi__warned_pod *pod, const path_t *at,
			   const cJSON *c)
{
	static const char *const bytes[] = { "memory", "ephemeral-storage" };
	const path_t *resources = PATH(at, "resources");

	warn_profiles(w, pod, c);
	for (size_t i = 0; i < ARRAY_LEN(bytes); i++) {
		fakeapi__warn_fraction(w, PATH(resources, "limits"),
				       fakeapi__dig(c, "resources", "limits", NULL), bytes[i]);
		fakeapi__warn_fraction(w, PATH(resources, "requests"),
				       fakeapi__dig(c, "resources", "requests", NULL), bytes[i]);
	}
	warn_env(w, PATH(at, "env"), fakeapi__member(c, "env"));
}

/* --- the whole pod --- */

static void warn_notes(warnings_t *w, const struct fakeapi__warned_pod *pod)
{
	static const char *const gone[][2] = {
		{ "scheduler.alpha.kubernetes.io/critical-pod",
		  "non-functional in v1.16+; use the \"priorityClassName\" field instead" },
		{ "security.alpha.kubernetes.io/sysctls",
		  "non-functional in v1.11+; use the \"sysctls\" field instead" },
		{ "security.alpha.kubernetes.io/unsafe-sysctls",
		  "non-functional in v1.11+; use the \"sysctls\" field instead" },
	};

	for (size_t i = 0; i < ARRAY_LEN(gone); i++)
		if (fakeapi__member(pod->notes, gone[i][0]))
			fakeapi__warn_add(w, PATH_KEY(pod->notes_at, str_of(gone[i][0])), "%s",
					  gone[i][1]);
}

static void warn_seccomp(warnings_t *w, const struct fakeapi__warned_pod *pod)
{
	static const char note[] = "seccomp.security.alpha.kubernetes.io/pod";

	if (fakeapi__member(pod->notes, note) &&
	    !fakeapi__dig(pod->spec, "securityContext", "seccompProfile", NULL))
		fakeapi__warn_add(w, PATH_KEY(pod->notes_at, STR(note)),
				  "non-functional in v1.27+; use the \"seccompProfile\" field "
				  "instead");
}

static void warn_resolvers(warnings_t *w, const path_t *spec_at, const cJSON *spec)
{
	const path_t *dns = PATH(spec_at, "dnsConfig"), *list = PATH(dns, "nameservers");
	const path_t *aliases = PATH(spec_at, "hostAliases");
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, fakeapi__dig(spec, "dnsConfig", "nameservers", NULL))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		fakeapi__warn_ip(w, here, fakeapi__text(m));
	}
	i = 0;
	cJSON_ArrayForEach(m, fakeapi__member(spec, "hostAliases"))
	{
		const path_t *here = PATH_AT(aliases, i);

		i++;
		fakeapi__warn_ip(w, PATH(here, "ip"), fakeapi__string(m, "ip"));
	}
}

void fakeapi__warn_pod(warnings_t *w, const path_t *at, const cJSON *obj)
{
	const path_t *meta = PATH(at, "metadata");
	const cJSON *grace = fakeapi__dig(obj, "spec", "terminationGracePeriodSeconds", NULL);
	struct fakeapi__warned_pod pod = { .at = at,
					   .spec_at = PATH(at, "spec"),
					   .notes_at = PATH(meta, "annotations"),
					   .spec = fakeapi__member(obj, "spec"),
					   .notes =
					       fakeapi__dig(obj, "metadata", "annotations", NULL) };

	map_init(&pod.port_names, MAP_BORROW_KEYS);
	map_init(&pod.port_numbers, MAP_COPY_KEYS);
	warn_scheduling(w, pod.spec_at, pod.spec);
	warn_notes(w, &pod);
	fakeapi__warn_volumes(w, pod.spec_at, pod.spec);
	fakeapi__warn_volume_paths(w, fakeapi__member(pod.spec, "volumes"));
	warn_lists(w, pod.spec_at, pod.spec);
	fakeapi__warn_fraction(w, PATH(pod.spec_at, "overhead"),
			       fakeapi__member(pod.spec, "overhead"), "memory");
	fakeapi__warn_fraction(w, PATH(pod.spec_at, "overhead"),
			       fakeapi__member(pod.spec, "overhead"), "ephemeral-storage");
	warn_seccomp(w, &pod);
	each_container(w, &pod, warn_container);
	each_container(w, &pod, fakeapi__warn_ports);
	each_container(w, &pod, fakeapi__warn_port_names);
	if (cJSON_IsNumber(grace) && grace->valuedouble < 0)
		fakeapi__warn_add(
		    w, PATH(pod.spec_at, "terminationGracePeriodSeconds"),
		    "must be >= 0; negative values are invalid and will be treated as "
		    "1");
	warn_pod_affinity(w, pod.spec_at, pod.spec);
	warn_resolvers(w, pod.spec_at, pod.spec);
	fakeapi__warn_drop_ports(&pod);
}
