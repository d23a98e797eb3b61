/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings about a pod's volumes and the paths of their files. */
#include "base/alloc.h"

#include "fakeapi/warnings/warn_impl.h"

void fakeapi__warn_volumes(warnings_t *w, const path_t *spec_at, const cJSON *spec)
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
	for (size_t i = 0; i < all->n && w->steps < FAKEAPI_WARN_STEPS_MAX; i++) {
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

void fakeapi__warn_volume_paths(warnings_t *w, const cJSON *volumes)
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
