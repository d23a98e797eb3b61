/* SPDX-License-Identifier: Apache-2.0 */
/* warn_pod.c - warnings about pods and pod templates (pkg/api/pod/warnings.go). */
#include "base/alloc.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/warnings/warn_impl.h"

typedef struct fakeapi__warnings warnings_t;

/* Ports with the same number, and paths in one volume, are compared pairwise, up to this limit. */
enum { STEPS_MAX = 1000 * 1000 };

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

/* --- volumes --- */

static void warn_volumes(warnings_t *w, const path_t *spec_at, const cJSON *spec)
{
	static const char *const gone[][2] = {
		{ "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+" },
		{ "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+" },
		{ "scaleIO", "deprecated in v1.16, non-functional in v1.22+" },
		{ "flocker", "deprecated in v1.22, non-functional in v1.25+" },
		{ "storageOS", "deprecated in v1.22, non-functional in v1.25+" },
		{ "quobyte", "deprecated in v1.22, non-functional in v1.25+" },
		{ "glusterfs", "deprecated in v1.25, non-functional in v1.26+" },
		{ "ephemeral", NULL },
		{ "cephfs", "deprecated in v1.28, non-functional in v1.31+" },
		{ "rbd", "deprecated in v1.28, non-functional in v1.31+" },
	};
	const path_t *at = PATH(spec_at, "volumes");
	const cJSON *v;
	size_t i = 0;

	cJSON_ArrayForEach(v, fakeapi__member(spec, "volumes"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		for (size_t k = 0; k < ARRAY_LEN(gone); k++) {
			bool storage_os = strcmp(gone[k][0], "storageOS") == 0;
			const cJSON *source =
			    fakeapi__member(v, storage_os ? "storageos" : gone[k][0]);
			const path_t *in = PATH(here, gone[k][0]);
			const path_t *tmpl = PATH(in, "volumeClaimTemplate");

			if (!source)
				continue;
			if (gone[k][1])
				fakeapi__warn_add(w, in, "%s", gone[k][1]);
			else
				fakeapi__warn_claim_spec(w, PATH(tmpl, "spec"),
							 fakeapi__dig(source, "volumeClaimTemplate",
								      "spec", NULL));
		}
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

struct pod {
	const path_t *at, *spec_at, *notes_at;
	const cJSON *spec, *notes;
	struct map port_names;	 /* name -> path written by fakeapi__path_add */
	struct map port_numbers; /* "80/TCP" -> struct port, the first of its chain */
};

typedef void container_fn(warnings_t *w, struct pod *pod, const path_t *at, const cJSON *container);

/* Visits init containers first, as the server does. */
static void each_container(warnings_t *w, struct pod *pod, container_fn *visit)
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
static const cJSON *note_of(warnings_t *w, const struct pod *pod, const char *prefix,
			    const cJSON *container, struct strbuf *name)
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

static void warn_profiles(warnings_t *w, const struct pod *pod, const cJSON *container)
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

static void warn_container(warnings_t *w, struct pod *pod, const path_t *at, const cJSON *c)
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

/* --- ports --- */

struct port {
	struct port *next; /* in the order of the pod */
	const char *ip;
	int host;
	char where[]; /* the formatted path */
};

static int number_in(const cJSON *port, const char *name)
{
	const cJSON *v = fakeapi__member(port, name);

	return cJSON_IsNumber(v) ? v->valueint : 0;
}

/* The reason why the two ports conflict, or NULL. */
static const char *clash(const struct port *a, const struct port *b)
{
	if (a->host == b->host && strcmp(a->ip, b->ip) == 0)
		return "duplicate";
	if (a->host == 0 || b->host == 0)
		return "overlapping";
	return a->host == b->host && (*a->ip == '\0') != (*b->ip == '\0') ? "dangerously ambiguous"
									  : NULL;
}

static struct port *new_port(warnings_t *w, const path_t *at, const cJSON *p)
{
	AUTO_STRBUF where = STRBUF_INIT;
	struct port *port;

	fakeapi__path_add(&where, at);
	port = where.failed ? NULL : base__malloc(sizeof(*port) + where.len + 1);
	if (!port) {
		w->nomem = true;
		return NULL;
	}
	*port = (struct port) { NULL, fakeapi__string(p, "hostIP"), number_in(p, "hostPort") };
	memcpy(port->where, where.ptr, where.len + 1);
	return port;
}

/* Ports with one number and protocol form a chain; the map has its first. */
static void warn_port(warnings_t *w, struct pod *pod, const path_t *at, const cJSON *p)
{
	struct port *port = new_port(w, at, p), *other;
	AUTO_STRBUF key = STRBUF_INIT;

	if (!port)
		return;
	strbuf_addf(&key, "%d/%s", number_in(p, "containerPort"), fakeapi__string(p, "protocol"));
	other = key.failed ? NULL : map_get(&pod->port_numbers, strbuf_str(&key));
	if (!other) {
		if (key.failed || map_put(&pod->port_numbers, strbuf_str(&key), port, NULL) < 0) {
			w->nomem = true;
			base__free(port);
		}
		return;
	}
	for (;; other = other->next) {
		const char *why = w->steps++ < STEPS_MAX ? clash(port, other) : NULL;

		if (why)
			fakeapi__warn_add(w, at, "%s port definition with %s", why, other->where);
		if (!other->next || w->steps >= STEPS_MAX)
			break;
	}
	if (w->steps >= STEPS_MAX) {
		base__free(port);
		return;
	}
	other->next = port;
}

static void warn_ports(warnings_t *w, struct pod *pod, const path_t *at, const cJSON *container)
{
	const path_t *list = PATH(at, "ports");
	const cJSON *p;
	size_t i = 0;

	cJSON_ArrayForEach(p, fakeapi__member(container, "ports"))
	{
		const path_t *here = PATH_AT(list, i);
		const char *ip = fakeapi__string(p, "hostIP");

		i++;
		if (*ip && number_in(p, "hostPort") == 0)
			fakeapi__warn_add(w, here,
					  "hostIP set without hostPort: {Name:%s HostPort:0 "
					  "ContainerPort:%d Protocol:%s HostIP:%s}",
					  fakeapi__string(p, "name"), number_in(p, "containerPort"),
					  fakeapi__string(p, "protocol"), ip);
		warn_port(w, pod, here, p);
	}
}

static void warn_port_names(warnings_t *w, struct pod *pod, const path_t *at,
			    const cJSON *container)
{
	const path_t *list = PATH(at, "ports");
	const cJSON *p;
	size_t i = 0;

	cJSON_ArrayForEach(p, fakeapi__member(container, "ports"))
	{
		const path_t *here = PATH_AT(list, i);
		const char *name = fakeapi__string(p, "name");
		const char *other = map_get(&pod->port_names, str_of(name));
		AUTO_STRBUF text = STRBUF_INIT;

		i++;
		if (!*name)
			continue;
		if (other) {
			fakeapi__go_quote(&text, str_of(name));
			w->nomem |= text.failed;
			if (!text.failed)
				fakeapi__warn_add(w, here,
						  "duplicate port name %s with %s, services and "
						  "probes that select ports by name will use %s",
						  text.ptr, other, other);
			continue;
		}
		fakeapi__path_add(&text, here);
		if (text.failed || map_put(&pod->port_names, str_of(name), text.ptr, NULL) < 0)
			w->nomem = true;
		else
			text = (struct strbuf)STRBUF_INIT; /* owned by the map */
	}
}

static void drop_ports(struct pod *pod)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&pod->port_names, &i));)
		base__free(e->value);
	for (size_t i = 0; (e = map_next(&pod->port_numbers, &i));)
		for (struct port *p = e->value, *next; p; p = next) {
			next = p->next;
			base__free(p);
		}
	map_fini(&pod->port_names);
	map_fini(&pod->port_numbers);
}

