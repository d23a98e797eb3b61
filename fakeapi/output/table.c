/* SPDX-License-Identifier: Apache-2.0 */
/* table.c - the Table columns and rows of each kind. */

#include "fakeapi/meta/go_json.h"
#include "fakeapi/output/cells.h"
#include "fakeapi/output/jsonpath.h"
#include "fakeapi/output/render.h"
#include "fakeapi/schema/custom.h"

struct column {
	const char *name, *type, *format;
	int priority;
	const char *description;
};

/* The column headers of a kind in some releases of Kubernetes. */
struct heads {
	const char *kind;
	const struct column *columns;
	size_t count;
	unsigned char since, until;
};
struct cells {
	const char *kind;
	const struct fakeapi__cell *cells;
	size_t count;
	unsigned char since, until;
};

/* The columns and cells of a kind; both or none. */
struct kind {
	const struct heads *heads;
	const struct cells *cells;
};

/* clang-format off */
#define COLUMN(...) { __VA_ARGS__ },
#define TABLE(id, kind, since, until, columns) \
	static const struct column columns_##id[] = { columns };
#include "fakeapi/tbl/columns.h"
#undef TABLE

/* The aggregator has its own printer for its type. */
static const struct column columns_APIService[] = {
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Service", "string", "", 0,
	       "The reference to the service that hosts this API endpoint.")
	COLUMN("Available", "string", "", 0, "Whether this service is available.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
};

/* All other types, and custom resources without their own columns. */
static const struct column columns_default[] = {
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Created At", "date", "", 0, DOC_CREATED)
};
static const struct column columns_custom[] = {
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Age", "date", "", 0, DOC_CREATED)
};

#define NAME             { CELL_NAME, "metadata.name", NULL, NULL },
#define AGE              { CELL_AGE, "metadata.creationTimestamp", NULL, NULL },
#define TEXT(path, or_)  { CELL_STR, path, or_, NULL },
#define INT(path)        { CELL_INT, path, NULL, NULL },
#define VALUE(path, or_) { CELL_VALUE, path, or_, NULL },
#define YES(path)        { CELL_TRUE, path, NULL, NULL },
#define NO(path)         { CELL_FALSE, path, NULL, NULL },
#define LEN(path)        { CELL_LEN, path, NULL, NULL },
#define SINCE(path, or_) { CELL_SINCE, path, or_, NULL },
#define NAMES(path)      { CELL_NAMES, path, NULL, NULL },
#define IMAGES(path)     { CELL_IMAGES, path, NULL, NULL },
#define LABELS(path)     { CELL_LABELS, path, NULL, NULL },
#define SELECTOR(path)   { CELL_SELECTOR, path, NULL, NULL },
#define JOIN(path, or_)  { CELL_JOIN, path, or_, NULL },
#define FN(name)         { CELL_FN, NULL, NULL, fakeapi__cell_##name },
#define ALL(name)        { CELL_ROW, NULL, NULL, fakeapi__cell_##name },
#define ROW(kind, cells) static const struct fakeapi__cell cells_##kind[] = { cells };
#define ROW_IN(id, kind, since, until, cells) \
	static const struct fakeapi__cell cells_##id[] = { cells };
#include "fakeapi/tbl/cells.h"
#undef ROW
#undef ROW_IN

