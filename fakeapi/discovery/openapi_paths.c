/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/ascii.h"
#include "fakeapi/discovery/openapi_operation.h"

/* Further parameters of connections, by the kind of their options. */
static const struct {
	const char *kind;
	uint64_t parameters;
} connections[] = {
	{ "PodAttachOptions", BIT(ATTACH_CONTAINER) | BIT(ATTACH_STDERR) | BIT(ATTACH_STDIN) |
				  BIT(ATTACH_STDOUT) | BIT(ATTACH_TTY) },
	{ "PodExecOptions", BIT(COMMAND) | BIT(EXEC_CONTAINER) | BIT(EXEC_STDERR) |
				BIT(EXEC_STDIN) | BIT(EXEC_STDOUT) | BIT(EXEC_TTY) },
	{ "PodPortForwardOptions", BIT(PORTS) },
	{ "PodProxyOptions", BIT(POD_PATH) },
	{ "ServiceProxyOptions", BIT(SERVICE_PATH) },
	{ "NodeProxyOptions", BIT(NODE_PATH) },
};

/* --- names -------------------------------------------------------------------------------- */

static bool is_namespaced(const struct fakeapi__resource *res)
{
	return res->flags & FAKEAPI_RES_NAMESPACED;
}

/* Appends "readAppsV1NamespacedDeploymentStatus" of these parts. */
static void add_id(const struct fakeapi__path *path, const char *verb, const char *scope,
		   const char *suffix, struct strbuf *out)
{
	strbuf_addz(out, verb);
	fakeapi__add_group(path->res->group, true, out);
	fakeapi__add_title(path->res->version, out);
	strbuf_addz(out, scope);
	strbuf_addz(out, path->res->kind);
	if (path->sub)
		fakeapi__add_title(path->sub->name, out);
	strbuf_addz(out, suffix);
}

/* "a ", "an ", or nothing before a plural, as the real server decides by the letters. */
static const char *article(const char *noun)
{
	size_t n = strlen(noun);

	if (n > 1 && noun[n - 1] == 's' && noun[n - 2] != 's')
		return "";
	return strchr("AEIOUaeiou", noun[0]) ? "an " : "a ";
}

/* --- operations --------------------------------------------------------------------------- */

static struct fakeapi__operation *add_operation(struct fakeapi__path *path, const char *method,
						const char *action, uint64_t of)
{
	struct fakeapi__operation *op = &path->ops[path->count++];

	*op = (struct fakeapi__operation) { .method = method, .action = action, .parameters = of };
	strbuf_init(&op->id);
	strbuf_init(&op->description);
	return op;
}

static const char *scope_of(const struct fakeapi__path *path)
{
	return is_namespaced(path->res) ? "Namespaced" : "";
}

static uint64_t scope_parameters(const struct fakeapi__path *path, bool named)
{
	return BIT(PRETTY) | (is_namespaced(path->res) ? BIT(NAMESPACE) : 0) |
	       (named ? BIT(NAME) : 0);
}

static void add_list(struct fakeapi__path *path, const char *scope, const char *suffix, uint64_t of)
{
	bool custom = path->res->flags & FAKEAPI_RES_CUSTOM;
	bool watched = !custom && fakeapi__listed(path->res->verbs, "watch");
	struct fakeapi__operation *op = add_operation(path, "get", "list", LIST | of);

	add_id(path, "list", scope, suffix, &op->id);
	strbuf_addf(&op->description, "list %sobjects of kind %s", watched ? "or watch " : "",
		    path->res->kind);
	op->returns = RETURNS_LIST;
	op->forms = custom ? FORMS : STREAM_FORMS;
}

static void collect_collection(struct fakeapi__path *path)
{
	const struct fakeapi__resource *res = path->res;
	uint64_t scope = scope_parameters(path, false);
	struct fakeapi__operation *op;

	if (fakeapi__listed(res->verbs, "list"))
		add_list(path, scope_of(path), "", scope);
	if (fakeapi__listed(res->verbs, "create")) {
		op = add_operation(path, "post", "post", WRITE | scope);
		add_id(path, "create", scope_of(path), "", &op->id);
		strbuf_addf(&op->description, "create %s%s", article(res->kind), res->kind);
		op->created = op->accepted = true;
	}
	if (fakeapi__listed(res->verbs, "deletecollection")) {
		op = add_operation(path, "delete", "deletecollection",
				   ((res->flags & FAKEAPI_RES_CUSTOM) ? LIST : SELECT | DELETES) |
				       scope);
		strbuf_addz(&op->id, "delete");
		fakeapi__add_group(res->group, true, &op->id);
		fakeapi__add_title(res->version, &op->id);
		strbuf_addf(&op->id, "Collection%s%s", scope_of(path), res->kind);
		strbuf_addf(&op->description, "delete collection of %s", res->kind);
		op->returns = RETURNS_STATUS;
	}
}