/* --- files of volumes --- */

/* True if one path is a prefix of the other, up to a slash. */
static bool paths_overlap(struct str a, struct str b)
{
	struct str s = a.len < b.len ? a : b, l = a.len < b.len ? b : a;

	return s.len && memcmp(s.ptr, l.ptr, s.len) == 0 && (s.len == l.len || l.ptr[s.len] == '/');
}

struct file {
	struct str path;
	const char *kind, *name; /* the source of a projected file: 'ConfigMap "a"' */
};

struct files {
	struct file *v;
	size_t n, cap;
	const char *volume; /* for the message */
	const char *kind, *name;
};

static void file_text(struct strbuf *out, const struct file *f)
{
	fakeapi__go_quote(out, f->path);
	if (!f->kind)
		return;
	strbuf_addf(out, " (%s", f->kind);
	if (f->name) {
		strbuf_addc(out, ' ');
		fakeapi__go_quote(out, str_of(f->name));
	}
	strbuf_addc(out, ')');
}

static void add_file(warnings_t *w, struct files *all, const char *path, const char *kind,
		     const char *name)
{
	struct file f = { str_of(path), kind, name };

	while (f.path.len && f.path.ptr[f.path.len - 1] == '/')
		f.path.len--;
	for (size_t i = 0; i < all->n && w->steps < STEPS_MAX; i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		w->steps++;
		if (!paths_overlap(f.path, all->v[i].path))
			continue;
		strbuf_addz(&text, "volume ");
		fakeapi__go_quote(&text, str_of(all->volume));
		strbuf_addf(&text, " (%s", all->kind);
		if (all->name) {
			strbuf_addc(&text, ' ');
			fakeapi__go_quote(&text, str_of(all->name));
		}
		strbuf_addz(&text, "): overlapping paths: ");
		file_text(&text, &f);
		strbuf_addz(&text, " with ");
		file_text(&text, &all->v[i]);
		w->nomem |= text.failed;
		if (!text.failed)
			fakeapi__warn_add(w, NULL, "%s", text.ptr);
	}
	if (all->n == all->cap) {
		size_t cap = all->cap ? 2 * all->cap : 8;
		struct file *grown = base__realloc(all->v, cap * sizeof(*grown));

		if (!grown) {
			w->nomem = true;
			return;
		}
		all->v = grown;
		all->cap = cap;
	}
	all->v[all->n++] = f;
}

