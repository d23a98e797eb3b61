/* SPDX-License-Identifier: Apache-2.0 */
/* cells_network.c - cells of services, ingresses and endpoints. */
#include <inttypes.h>

#include "fakeapi/output/cells.h"

enum { SHOWN_MAX = 3 };

static void add_all(struct strbuf *text, json_t array)
{
	struct json_iter it;
	json_t v;

	for (json_iter_init(&it, array); json_iter_element(&it, &v);) {
		fakeapi__comma(text);
		fakeapi__add_text(text, v);
	}
}

/* The distinct addresses of a load balancer, by selection sort: they are few. */
static void add_ingress(struct strbuf *text, json_t ingress)
{
	AUTO_STRBUF last = STRBUF_INIT;
	bool found = true;

	for (bool any = false; found; any = true) {
		AUTO_STRBUF best = STRBUF_INIT;
		struct json_iter it;
		json_t v;

		found = false;
		for (json_iter_init(&it, ingress); json_iter_element(&it, &v);) {
			AUTO_STRBUF one = STRBUF_INIT;

			fakeapi__add_text_or(&one, v, "ip", "");
			if (one.len == 0)
				fakeapi__add_text(&one, fakeapi__at(v, "hostname"));
			if (one.len == 0 || one.failed || (any && strcmp(one.ptr, last.ptr) <= 0) ||
			    (found && strcmp(one.ptr, best.ptr) >= 0))
				continue;
			strbuf_clear(&best);
			strbuf_adds(&best, strbuf_str(&one));
			found = !best.failed;
		}
		if (!found)
			break;
		fakeapi__comma(text);
		strbuf_adds(text, strbuf_str(&best));
		strbuf_clear(&last);
		strbuf_adds(&last, strbuf_str(&best));
		if (last.failed)
			break;
	}
}

void fakeapi__cell_ingress_address(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;

	add_ingress(&text, fakeapi__at(row->obj, "status.loadBalancer.ingress"));
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_service_external_ip(const struct fakeapi__row *row)
{
	json_t type = fakeapi__at(row->obj, "spec.type");
	json_t external = fakeapi__at(row->obj, "spec.externalIPs");
	AUTO_STRBUF text = STRBUF_INIT;

	if (fakeapi__is_str(type, "ClusterIP") || fakeapi__is_str(type, "NodePort")) {
		add_all(&text, external);
		fakeapi__cell_or(row, &text, "<none>");
	} else if (fakeapi__is_str(type, "LoadBalancer")) {
		add_ingress(&text, fakeapi__at(row->obj, "status.loadBalancer.ingress"));
		add_all(&text, external);
		fakeapi__cell_or(row, &text, "<pending>");
	} else if (fakeapi__is_str(type, "ExternalName")) {
		fakeapi__cell_at(row, "spec.externalName", "");
	} else {
		fakeapi__cell_z(row, "<unknown>");
	}
}

void fakeapi__cell_service_ports(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct json_iter it;
	json_t port;

	json_iter_init(&it, fakeapi__at(row->obj, "spec.ports"));
	while (json_iter_element(&it, &port)) {
		int64_t node_port = fakeapi__int_at(port, "nodePort");

		fakeapi__comma(&text);
		strbuf_addf(&text, "%" PRId64, fakeapi__int_at(port, "port"));
		if (node_port > 0)
			strbuf_addf(&text, ":%" PRId64, node_port);
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, fakeapi__at(port, "protocol"));
	}
	fakeapi__cell_or(row, &text, "<none>");
}

void fakeapi__cell_ingress_hosts(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct json_iter it;
	json_t rule;
	size_t shown = 0, n = 0;
	bool more = false;

	json_iter_init(&it, fakeapi__at(row->obj, "spec.rules"));
	for (; json_iter_element(&it, &rule); n++) {
		json_t host = fakeapi__at(rule, "host");

		more = more || shown == SHOWN_MAX;
		if (more || !fakeapi__has_text(host))
			continue;
		fakeapi__comma(&text);
		fakeapi__add_text(&text, host);
		shown++;
	}
	if (more)
		strbuf_addf(&text, " + %zu more...", n - SHOWN_MAX);
	fakeapi__cell_or(row, &text, "*");
}

void fakeapi__cell_ingress_ports(const struct fakeapi__row *row)
{
	fakeapi__cell_z(row, fakeapi__first(fakeapi__at(row->obj, "spec.tls")).len > 0 ? "80, 443"
										       : "80");
}