#define TABLE(id, kind, since, until, columns) \
	{ #kind, columns_##id, ARRAY_LEN(columns_##id), since, until },
static const struct heads heads[] = {
#include "fakeapi/tbl/columns.h"
	{ "APIService", columns_APIService, ARRAY_LEN(columns_APIService), 0, UINT8_MAX },
};

#define ROW(kind, cells) { #kind, cells_##kind, ARRAY_LEN(cells_##kind), 0, UINT8_MAX },
#define ROW_IN(id, kind, since, until, cells) \
	{ #kind, cells_##id, ARRAY_LEN(cells_##id), since, until },
static const struct cells cells[] = {
#include "fakeapi/tbl/cells.h"
};
/* clang-format on */

/* The Scale of a custom resource has columns like a custom resource. */
static const struct column columns_scale_of_custom[] = {
	{ "Name", "string", "name", 0, DOC_NAME },
	{ "Desired", "integer", "", 0, "Number of desired replicas" },
	{ "Available", "integer", "", 0, "Number of actual replicas" },
	{ "Age", "date", "", 0, DOC_CREATED },
};
static const struct heads heads_scale_of_custom = { "Scale", columns_scale_of_custom,
						    ARRAY_LEN(columns_scale_of_custom), 0,
						    UINT8_MAX };
static const struct cells cells_scale_of_custom = { "Scale", cells_Scale, ARRAY_LEN(cells_Scale), 0,
						    UINT8_MAX };

static struct kind find_kind(const char *name, unsigned release)
{
	struct kind k = { NULL, NULL };

	for (size_t i = 0; i < ARRAY_LEN(heads) && !k.heads; i++)
		if (release >= heads[i].since && release <= heads[i].until &&
		    strcmp(heads[i].kind, name) == 0)
			k.heads = &heads[i];
	for (size_t i = 0; k.heads && i < ARRAY_LEN(cells) && !k.cells; i++)
		if (release >= cells[i].since && release <= cells[i].until &&
		    strcmp(cells[i].kind, name) == 0)
			k.cells = &cells[i];
	return k.cells ? k : (struct kind) { NULL, NULL };
}

/* Kinds are unique among the built-in types, except events, which have the same columns. */
static struct kind kind_of(const struct fakeapi__resource *res, json_t obj)
{
	const char *name = res->kind;

	if (res->flags & FAKEAPI_RES_CUSTOM)
		return res->custom || strcmp(name, "Scale") != 0
			   ? (struct kind) { NULL, NULL }
			   : (struct kind) { &heads_scale_of_custom, &cells_scale_of_custom };
	if (fakeapi__is_str(fakeapi__at(obj, "kind"), "Scale"))
		name = "Scale"; /* the only subresource of another kind with columns */
	if (strcmp(name, "CSIStorageCapacity") == 0) /* the real server has no printer for it */
		return (struct kind) { NULL, NULL };
	return find_kind(name, fakeapi__release_of(res->features));
}

static void add_column(struct strbuf *out, const struct column *c)
{
	strbuf_addz(out, "{\"name\":");
	strbuf_add_json(out, str_of(c->name));
	strbuf_addz(out, ",\"type\":");
	strbuf_add_json(out, str_of(c->type));
	strbuf_addz(out, ",\"format\":");
	strbuf_add_json(out, str_of(c->format));
	strbuf_addz(out, ",\"description\":");
	strbuf_add_json(out, str_of(c->description));
	strbuf_addf(out, ",\"priority\":%d}", c->priority);
}

static void add_columns(struct strbuf *out, const struct column *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			strbuf_addc(out, ',');
		add_column(out, &c[i]);
	}
}

/* --- custom resources: columns and JSON paths from the definition ---------------------------- */

static void add_custom_columns(struct strbuf *out, const cJSON *columns)
{
	const cJSON *c;

	add_columns(out, columns_custom, 1);
	cJSON_ArrayForEach(c, columns)
	{
		const cJSON *priority = cJSON_GetObjectItemCaseSensitive(c, "priority");
		AUTO_STRBUF text = STRBUF_INIT;
		struct column column = { fakeapi__string(c, "name"), fakeapi__string(c, "type"),
					 fakeapi__string(c, "format"), 0, NULL };

		strbuf_addz(&text, fakeapi__string(c, "description"));
		if (text.len == 0)
			strbuf_addf(&text,
				    "Custom resource definition column (in JSONPath format): %s",
				    fakeapi__string(c, "jsonPath"));
		column.priority = cJSON_IsNumber(priority) ? priority->valueint : 0;
		column.description = text.ptr;
		strbuf_addc(out, ',');
		add_column(out, &column);
		out->failed = out->failed || text.failed;
	}
}

static void add_custom_text(const struct fakeapi__row *row, json_t v)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (json_kind(v) == JSON_NULL)
		strbuf_addz(&text, "<no value>");
	else if (json_kind(v) == JSON_STRING)
		fakeapi__add_text(&text, v);
	else
		strbuf_adds(&text, v);
	fakeapi__cell_text(row, &text);
}