static void add_items(warnings_t *w, struct files *all, const cJSON *source, const char *kind,
		      const char *name)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(source, "items"))
	    add_file(w, all, fakeapi__string(m, "path"), kind, name);
}

static void add_source(warnings_t *w, struct files *all, const cJSON *source)
{
	static const char *const chains[][2] = {
		{ "certificateChainPath", "PodCertificate chain" },
		{ "keyPath", "PodCertificate key" },
		{ "credentialBundlePath", "PodCertificate credential bundle" },
	};
	const cJSON *map = fakeapi__member(source, "configMap");
	const cJSON *secret = fakeapi__member(source, "secret");
	const cJSON *token = fakeapi__member(source, "serviceAccountToken");
	const cJSON *down = fakeapi__member(source, "downwardAPI");
	const cJSON *bundle = fakeapi__member(source, "clusterTrustBundle");
	const cJSON *certificate = fakeapi__member(source, "podCertificate");

	if (fakeapi__member(map, "items"))
		add_items(w, all, map, "ConfigMap", fakeapi__string(map, "name"));
	else if (fakeapi__member(secret, "items"))
		add_items(w, all, secret, "Secret", fakeapi__string(secret, "name"));
	else if (fakeapi__member(down, "items"))
		add_items(w, all, down, "DownwardAPI", NULL);
	else if (token)
		add_file(w, all, fakeapi__string(token, "path"), "ServiceAccountToken", NULL);
	else if (bundle)
		add_file(w, all, fakeapi__string(bundle, "path"), "ClusterTrustBundle",
			 fakeapi__member(bundle, "name") ? fakeapi__string(bundle, "name")
							 : fakeapi__string(bundle, "signerName"));
	else
		for (size_t i = 0; i < ARRAY_LEN(chains); i++)
			if (*fakeapi__string(certificate, chains[i][0]))
				add_file(w, all, fakeapi__string(certificate, chains[i][0]),
					 chains[i][1], NULL);
}

