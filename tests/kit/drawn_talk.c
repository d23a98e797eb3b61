/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/drawn_talk.h"

#include "base/base64.h"
#include "tests/kit/drawn_text.h"
#include "tests/kit/made.h"
#include "tests/kit/testing.h"

/* --- places --- */

static const struct drawn_talk empty = {
	STRBUF_INIT, STRBUF_INIT, STRBUF_INIT,
	STRBUF_INIT, STRBUF_INIT, STRBUF_INIT,
	STRBUF_INIT, STRBUF_INIT, { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT },
	0,	     false,
};

void drawn_talk_fini(struct drawn_talk *t)
{
	struct strbuf *all[] = { &t->method,  &t->path,	   &t->query,	    &t->headers,
				 &t->type,    &t->body,	   &t->answer_type, &t->answer,
				 &t->kept[0], &t->kept[1], &t->kept[2] };

	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		strbuf_fini(all[i]);
}

static void keep(struct drawn_talk *t, const char *text)
{
	assert_true(t->kept_count < ARRAY_LEN(t->kept));
	strbuf_addz(&t->kept[t->kept_count++], text);
}

/* An object with the secret in it, as compact JSON. */
static void add_secret_object(struct choice *c, struct str secret, struct strbuf *out)
{
	AUTO_STRBUF coded = STRBUF_INIT;
	bool plain = rarely(c, 2);

	if (plain)
		strbuf_adds(&coded, secret);
	else
		base64_encode(&coded, secret, BASE64_STD);
	strbuf_addf(
	    out,
	    "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"kept-name\","
	    "\"namespace\":\"kept-ns\",\"resourceVersion\":\"4711\"},\"%s\":{\"kept-key\":",
	    plain ? ANY(c, "stringData", "string\\u0044ata") : ANY(c, "data", "d\\u0061ta"));
	strbuf_add_json(out, strbuf_str(&coded));
	strbuf_addz(out, "}}");
}

/* An object of another kind: in variables, arguments, members and strings. */
static void add_pod(struct choice *c, struct str secret, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF coded = STRBUF_INIT;

	strbuf_addz(out,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"kept-name\","
		    "\"namespace\":\"kept-ns\",\"resourceVersion\":\"4711\"},\"spec\":{");
	switch (choice_pick(c, 9)) {
	case 0:
		strbuf_addz(out, "\"containers\":[{\"env\":[{\"name\":\"X\",\"value\":");
		strbuf_add_json(out, secret);
		strbuf_addz(out, "}]}]");
		break;
	case 1:
		strbuf_addf(out, "\"args\":[\"--%s\",", ANY(c, "token", "db-password", "api-key"));
		strbuf_add_json(out, secret);
		strbuf_addz(out, ",\"--v=2\"]");
		break;
	case 2:
		strbuf_addf(out, "\"%s\":{\"a\":[",
			    ANY(c, "password", "credentials", "auth", "tok\\u0065n"));
		strbuf_add_json(out, secret);
		strbuf_addz(out, "]}");
		break;
	case 3:
		strbuf_addz(out, "\"environment\":{\"X\":");
		strbuf_add_json(out, secret);
		strbuf_addz(out, "}");
		break;
	case 4:
		drawn_text_add(c, secret, &text);
		strbuf_addz(out, "\"note\":");
		strbuf_add_json(out, strbuf_str(&text));
		break;
	case 5:
		drawn_text_add(c, secret, &text);
		base64_encode(&coded, strbuf_str(&text), BASE64_STD);
		strbuf_addz(out, "\"binaryData\":{\"x\":");
		strbuf_add_json(out, strbuf_str(&coded));
		strbuf_addz(out, "}");
		break;
	case 6:
		strbuf_addz(out, "\"vars\":[{\"name\":\"x\",\"value\":");
		strbuf_add_json(out, secret);
		strbuf_addz(out, ",\"sensitive\":true}]");
		break;
	case 7:
		strbuf_addz(out, "\"secretTemplate\":{\"data\":{\"a\":");
		strbuf_add_json(out, secret);
		strbuf_addz(out, "}}");
		break;
	default:
		strbuf_addz(out, "\"list\":[{\"name\":\"API_KEY\",\"value\":");
		strbuf_add_json(out, secret);
		strbuf_addz(out, "}]");
		break;
	}
	strbuf_addz(out, "}}");
}

static void add_object(struct choice *c, struct str secret, bool of_secret, struct strbuf *out)
{
	if (of_secret)
		add_secret_object(c, secret, out);
	else
		add_pod(c, secret, out);
}