void fakeapi__cell_ingressclass_name(const struct fakeapi__row *row)
{
	json_t annotations = fakeapi__at(row->obj, "metadata.annotations");
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, fakeapi__at(row->obj, "metadata.name"));
	if (fakeapi__is_str(json_get(annotations, "ingressclass.kubernetes.io/is-default-class"),
			    "true"))
		strbuf_addz(&text, " (default)");
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_ingressclass_parameters(const struct fakeapi__row *row)
{
	json_t p = fakeapi__at(row->obj, "spec.parameters");
	AUTO_STRBUF text = STRBUF_INIT;

	if (p.len > 0) {
		fakeapi__add_text(&text, fakeapi__at(p, "kind"));
		if (fakeapi__at(p, "apiGroup").len > 0) {
			strbuf_addc(&text, '.');
			fakeapi__add_text(&text, fakeapi__at(p, "apiGroup"));
		}
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, fakeapi__at(p, "name"));
	}
	fakeapi__cell_or(row, &text, "<none>");
}

void fakeapi__cell_ipaddress_parent(const struct fakeapi__row *row)
{
	json_t p = fakeapi__at(row->obj, "spec.parentRef");
	AUTO_STRBUF text = STRBUF_INIT;

	if (p.len > 0) {
		fakeapi__add_lower(&text, fakeapi__at(p, "resource"));
		if (fakeapi__has_text(fakeapi__at(p, "group"))) {
			strbuf_addc(&text, '.');
			fakeapi__add_lower(&text, fakeapi__at(p, "group"));
		}
		strbuf_addc(&text, '/');
		if (fakeapi__has_text(fakeapi__at(p, "namespace"))) {
			fakeapi__add_text(&text, fakeapi__at(p, "namespace"));
			strbuf_addc(&text, '/');
		}
		fakeapi__add_text(&text, fakeapi__at(p, "name"));
	}
	fakeapi__cell_or(row, &text, "<none>");
}

/* A list that shows only its first three items. */
struct shown {
	struct strbuf text;
	size_t in_text, count;
};

static void shown_end(const struct fakeapi__row *row, struct shown *s, const char *fallback)
{
	if (s->count > SHOWN_MAX)
		strbuf_addf(&s->text, " + %zu more...", s->count - SHOWN_MAX);
	fakeapi__cell_or(row, &s->text, fallback);
	strbuf_fini(&s->text);
}

static void show(struct shown *s, json_t v, int64_t port, const char *fallback)
{
	if (s->count++ >= SHOWN_MAX)
		return;
	fakeapi__comma(&s->text);
	if (port > 0 && fakeapi__has_text(v) && memchr(v.ptr, ':', v.len)) {
		strbuf_addc(&s->text, '[');
		fakeapi__add_text(&s->text, v);
		strbuf_addc(&s->text, ']');
	} else {
		fakeapi__add_text_or(&s->text, v, "", fallback);
	}
	if (port > 0)
		strbuf_addf(&s->text, ":%" PRId64, port);
}

void fakeapi__cell_endpoint_list(const struct fakeapi__row *row)
{
	struct shown s = { .text = STRBUF_INIT };
	json_t subsets = fakeapi__at(row->obj, "subsets"), subset, port, address;
	struct json_iter it, ports, addresses;

	for (json_iter_init(&it, subsets); json_iter_element(&it, &subset);) {
		json_t list = fakeapi__at(subset, "ports");
		bool bare = fakeapi__first(list).len == 0;

		json_iter_init(&ports, list);
		while (bare || json_iter_element(&ports, &port)) {
			int64_t number = bare ? 0 : fakeapi__int_at(port, "port");

			json_iter_init(&addresses, fakeapi__at(subset, "addresses"));
			while (json_iter_element(&addresses, &address))
				show(&s, fakeapi__at(address, "ip"), number, "");
			if (bare)
				break;
		}
	}
	shown_end(row, &s, fakeapi__first(subsets).len > 0 ? "" : "<none>");
}

void fakeapi__cell_endpoint_ports(const struct fakeapi__row *row)
{
	struct shown s = { .text = STRBUF_INIT };
	struct json_iter it;
	json_t port;

	json_iter_init(&it, fakeapi__at(row->obj, "ports"));
	while (json_iter_element(&it, &port)) {
		json_t number = fakeapi__at(port, "port");

		show(&s, number.len > 0 ? number : fakeapi__at(port, "name"), 0, "*");
	}
	shown_end(row, &s, "<unset>");
}

void fakeapi__cell_endpoint_addresses(const struct fakeapi__row *row)
{
	struct shown s = { .text = STRBUF_INIT };
	struct json_iter it, jt;
	json_t endpoint, address;

	json_iter_init(&it, fakeapi__at(row->obj, "endpoints"));
	while (json_iter_element(&it, &endpoint)) {
		json_iter_init(&jt, fakeapi__at(endpoint, "addresses"));
		while (json_iter_element(&jt, &address))
			show(&s, address, 0, "");
	}
	shown_end(row, &s, "<unset>");
}
