/* SPDX-License-Identifier: Apache-2.0 */
/* schema.c - JSON Schema for editors. It checks shapes and words; relist check also checks names
 * and waits. Wherever a value is allowed, a variable is allowed: "$form". */
#include "runner/manual/doc.h"
#include "runner/language/table.h"

static void add_quoted(struct strbuf *out, const char *text)
{
	strbuf_add_json(out, str_of(text));
}

/* Writes {"anyOf":[{"enum":["a","b"]},{"$ref":variable}]} for "a|b". */
static void add_words(struct strbuf *out, const char *words)
{
	strbuf_addz(out, "{\"anyOf\":[{\"enum\":[");
	for (const char *p = words; *p;) {
		size_t len = strcspn(p, "|");

		if (p != words)
			strbuf_addc(out, ',');
		strbuf_add_json(out, (struct str) { p, len });
		/* An editor that reads YAML 1.1 has booleans in their place. */
		if (str_eqz((struct str) { p, len }, "on") ||
		    str_eqz((struct str) { p, len }, "off"))
			strbuf_addz(out, len == 2 ? ",true" : ",false");
		p += len + (p[len] ? 1 : 0);
	}
	strbuf_addz(out, "]},{\"$ref\":\"#/$defs/variable\"}]}");
}

/* The nested objects of SUB rows. */
static const struct sub {
	enum scn__group group;
	const char *key;
	const char *schema;
} subs[] = {
	{ SCN_G_FILE, "relist", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1}" },
	{ SCN_G_FILE, "refs", "{\"$ref\":\"#/$defs/texts\"}" },
	{ SCN_G_FILE, "tags", "{\"$ref\":\"#/$defs/texts\"}" },
	{ SCN_G_FILE, "seed", "{\"$ref\":\"#/$defs/whole\"}" },
	{ SCN_G_FILE, "let", "{\"type\":\"object\"}" },
	{ SCN_G_FILE, "world", "{\"$ref\":\"#/$defs/world\"}" },
	{ SCN_G_FILE, "matrix",
	  "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"array\",\"minItems\":1}}" },
	{ SCN_G_FILE, "outcome", "{\"type\":[\"string\",\"object\"]}" },
	{ SCN_G_FILE, "always", "{\"$ref\":\"#/$defs/oracles\"}" },
	{ SCN_G_FILE, "external",
	  "{\"anyOf\":[{\"$ref\":\"#/$defs/texts\"},"
	  "{\"$ref\":\"#/$defs/external\"}]}" },
	{ SCN_G_FILE, "steps",
	  "{\"type\":\"array\",\"minItems\":1,\"items\":{\"$ref\":\"#/$defs/step\"}}" },
	{ SCN_G_WORLD, "gates", "{\"$ref\":\"#/$defs/gates\"}" },
	{ SCN_G_WORLD, "server", "{\"$ref\":\"#/$defs/server\"}" },
	{ SCN_G_WORLD, "load", "{\"$ref\":\"#/$defs/texts\"}" },
	{ SCN_G_WORLD, "types",
	  "{\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[{\"type\":\"string\"},"
	  "{\"$ref\":\"#/$defs/types.NAME\"}]}}" },
	{ SCN_G_WORLD, "objects",
	  "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"object\"}}" },
	{ SCN_G_WORLD, "informers",
	  "{\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[{\"type\":\"null\"},"
	  "{\"$ref\":\"#/$defs/informers.NAME\"}]}}" },
	{ SCN_G_WORLD, "controllers",
	  "{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/$defs/"
	  "controllers.NAME\"}}" },
	{ SCN_G_SERVER, "backends", "{\"$ref\":\"#/$defs/texts\"}" },
	{ SCN_G_TYPE, "resource", "{\"type\":\"string\"}" },
	{ SCN_G_INFORMER, "indexes",
	  "{\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[{\"type\":\"string\"},"
	  "{\"$ref\":\"#/$defs/indexes.NAME\"}]}}" },
	{ SCN_G_INFORMER, "transform", "{\"type\":\"string\"}" },
	{ SCN_G_INFORMER, "without", "{\"$ref\":\"#/$defs/texts\"}" },
	{ SCN_G_INFORMER, "handlers",
	  "{\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[{\"type\":\"null\"},"
	  "{\"$ref\":\"#/$defs/handlers.NAME\"}]}}" },
	{ SCN_G_HANDLER, "enqueue", "{\"type\":\"string\"}" },
	{ SCN_G_CONTROLLER, "reconcile", "{\"type\":\"string\"}" },
	{ SCN_G_CONTROLLER, "children", "{\"$ref\":\"#/$defs/children\"}" },
	{ SCN_G_CONTROLLER, "expectations", "{\"type\":[\"boolean\",\"string\"]}" },
	{ SCN_G_CONTROLLER, "without", "{\"$ref\":\"#/$defs/texts\"}" },
	{ SCN_G_CONTROLLER, "queue", "{\"$ref\":\"#/$defs/queue\"}" },
	{ SCN_G_QUEUE, "backoff", "{\"type\":\"string\"}" },
	{ SCN_G_ALWAYS, "rate", "{\"type\":[\"number\",\"string\"]}" },
	{ SCN_G_EXTERNAL, "closes", "{\"$ref\":\"#/$defs/texts\"}" },
	{ SCN_G_EXTERNAL, "checks", "{\"$ref\":\"#/$defs/texts\"}" },
};