/* A value of another type than the column's prints nothing. */
static void add_custom_cell(const struct fakeapi__row *row, const char *type, json_t v)
{
	enum json_kind kind = json_kind(v);
	AUTO_STRBUF text = STRBUF_INIT;
	int64_t n;

	if (kind == JSON_ABSENT) {
		strbuf_addz(row->out, "null");
	} else if (strcmp(type, "string") == 0) {
		add_custom_text(row, v);
	} else if (strcmp(type, "date") == 0 && kind == JSON_STRING) {
		if (fakeapi__parse_time(v, &n))
			fakeapi__add_since(&text, row, v);
		else
			strbuf_addz(&text, v.len == 2 ? "<unknown>" : "<invalid>");
		fakeapi__cell_text(row, &text);
	} else if (strcmp(type, "integer") == 0 && kind == JSON_NUMBER) {
		/* Truncates fractions. */
		if (json_int64(v, &n))
			strbuf_addf(row->out, "%lld", (long long)n);
		else
			strbuf_addf(row->out, "%.0f", (double)(int64_t)strtod(v.ptr, NULL));
	} else if ((strcmp(type, "number") == 0 && kind == JSON_NUMBER) ||
		   (strcmp(type, "boolean") == 0 && kind == JSON_BOOL)) {
		strbuf_adds(row->out, v);
	} else {
		strbuf_addz(row->out, "null");
	}
}

static void add_custom_cells(const struct fakeapi__row *row, const cJSON *columns)
{
	const cJSON *c;

	fakeapi__cell_write(row, &cells_DeviceClass[0]); /* the name */
	cJSON_ArrayForEach(c, columns)
	{
		strbuf_addc(row->out, ',');
		add_custom_cell(row, fakeapi__string(c, "type"),
				fakeapi__jsonpath(row->obj, fakeapi__string(c, "jsonPath")));
	}
}

/* --- the table ---------------------------------------------------------------------------- */

bool fakeapi__table_is_usual(const struct fakeapi__resource *res)
{
	return !(res->flags & FAKEAPI_RES_CUSTOM) && !kind_of(res, (json_t) { NULL, 0 }).heads;
}

void fakeapi__table_columns(const struct fakeapi__resource *res, json_t obj, struct strbuf *out)
{
	struct kind kind = kind_of(res, obj);
	bool custom = res->flags & FAKEAPI_RES_CUSTOM;
	const cJSON *columns = custom ? fakeapi__custom_columns(res) : NULL;

	strbuf_addc(out, '[');
	if (kind.heads)
		add_columns(out, kind.heads->columns, kind.heads->count);
	else if (columns)
		add_custom_columns(out, columns);
	else if (custom)
		add_columns(out, columns_custom, ARRAY_LEN(columns_custom));
	else
		add_columns(out, columns_default, ARRAY_LEN(columns_default));
	strbuf_addc(out, ']');
}

static void add_default_cells(const struct fakeapi__row *row, bool custom)
{
	json_t created = fakeapi__at(row->obj, "metadata.creationTimestamp");
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__cell_write(row, &cells_DeviceClass[0]);
	strbuf_addc(row->out, ',');
	if (custom) {
		add_custom_cell(row, "date", created); /* a bookmark has none */
	} else {
		fakeapi__add_text_or(&text, created, "", "0001-01-01T00:00:00Z");
		fakeapi__cell_text(row, &text);
	}
}

static void add_conditions(json_t obj, struct strbuf *out)
{
	json_t phase = fakeapi__at(obj, "status.phase");
	bool good = fakeapi__is_str(phase, "Succeeded");

	if (!good && !fakeapi__is_str(phase, "Failed"))
		return;
	strbuf_addf(
	    out,
	    ",\"conditions\":[{\"type\":\"Completed\",\"status\":\"True\",\"reason\":\"%s\","
	    "\"message\":\"The pod %s.\"}]",
	    good ? "Succeeded" : "Failed", good ? "has completed successfully" : "failed");
}

void fakeapi__table_cells(const struct fakeapi__resource *res, json_t obj, int64_t now_unix_s,
			  struct strbuf *out)
{
	struct fakeapi__row row = { obj, now_unix_s, out };
	struct kind kind = kind_of(res, obj);
	bool custom = res->flags & FAKEAPI_RES_CUSTOM;
	const cJSON *columns = custom ? fakeapi__custom_columns(res) : NULL;

	strbuf_addz(out, "\"cells\":[");
	for (size_t i = 0; kind.cells && i < kind.cells->count; i++) {
		if (i > 0)
			strbuf_addc(out, ',');
		fakeapi__cell_write(&row, &kind.cells->cells[i]);
	}
	if (!kind.cells && columns)
		add_custom_cells(&row, columns);
	else if (!kind.cells)
		add_default_cells(&row, custom);
	strbuf_addc(out, ']');
	if (kind.heads && strcmp(kind.heads->kind, "Pod") == 0)
		add_conditions(obj, out);
}