static void add_item(struct fakeapi__path *path, const char *verb, const char *what,
		     const char *method, const char *action, uint64_t of)
{
	struct fakeapi__operation *op =
	    add_operation(path, method, action, of | scope_parameters(path, true));

	add_id(path, verb, scope_of(path), "", &op->id);
	if (path->sub && strcmp(verb, "create") == 0)
		strbuf_addf(&op->description, "create %s of %s%s", path->sub->name,
			    article(path->res->kind), path->res->kind);
	else if (path->sub)
		strbuf_addf(&op->description, "%s %s of the specified %s", what, path->sub->name,
			    path->res->kind);
	else if (strcmp(verb, "delete") == 0)
		strbuf_addf(&op->description, "delete %s%s", article(path->res->kind),
			    path->res->kind);
	else
		strbuf_addf(&op->description, "%s the specified %s", what, path->res->kind);
	op->created = strcmp(action, "put") == 0 || strcmp(action, "post") == 0 ||
		      (strcmp(action, "patch") == 0 && !(path->res->flags & FAKEAPI_RES_CUSTOM));
	op->accepted = strcmp(action, "post") == 0 || strcmp(action, "delete") == 0;
	if (strcmp(action, "delete") == 0 &&
	    !fakeapi__schemas_returned(path->p->schemas, path->res))
		op->returns = RETURNS_STATUS;
}

/* The operations on an object or its subresource, by verbs of discovery. */
static void collect_item(struct fakeapi__path *path, const char *verbs)
{
	bool log = path->sub && strcmp(path->sub->name, "log") == 0;

	if (fakeapi__listed(verbs, "get")) {
		add_item(path, "read", "read", "get", "get",
			 log					   ? LOG
			 : (path->res->flags & FAKEAPI_RES_CUSTOM) ? BIT(RESOURCE_VERSION)
								   : 0);
		if (log) {
			path->ops[path->count - 1].returns = RETURNS_TEXT;
			path->ops[path->count - 1].forms = LOG_FORMS;
		}
	}
	if (fakeapi__listed(verbs, "update"))
		add_item(path, "replace", "replace", "put", "put", WRITE);
	if (path->sub && fakeapi__listed(verbs, "create")) /* else it is the collection's */
		add_item(path, "create", "", "post", "post", WRITE);
	if (fakeapi__listed(verbs, "delete"))
		add_item(path, "delete", "", "delete", "delete", DELETES);
	if (fakeapi__listed(verbs, "patch"))
		add_item(path, "patch", "partially update", "patch", "patch", PATCHES);
}

static uint64_t connection_parameters(const char *kind)
{
	for (size_t i = 0; i < ARRAY_LEN(connections); i++)
		if (strcmp(connections[i].kind, kind) == 0)
			return connections[i].parameters;
	return 0;
}

static void collect_connection(struct fakeapi__path *path, bool with_path)
{
	static const char *const methods[] = { "get",	  "put",  "post", "delete",
					       "options", "head", "patch" };
	bool all = fakeapi__listed(path->sub->verbs, "delete");
	uint64_t of = (scope_parameters(path, true) & ~BIT(PRETTY)) |
		      connection_parameters(path->sub->kind) | (with_path ? BIT(PATH) : 0);

	for (size_t i = 0; i < ARRAY_LEN(methods); i++) {
		char upper[8] = "", verb[16];
		struct fakeapi__operation *op;

		if (!all && strcmp(methods[i], "get") != 0 && strcmp(methods[i], "post") != 0)
			continue;
		for (size_t k = 0; methods[i][k]; k++)
			upper[k] = ascii_upper(methods[i][k]);
		snprintf(verb, sizeof(verb), "%c%s", upper[0], methods[i] + 1);
		op = add_operation(path, methods[i], "connect", of);
		strbuf_addz(&op->id, "connect");
		fakeapi__add_group(path->res->group, true, &op->id);
		fakeapi__add_title(path->res->version, &op->id);
		strbuf_addf(&op->id, "%s%s%s", verb, scope_of(path), path->res->kind);
		fakeapi__add_title(path->sub->name, &op->id);
		strbuf_addz(&op->id, with_path ? "WithPath" : "");
		strbuf_addf(&op->description, "connect %s requests to %s of %s", upper,
			    path->sub->name, path->res->kind);
		op->returns = RETURNS_TEXT;
		op->forms = ANY_FORM;
	}
}