/* Around an object: a list, a Table, a watch, last-applied, managed fields. */
static void wrap_object(struct choice *c, struct drawn_talk *t, struct str object, bool of_secret)
{
	const char *kind = of_secret ? "Secret" : "Pod";
	struct strbuf *out = &t->answer;

	switch (choice_pick(c, 7)) {
	case 0:
		strbuf_addf(out,
			    "{\"kind\":\"%sList\",\"metadata\":{\"resourceVersion\":\"99\"},"
			    "\"items\":[",
			    kind);
		strbuf_adds(out, object);
		strbuf_addz(out, "]}");
		break;
	case 1:
		strbuf_addz(out,
			    "{\"kind\":\"Table\",\"rows\":[{\"cells\":[\"kept-name\"],\"object\":");
		strbuf_adds(out, object);
		strbuf_addz(out, "}]}");
		break;
	case 2:
	case 3:
		strbuf_addz(&t->query, "watch=1");
		strbuf_addz(out, "{\"type\":\"ADDED\",\"object\":");
		strbuf_adds(out, object);
		strbuf_addz(out, rarely(c, 2) ? "}\n" : " }\n");
		break;
	case 4:
		strbuf_addf(
		    out,
		    "{\"kind\":\"%s\",\"metadata\":{\"name\":\"kept-name\",\"annotations\":{"
		    "\"kubectl.kubernetes.io/last-applied-configuration\":",
		    kind);
		strbuf_add_json(out, object);
		strbuf_addz(out, "}}}");
		return;
	case 5:
		/* the text after an error in a watch */
		strbuf_addz(&t->query, "watch=1");
		strbuf_addz(out, rarely(c, 2) ? "{]" : "{\"a\":\"b}\n");
		strbuf_adds(out, object);
		return;
	default:
		strbuf_adds(out, object);
		break;
	}
	keep(t, "kept-name");
	keep(t, "4711");
}

static void in_answer(struct choice *c, struct drawn_talk *t, struct str secret)
{
	AUTO_STRBUF object = STRBUF_INIT;
	bool of_secret = rarely(c, 2);

	strbuf_addz(&t->method, "GET");
	strbuf_addf(&t->path, "%s/api/v1/namespaces/kept-ns/%s",
		    ANY(c, "", "", "/k8s/clusters/c-1"), of_secret ? "secrets" : "pods");
	strbuf_addz(&t->answer_type, "application/json");
	add_object(c, secret, of_secret, &object);
	wrap_object(c, t, strbuf_str(&object), of_secret);
	if (rarely(c, 6)) { /* cut short */
		t->answer.len -= 1 + choice_pick(c, 3);
		t->answer.ptr[t->answer.len] = '\0';
		t->kept_count = 0;
	}
}

static void in_yaml(struct choice *c, struct drawn_talk *t, struct str secret)
{
	AUTO_STRBUF quoted = STRBUF_INIT;

	/* JSON strings are strings of YAML */
	strbuf_add_json(&quoted, secret);
	strbuf_addz(&t->method, "PATCH");
	strbuf_addz(&t->type, "application/apply-patch+yaml");
	strbuf_addz(&t->path, "/apis/apps/v1/namespaces/kept-ns/deployments/kept-name");
	switch (choice_pick(c, 3)) {
	case 0:
		strbuf_addf(&t->body,
			    "kind: Deployment\nspec:\n  env:\n  - name: X\n    value: %s\n",
			    quoted.ptr);
		break;
	case 1:
		strbuf_addf(&t->body, "kind: Secret\nmetadata: {name: x}\nstringData:\n  k: %s\n",
			    quoted.ptr);
		break;
	default:
		strbuf_addf(&t->body, "kind: X\nspec: {password: [%s]} # comment\n", quoted.ptr);
		break;
	}
	keep(t, "kind");
	keep(t, "kept-name");
}

static void in_patch(struct choice *c, struct drawn_talk *t, struct str secret)
{
	AUTO_STRBUF quoted = STRBUF_INIT;

	strbuf_add_json(&quoted, secret);
	strbuf_addz(&t->method, "PATCH");
	strbuf_addz(&t->type, "application/json-patch+json");
	switch (choice_pick(c, 3)) {
	case 0:
		strbuf_addf(&t->path, "%s/api/v1/namespaces/kept-ns/secrets/kept-name",
			    ANY(c, "", "/k8s/clusters/c-1"));
		strbuf_addf(&t->body, "[{\"op\":\"add\",\"path\":\"/data/kept-key\",\"value\":%s}]",
			    quoted.ptr);
		keep(t, "kept-key");
		break;
	case 1:
		strbuf_addz(&t->path, "/apis/x.io/v1/apps/kept-name");
		strbuf_addf(&t->body,
			    "[{\"value\":%s,\"path\":\"/spec/dbPassword\",\"op\":\"add\"}]",
			    quoted.ptr);
		keep(t, "dbPassword");
		break;
	default:
		strbuf_addz(&t->path, "/api/v1/namespaces/d/pods/kept-name");
		strbuf_addf(
		    &t->body,
		    "[{\"op\":\"add\",\"path\":\"/spec/containers/0/env/0/value\",\"value\":%s}]",
		    quoted.ptr);
		break;
	}
	keep(t, "kept-name");
}