static const char *sub_schema(const struct scn__arg *a)
{
	for (size_t i = 0; i < ARRAY_LEN(subs); i++)
		if ((int)subs[i].group == a->owner && strcmp(subs[i].key, a->key) == 0)
			return subs[i].schema;
	return "true";
}

static void add_property(struct strbuf *out, const struct scn__arg *a)
{
	add_quoted(out, a->key);
	strbuf_addc(out, ':');
	if (a->help[0]) {
		strbuf_addz(out, "{\"description\":");
		add_quoted(out, a->help);
		strbuf_addz(out, ",\"allOf\":[");
	}
	if (a->words)
		add_words(out, a->words);
	else
		strbuf_addz(out, a->kind == SCN_K_SUB ? sub_schema(a) : scn__kind_schema(a->kind));
	if (a->help[0])
		strbuf_addz(out, "]}");
}

static void add_object(struct strbuf *out, const struct scn__arg *args, size_t count)
{
	bool first = true, open = false;

	strbuf_addz(out, "{\"type\":\"object\",\"properties\":{");
	for (size_t i = 0; i < count; i++) {
		/* Objects are additional properties: their keys are names. */
		open |= args[i].kind == SCN_K_OBJECTS;
		if (args[i].kind == SCN_K_OBJECTS)
			continue;
		if (!first)
			strbuf_addc(out, ',');
		first = false;
		add_property(out, &args[i]);
	}
	strbuf_addz(out, "}");
	if (open)
		strbuf_addz(out, ",\"patternProperties\":{\"/\":true}");
	strbuf_addz(out, ",\"additionalProperties\":false");
	first = true;
	for (size_t i = 0; i < count; i++) {
		if (!(args[i].flags & SCN_REQ) || args[i].kind == SCN_K_OBJECTS)
			continue;
		strbuf_addz(out, first ? ",\"required\":[" : ",");
		first = false;
		add_quoted(out, args[i].key);
	}
	strbuf_addz(out, first ? "}" : "]}");
}

static void add_groups(struct strbuf *out)
{
	for (size_t i = SCN_G_WORLD; i < SCN_G_COUNT_; i++) {
		size_t count;
		const struct scn__arg *args = scn__group_args((enum scn__group)i, &count);

		strbuf_addz(out, ",\n");
		add_quoted(out, scn__group_docs[i].word);
		strbuf_addc(out, ':');
		add_object(out, args, count);
	}
}

/* Whether the verb also accepts a bare value in place of a map. */
static bool has_main(const struct scn__arg *args, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (args[i].flags & SCN_MAIN)
			return true;
	return false;
}