static void warn_projected(warnings_t *w, struct files *all, const cJSON *projected)
{
	const cJSON *source;

	cJSON_ArrayForEach(source, fakeapi__member(projected, "sources"))
	{
		AUTO_STRBUF name = STRBUF_INIT;

		if (source->child) {
			add_source(w, all, source);
			continue;
		}
		fakeapi__go_quote(&name, str_of(all->volume));
		w->nomem |= name.failed;
		if (!name.failed)
			fakeapi__warn_add(w, NULL, "volume %s (Projected) has no sources provided",
					  name.ptr);
	}
}

static void warn_volume_paths(warnings_t *w, const cJSON *volumes)
{
	static const struct {
		const char *member, *kind, *name;
	} plain[] = {
		{ "configMap", "ConfigMap", "name" },
		{ "secret", "Secret", "secretName" },
		{ "downwardAPI", "DownwardAPI", NULL },
		{ "projected", "Projected", NULL },
	};
	const cJSON *v;

	cJSON_ArrayForEach(v, volumes)
	{
		for (size_t i = 0; i < ARRAY_LEN(plain); i++) {
			const cJSON *source = fakeapi__member(v, plain[i].member);
			struct files all = { .volume = fakeapi__string(v, "name"),
					     .kind = plain[i].kind };

			if (!source || fakeapi__warnings_full(w))
				continue;
			if (plain[i].name)
				all.name = fakeapi__string(source, plain[i].name);
			if (strcmp(plain[i].member, "projected") == 0)
				warn_projected(w, &all, source);
			else
				add_items(w, &all, source, NULL, NULL);
			base__free(all.v);
		}
	}
}

/* --- the whole pod --- */

static void warn_notes(warnings_t *w, const struct pod *pod)
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

static void warn_seccomp(warnings_t *w, const struct pod *pod)
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
		fakeapi__warn_ip(w, here, cJSON_IsString(m) ? m->valuestring : "");
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
	struct pod pod = { .at = at,
			   .spec_at = PATH(at, "spec"),
			   .notes_at = PATH(meta, "annotations"),
			   .spec = fakeapi__member(obj, "spec"),
			   .notes = fakeapi__dig(obj, "metadata", "annotations", NULL) };

	map_init(&pod.port_names, MAP_BORROW_KEYS);
	map_init(&pod.port_numbers, MAP_COPY_KEYS);
	warn_scheduling(w, pod.spec_at, pod.spec);
	warn_notes(w, &pod);
	warn_volumes(w, pod.spec_at, pod.spec);
	warn_volume_paths(w, fakeapi__member(pod.spec, "volumes"));
	warn_lists(w, pod.spec_at, pod.spec);
	fakeapi__warn_fraction(w, PATH(pod.spec_at, "overhead"),
			       fakeapi__member(pod.spec, "overhead"), "memory");
	fakeapi__warn_fraction(w, PATH(pod.spec_at, "overhead"),
			       fakeapi__member(pod.spec, "overhead"), "ephemeral-storage");
	warn_seccomp(w, &pod);
	each_container(w, &pod, warn_container);
	each_container(w, &pod, warn_ports);
	each_container(w, &pod, warn_port_names);
	if (cJSON_IsNumber(grace) && grace->valuedouble < 0)
		fakeapi__warn_add(
		    w, PATH(pod.spec_at, "terminationGracePeriodSeconds"),
		    "must be >= 0; negative values are invalid and will be treated as "
		    "1");
	warn_pod_affinity(w, pod.spec_at, pod.spec);
	warn_resolvers(w, pod.spec_at, pod.spec);
	drop_ports(&pod);
}