static void in_head(struct choice *c, struct drawn_talk *t, struct str secret)
{
	AUTO_STRBUF coded = STRBUF_INIT;
	AUTO_STRBUF s = STRBUF_INIT;

	strbuf_adds(&s, secret);
	strbuf_addz(&t->method, "GET");
	strbuf_addz(&t->path, "/api/v1/pods");
	strbuf_addz(&t->answer_type, "application/json");
	strbuf_addz(&t->answer, "{}");
	if (rarely(c, 2)) {
		strbuf_addf(&t->headers, "%s: %s\r\n",
			    ANY(c, "Authorization", "Authorization: Bearer", "X-Auth", "X-Secret",
				"X-Api-Key", "Session-Id", "Cookie: a=1; b", "Proxy-Authorization",
				"X-Forwarded-Access-Token"),
			    s.ptr);
	} else {
		strbuf_add_urlenc(&coded, secret);
		strbuf_addf(&t->query, "%s=%s&limit=500",
			    ANY(c, "token", "token[]", "sig", "code", "access_token",
				"auth%5Bpassword%5D"),
			    coded.ptr);
		keep(t, "limit");
	}
}

static void in_managed_fields(struct choice *c, struct drawn_talk *t, struct str secret)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF key = STRBUF_INIT;

	t->keep_managed_fields = true;
	drawn_text_add(c, secret, &text);
	strbuf_addz(&key, "v:");
	strbuf_add_json(&key, strbuf_str(&text));
	strbuf_addz(&t->method, "GET");
	strbuf_addz(&t->path, "/apis/x.io/v1/apps/kept-name");
	strbuf_addz(&t->answer_type, "application/json");
	strbuf_addz(&t->answer, "{\"metadata\":{\"managedFields\":[{\"manager\":\"kept-manager\","
				"\"fieldsV1\":{\"f:args\":{");
	strbuf_add_json(&t->answer, strbuf_str(&key));
	strbuf_addz(&t->answer, ":{}}}}]}}");
	keep(t, "kept-manager");
}

static void in_text(struct choice *c, struct drawn_talk *t, struct str secret)
{
	strbuf_addz(&t->method, "GET");
	strbuf_addf(&t->path, "%s/api/v1/namespaces/d/pods/kept-name",
		    ANY(c, "", "/k8s/clusters/c-1"));
	strbuf_addz(&t->path, ANY(c, "", "/log", "/proxy/x"));
	strbuf_addz(&t->answer_type, ANY(c, "text/plain", "application/yaml"));
	drawn_text_add(c, secret, &t->answer);
	keep(t, "kept-name");
}

/* A request that only protobuf can hold so: an unknown type with the secret as a string. */
static void in_protobuf(struct choice *c, struct drawn_talk *t, struct str secret)
{
	strbuf_addz(&t->method, "POST");
	strbuf_addf(&t->path, "%s/api/v1/namespaces/d/pods", ANY(c, "", "/k8s/clusters/c-1"));
	strbuf_addz(&t->type, "application/vnd.kubernetes.protobuf");
	strbuf_add(&t->body, "k8s\0\x0a\x08\x0a\x02v1\x12\x02Xy\x12", 15);
	strbuf_addc(&t->body, (char)(secret.len + 2));
	strbuf_addc(&t->body, '\x0a');
	strbuf_addc(&t->body, (char)secret.len);
	strbuf_adds(&t->body, secret);
	keep(t, "\"method\":\"POST\"");
}

void draw_talk(struct choice *c, struct str secret, struct drawn_talk *t)
{
	static void (*const places[])(struct choice *, struct drawn_talk *,
				      struct str) = { in_answer, in_answer, in_answer,
						      in_yaml,	 in_patch,  in_managed_fields,
						      in_text,	 in_head,   in_protobuf };
	uint32_t place = choice_pick(c, ARRAY_LEN(places));

	*t = empty;
	places[place](c, t, secret);
}