static void add_verb(struct strbuf *out, size_t i)
{
	size_t count;
	const struct scn__arg *args = scn__step_args((enum scn__step_kind)i, &count);

	add_quoted(out, scn__verb_docs[i].word);
	strbuf_addz(out, ":{\"description\":");
	add_quoted(out, scn__verb_docs[i].summary);
	if (i == SCN_EXPECT)
		strbuf_addz(out, ",\"$ref\":\"#/$defs/expect\"}");
	else if (i == SCN_NEVER)
		strbuf_addz(out, ",\"type\":[\"object\",\"array\"]}");
	else if (count == 0)
		strbuf_addz(out, ",\"type\":\"null\"}");
	else {
		strbuf_addz(out, ",\"anyOf\":[");
		if (has_main(args, count) || i == SCN_CREATE)
			strbuf_addz(out, "{\"type\":[\"string\",\"number\",\"boolean\",\"null\"]},"
					 "{\"type\":\"array\"},");
		add_object(out, args, count);
		strbuf_addz(out, "]}");
	}
}

static void add_steps(struct strbuf *out)
{
	strbuf_addz(out, ",\n\"step\":{\"anyOf\":[{\"enum\":[");
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		strbuf_addz(out, i ? "," : "");
		add_quoted(out, scn__verb_docs[i].word);
	}
	strbuf_addz(out, "]},{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{"
			 "\"note\":{\"type\":\"string\"},\"label\":{\"type\":\"string\"}");
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		strbuf_addz(out, ",\n");
		add_verb(out, i);
	}
	strbuf_addz(out, "}}]}");
}

static void add_expect(struct strbuf *out)
{
	strbuf_addz(out, ",\n\"expect\":{\"type\":\"object\",\"additionalProperties\":false,"
			 "\"minProperties\":1,\"properties\":{");
	for (size_t i = 0; i < scn__section_doc_count; i++) {
		strbuf_addz(out, i ? ",\n" : "\n");
		add_quoted(out, scn__section_docs[i].word);
		strbuf_addz(out, ":{\"description\":");
		add_quoted(out, scn__section_docs[i].summary);
		strbuf_addc(out, '}');
	}
	strbuf_addz(out, "}},\n\"oracles\":{\"type\":\"object\",\"additionalProperties\":false,"
			 "\"properties\":{");
	for (size_t i = 0; i < scn__oracle_doc_count; i++) {
		strbuf_addz(out, i ? ",\n" : "\n");
		add_quoted(out, scn__oracle_docs[i].word);
		strbuf_addz(out, ":{\"$ref\":\"#/$defs/always.ORACLE\",\"description\":");
		add_quoted(out, scn__oracle_docs[i].summary);
		strbuf_addc(out, '}');
	}
	strbuf_addz(out, "}}");
}

void scn__doc_schema(struct strbuf *out)
{
	size_t count;
	const struct scn__arg *args = scn__group_args(SCN_G_FILE, &count);
	AUTO_STRBUF file = STRBUF_INIT;

	strbuf_addz(out, "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\n"
			 "\"title\":\"relist scenario\",\n");
	/* The object continues with $defs. */
	add_object(&file, args, count);
	if (file.failed) {
		out->failed = true;
		return;
	}
	strbuf_add(out, file.ptr + 1, file.len - 2);
	strbuf_addz(
	    out, ",\n\"$defs\":{\n"
		 "\"variable\":{\"type\":\"string\",\"pattern\":\"[$]\"},\n"
		 "\"bool\":{\"anyOf\":[{\"type\":\"boolean\"},{\"$ref\":\"#/$defs/variable\"}]},\n"
		 "\"whole\":{\"anyOf\":[{\"type\":\"integer\",\"minimum\":0},"
		 "{\"$ref\":\"#/$defs/variable\"}]},\n"
		 "\"duration\":{\"anyOf\":[{\"type\":\"string\",\"pattern\":"
		 "\"^([0-9.]+(ns|us|µs|ms|s|m|h))+$|^0$\"},{\"const\":0},"
		 "{\"$ref\":\"#/$defs/variable\"}]},\n"
		 "\"texts\":{\"anyOf\":[{\"type\":[\"string\",\"number\"]},"
		 "{\"type\":\"array\",\"items\":{\"type\":[\"string\",\"number\"]}}]}");
	add_groups(out);
	add_steps(out);
	add_expect(out);
	strbuf_addz(out, "}}\n");
}