/* The deprecated paths below /watch. */
static void collect_watch(struct fakeapi__path *path, bool named, const char *scope,
			  const char *suffix)
{
	static const char way[] =
	    "deprecated: use the 'watch' parameter with a list operation instead";
	uint64_t of = LIST | BIT(PRETTY) | (*scope ? BIT(NAMESPACE) : 0) | (named ? BIT(NAME) : 0);
	struct fakeapi__operation *op =
	    add_operation(path, "get", named ? "watch" : "watchlist", of);
	AUTO_STRBUF tail = STRBUF_INIT;

	strbuf_addf(&tail, "%s%s", named ? "" : "List", suffix);
	add_id(path, "watch", scope, tail.ptr ? tail.ptr : "", &op->id);
	op->id.failed |= tail.failed;
	if (named)
		strbuf_addf(&op->description,
			    "watch changes to an object of kind %s. %s, filtered to a single item "
			    "with the 'fieldSelector' parameter.",
			    path->res->kind, way);
	else
		strbuf_addf(&op->description, "watch individual changes to a list of %s. %s.",
			    path->res->kind, way);
	op->returns = RETURNS_EVENT;
	op->forms = STREAM_FORMS;
}

/* --- paths -------------------------------------------------------------------------------- */

#define IN_NAMESPACE "namespaces/{namespace}/"

static const char *scope_path(const struct fakeapi__resource *res)
{
	return is_namespaced(res) ? IN_NAMESPACE : "";
}

static void add_watch_paths(struct fakeapi__path *path)
{
	bool namespaced = is_namespaced(path->res);

	if ((path->res->flags & FAKEAPI_RES_CUSTOM) || !fakeapi__listed(path->res->verbs, "watch"))
		return;
	collect_watch(path, false, "", namespaced ? "ForAllNamespaces" : "");
	fakeapi__path_write(path, "watch/", "", "");
	if (namespaced) {
		collect_watch(path, false, "Namespaced", "");
		fakeapi__path_write(path, "watch/", IN_NAMESPACE, "");
	}
	collect_watch(path, true, scope_of(path), "");
	fakeapi__path_write(path, "watch/", scope_path(path->res), "/{name}");
}

static bool is_connection(const struct fakeapi__subresource *sub)
{
	return connection_parameters(sub->kind) != 0;
}

static void add_subresource(struct fakeapi__path *path, const struct fakeapi__subresource *sub)
{
	const struct fakeapi__resource *res = path->res;
	char tail[160];

	path->sub = sub;
	path->group = *sub->version ? sub->group : res->group;
	path->version = *sub->version ? sub->version : res->version;
	path->label = path->kind = sub->kind;
	snprintf(tail, sizeof(tail), "/{name}/%s", sub->name);
	if (is_connection(sub)) {
		collect_connection(path, false);
		fakeapi__path_write(path, "", scope_path(res), tail);
		if (fakeapi__listed(sub->verbs, "delete")) {
			snprintf(tail, sizeof(tail), "/{name}/%s/{path}", sub->name);
			collect_connection(path, true);
			fakeapi__path_write(path, "", scope_path(res), tail);
		}
	} else {
		collect_item(path, sub->verbs);
		if (path->count)
			fakeapi__path_write(path, "", scope_path(res), tail);
	}
	path->sub = NULL;
}

void fakeapi__paths_add_resource(struct fakeapi__paths *p, const struct fakeapi__resource *res)
{
	static const struct fakeapi__subresource status = { "status", "", "", NULL,
							    "get,patch,update" };
	static const struct fakeapi__subresource scale = { "scale", "autoscaling", "v1", "Scale",
							   "get,patch,update" };
	struct fakeapi__path path = { .p = p,
				      .res = res,
				      .group = res->group,
				      .version = res->version,
				      .kind = res->kind,
				      .label = res->kind };
	struct fakeapi__subresource own = status;

	if (is_namespaced(res) && fakeapi__listed(res->verbs, "list")) {
		add_list(&path, "", "ForAllNamespaces", BIT(PRETTY));
		fakeapi__path_write(&path, "", "", "");
	}
	collect_collection(&path);
	if (path.count)
		fakeapi__path_write(&path, "", scope_path(res), "");
	collect_item(&path, fakeapi__listed(res->verbs, "get") ? res->verbs : "");
	if (path.count)
		fakeapi__path_write(&path, "", scope_path(res), "/{name}");
	for (const struct fakeapi__subresource *sub = res->subresources; sub && sub->name; sub++)
		add_subresource(&path, sub);
	own.kind = res->kind;
	if ((res->flags & FAKEAPI_RES_CUSTOM) && (res->flags & FAKEAPI_RES_STATUS))
		add_subresource(&path, &own);
	if ((res->flags & FAKEAPI_RES_CUSTOM) && (res->flags & FAKEAPI_RES_SCALE))
		add_subresource(&path, &scale);
	path.group = res->group;
	path.version = res->version;
	path.label = path.kind = res->kind;
	add_watch_paths(&path);
}
