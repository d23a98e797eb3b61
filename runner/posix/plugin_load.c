/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/plugin_load.h"

#ifndef RELIST_STATIC
#include <dlfcn.h>
#endif

#include "base/alloc.h"

#ifdef RELIST_STATIC /* A static program has no loader, and no symbols that a plug-in could call.  \
		      */

int runner__plugins_load(struct relist_plugins *p, const char *path, struct relist_err *err)
{
	(void)p;
	return relist_err_set(err, RELIST_EINVAL,
			      "%s: this relist is a static program, which loads no plug-ins: "
			      "install the Debian package, or build relist from its sources",
			      path);
}

void runner__plugins_unload(struct relist_plugins *p)
{
	ctl__plugins_fini(p);
}

#else

static int call_plugin(struct relist_plugins *p, void *library, const char *path,
		       struct relist_err *err)
{
	int (*entry)(struct relist_plugins *);
	size_t before = p->count;
	int code;

	*(void **)(void *)&entry = dlsym(library, "relist_plugin");
	if (!entry)
		return relist_err_set(err, RELIST_EINVAL, "%s exports no relist_plugin()", path);
	code = entry(p);
	if (code == RELIST_EEXIST)
		return relist_err_set(err, code, "%s: a reconciler of that name is there already",
				      path);
	if (code)
		return relist_err_set(err, code, "%s: relist_plugin() returned %d%s", path, code,
				      code == RELIST_EINVAL ? " (built for another relist?)" : "");
	if (p->count == before)
		return relist_err_set(err, RELIST_EINVAL, "%s registers no reconciler", path);
	return 0;
}

int runner__plugins_load(struct relist_plugins *p, const char *path, struct relist_err *err)
{
	void **libraries =
	    base__reallocarray(p->libraries, p->library_count + 1, sizeof(*libraries));
	AUTO_STRBUF here = STRBUF_INIT;
	void *library;

	if (libraries)
		p->libraries = libraries;
	if (!strchr(path, '/'))
		strbuf_addz(&here, "./");
	strbuf_addz(&here, path);
	if (!libraries || here.failed)
		return relist_err_set(err, RELIST_ENOMEM, "plug-in: out of memory");
	library = dlopen(here.ptr, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return relist_err_set(err, RELIST_EIO, "%s", dlerror());
	p->libraries[p->library_count++] = library;
	return call_plugin(p, library, path, err);
}

void runner__plugins_unload(struct relist_plugins *p)
{
	for (size_t i = 0; i < p->library_count; i++)
		(void)dlclose(p->libraries[i]);
	ctl__plugins_fini(p);
}

#endif
