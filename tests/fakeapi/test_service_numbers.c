/* SPDX-License-Identifier: Apache-2.0 */
/* ClusterIPs and node ports: given once, refused when taken or outside, given back when their
 * service goes; in the words of pkg/registry/core/service of Kubernetes 1.34.4. */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/ranges.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/golden_text.h"

#define SERVICES "/api/v1/namespaces/default/services"

static void open_kit(struct kit *k, uint32_t size, uint32_t ports)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.service_ips = { 0x0a000000, size },
					.node_ports = { 30000, ports } };

	kit_open(k, &opt);
}

static int make(struct kit *k, const char *name, const char *spec)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body,
		    "{\"metadata\":{\"name\":\"%s\"},\"spec\":{%s\"ports\":[{\"port\":80}]}}", name,
		    spec);
	return kit_do(k, "POST", SERVICES, body.ptr);
}

static int ip_of(struct kit *k)
{
	const char *ip = kit_at(k, "spec.clusterIP");

	assert_memory_equal(ip, "10.0.0.", 7);
	return atoi(ip + 7);
}

static void cluster_ips_are_unique_until_the_range_is_full(void **state)
{
	bool seen[16] = { [0] = true, [1] = true, [15] = true };
	char name[16];
	struct kit k;

	(void)state;
	open_kit(&k, 16, 0);
	for (int i = 0; i < 13; i++) {
		(void)snprintf(name, sizeof(name), "s%d", i);
		assert_int_equal(make(&k, name, ""), 201);
		assert_false(seen[ip_of(&k)]);
		seen[ip_of(&k)] = true;
	}
	assert_int_equal(make(&k, "more", ""), 500);
	assert_string_equal(kit_at(&k, "message"), "Internal error occurred: failed to allocate a "
						   "serviceIP: range is full");
	assert_string_equal(kit_at(&k, "reason"), "InternalError");
	assert_int_equal(make(&k, "headless", "\"clusterIP\":\"None\","), 201);
	assert_int_equal(kit_do(&k, "DELETE", SERVICES "/s3", NULL), 200);
	assert_int_equal(make(&k, "more", ""), 201);
	kit_close(&k);
}

static void unavailable_cluster_ip_is_named_in_the_error(void **state)
{
	static const struct {
		const char *ip, *message;
	} cases[] = {
		{ "10.0.0.1", "Service \"s\" is invalid: spec.clusterIPs: Invalid value: "
			      "[\"10.0.0.1\"]: failed to allocate IP 10.0.0.1: provided IP is "
			      "already allocated" },
		{ "192.168.1.1",
		  "Service \"s\" is invalid: spec.clusterIPs: Invalid value: [\"192.168.1.1\"]: "
		  "failed to allocate IP 192.168.1.1: the provided network does not match the "
		  "current range" },
		{ "10.0.0.0",
		  "Service \"s\" is invalid: spec.clusterIPs: Invalid value: [\"10.0.0.0\"]: "
		  "failed "
		  "to allocate IP 10.0.0.0: the provided IP (10.0.0.0) is not in the valid range. "
		  "The range of valid IPs is 10.0.0.0/24" },
		{ "fd00::1", "Service \"s\" is invalid: spec.clusterIPs[0]: Invalid value: "
			     "[\"fd00::1\"]: IPv6 is not configured on this cluster" },
	};
	AUTO_STRBUF spec = STRBUF_INIT;
	struct kit k;

	(void)state;
	open_kit(&k, 256, 0);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		strbuf_clear(&spec);
		strbuf_addf(&spec, "\"clusterIP\":\"%s\",", cases[i].ip);
		assert_int_equal(make(&k, "s", spec.ptr), 422);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	assert_int_equal(make(&k, "s", "\"clusterIP\":\"10.0.0.77\","), 201);
	assert_int_equal(make(&k, "t", "\"clusterIP\":\"10.0.0.77\","), 422);
	kit_close(&k);
}

/* Its IPAddress object lacks the parent's name, which validation would report later. */
static void service_without_a_name_gets_the_allocator_error(void **state)
{
	static const char full[] =
	    "Internal error occurred: failed to allocate a serviceIP: range is full";
	static const char unnamed[] = "Service \"\" is invalid: metadata.name: Required value: "
				      "name or generateName is required";
	static const struct {
		const char *path, *spec, *message;
	} cases[] = {
		{ SERVICES, "", full },
		{ SERVICES, "\"type\":\"NodePort\",", full },
		{ SERVICES, "\"clusterIP\":\"10.0.0.77\",",
		  "Service \"\" is invalid: spec.clusterIPs: Invalid value: [\"10.0.0.77\"]: "
		  "failed "
		  "to allocate IP 10.0.0.77: IPAddress.networking.k8s.io \"10.0.0.77\" is invalid: "
		  "spec.parentRef.name: Required value" },
		{ SERVICES, "\"clusterIP\":\"None\",", unnamed },
		{ SERVICES "?dryRun=All", "", unnamed },
	};
	AUTO_STRBUF body = STRBUF_INIT;
	struct kit k;

	(void)state;
	open_kit(&k, 256, 10);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		strbuf_clear(&body);
		strbuf_addf(&body, "{\"spec\":{%s\"ports\":[{\"port\":80}]}}", cases[i].spec);
		assert_int_equal(kit_do(&k, "POST", cases[i].path, body.ptr),
				 cases[i].message == full ? 500 : 422);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	assert_int_equal(kit_do(&k, "POST", SERVICES,
				"{\"metadata\":{\"generateName\":\"s-\"},\"spec\":{\"ports\":[{"
				"\"port\":80}]}}"),
			 201);
	kit_close(&k);
}

static void node_ports_are_unique_and_released(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, 256, 2);
	assert_int_equal(kit_do(&k, "POST", SERVICES,
				"{\"metadata\":{\"name\":\"far\"},\"spec\":{\"type\":\"NodePort\","
				"\"ports\":[{\"port\":80,\"nodePort\":31000}]}}"),
			 422);
	assert_string_equal(kit_at(&k, "message"),
			    "Service \"far\" is invalid: spec.ports[0].nodePort: Invalid value: "
			    "31000: provided port is not in the valid range. The range of valid "
			    "ports is 30000-30001");
	assert_int_equal(make(&k, "a", "\"type\":\"NodePort\","), 201);
	assert_int_equal(make(&k, "b", "\"type\":\"NodePort\","), 201);
	assert_int_equal(make(&k, "c", "\"type\":\"NodePort\","), 500);
	assert_string_equal(
	    kit_at(&k, "message"),
	    "Internal error occurred: failed to allocate a nodePort: range is full");
	assert_int_equal(kit_do(&k, "POST", SERVICES,
				"{\"metadata\":{\"name\":\"d\"},\"spec\":{\"type\":\"NodePort\","
				"\"ports\":[{\"port\":80,\"nodePort\":30001}]}}"),
			 422);
	assert_string_equal(
	    kit_at(&k, "message"),
	    "Service \"d\" is invalid: spec.ports[0].nodePort: Invalid value: 30001: "
	    "provided port is already allocated");
	/* A service that is no NodePort any more releases its port; other changes keep it. */
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", SERVICES "/a",
				"{\"spec\":{\"selector\":{\"x\":\"y\"}}}"),
			 200);
	if (kit_do(&k, "PATCH", SERVICES "/a",
		   "{\"spec\":{\"type\":\"ClusterIP\",\"externalTrafficPolicy\":null,\"ports\":[{"
		   "\"port\":80}]}}") != 200)
		print_message("%s\n", k.body.ptr);
	assert_int_equal(k.status, 200);
	k.content_type = NULL;
	assert_int_equal(make(&k, "c", "\"type\":\"NodePort\","), 201);
	assert_int_equal(kit_do(&k, "DELETE", SERVICES "/b", NULL), 200);
	assert_int_equal(make(&k, "d", "\"type\":\"NodePort\","), 201);
	kit_close(&k);
}

static const char *const forms[][2] = {
	{ "address", "" },
	{ "outside", "\"externalIPs\":[\"1.2.3.4\"]," },
	{ "headless", "\"clusterIP\":\"None\"," },
	{ "two families", "\"ipFamilyPolicy\":\"PreferDualStack\"," },
	{ "port", "\"type\":\"NodePort\"," },
	{ "balanced", "\"type\":\"LoadBalancer\",\"loadBalancerClass\":\"e.com/b\"," },
	{ "local", "\"type\":\"LoadBalancer\",\"externalTrafficPolicy\":\"Local\"," },
	{ "portless", "\"type\":\"LoadBalancer\",\"allocateLoadBalancerNodePorts\":false," },
	{ "name", "\"type\":\"ExternalName\",\"externalName\":\"a.example\"," },
};

static void tell_change(struct kit *k, const char *from, const char *to, const char *how,
			struct strbuf *out)
{
	const cJSON *spec = fakeapi__member(k->json, "spec");
	char *text = spec ? cJSON_PrintUnformatted(spec) : NULL;

	strbuf_addf(out, "%s -> %s, %s: %d %s\n", from, to, how, k->status,
		    text ? text : kit_at(k, "message"));
	cJSON_free(text);
}

/* As a client writes it again, without the allocated values, and as a patch of the stored one: they
 * are kept as long as they are of use (patchAllocatedValues), and go when the client sends none for
 * the new type (dropTypeDependentFields). */
static void service_type_change_keeps_the_values_it_needs(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	for (size_t from = 0; from < ARRAY_LEN(forms); from++)
		for (size_t to = 0; to < ARRAY_LEN(forms); to++) {
			AUTO_STRBUF body = STRBUF_INIT, patch = STRBUF_INIT;
			struct kit k;

			open_kit(&k, 256, 0);
			assert_int_equal(make(&k, "s", forms[from][1]), 201);
			if (from == to)
				tell_change(&k, forms[from][0], "itself", "new", &out);
			strbuf_addf(&body,
				    "{\"metadata\":{\"name\":\"s\"},\"spec\":{%s\"ports\":[{"
				    "\"port\":80,\"name\":\"a\"},{\"name\":\"b\",\"port\":81}]}}",
				    forms[to][1]);
			strbuf_addf(&patch, "{\"spec\":{%s\"selector\":{\"a\":\"b\"}}}",
				    forms[to][1]);
			kit_do(&k, "PUT", SERVICES "/s?dryRun=All", body.ptr);
			tell_change(&k, forms[from][0], forms[to][0], "written", &out);
			k.content_type = "application/merge-patch+json";
			kit_do(&k, "PATCH", SERVICES "/s", patch.ptr);
			tell_change(&k, forms[from][0], forms[to][0], "patched", &out);
			kit_close(&k);
		}
	assert_golden("tests/golden/service-types.txt", strbuf_str(&out));
}

static void one_node_port_serves_two_protocols(void **state)
{
	const cJSON *ports;
	struct kit k;

	(void)state;
	open_kit(&k, 256, 0);
	assert_int_equal(kit_do(&k, "POST", SERVICES,
				"{\"metadata\":{\"name\":\"dns\"},\"spec\":{\"type\":\"NodePort\","
				"\"ports\":[{\"name\":\"u\",\"port\":53,\"protocol\":\"UDP\"},{"
				"\"name\":\"t\",\"port\":53,\"protocol\":\"TCP\"}]}}"),
			 201);
	ports = fakeapi__dig(k.json, "spec", "ports", NULL);
	assert_int_equal(fakeapi__member(ports->child, "nodePort")->valueint,
			 fakeapi__member(ports->child->next, "nodePort")->valueint);
	kit_close(&k);
}

static void refused_or_dry_run_service_allocates_nothing(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, 256, 1);
	assert_int_equal(kit_do(&k, "POST", SERVICES "?dryRun=All",
				"{\"metadata\":{\"name\":\"a\"},\"spec\":{\"type\":\"NodePort\","
				"\"ports\":[{\"port\":80}]}}"),
			 201);
	assert_int_equal(make(&k, "a", "\"type\":\"NodePort\",\"sessionAffinity\":\"no\","), 422);
	assert_int_equal(make(&k, "a", "\"type\":\"NodePort\","), 201);
	kit_close(&k);
}

static void rewind_and_reset_release_cluster_ips(void **state)
{
	char ip[16];
	uint64_t rv;
	struct kit k;

	(void)state;
	open_kit(&k, 256, 0);
	rv = fakeapi__core_rv(k.core);
	assert_int_equal(make(&k, "a", ""), 201);
	(void)snprintf(ip, sizeof(ip), "%s", kit_at(&k, "spec.clusterIP"));
	assert_int_equal(fakeapi__core_rewind(k.core, rv, false, NULL), 0);
	assert_int_equal(make(&k, "b", ""), 201);
	assert_int_equal(make(&k, "a", ""), 201);
	assert_string_equal(kit_at(&k, "spec.clusterIP"), ip);
	assert_int_equal(kit_do(&k, "POST", "/relist/v1/reset", "{}"), 200);
	assert_int_equal(make(&k, "a", ""), 201);
	assert_string_equal(kit_at(&k, "spec.clusterIP"), ip);
	kit_close(&k);
}

static void service_range_applies_to_the_kubernetes_service(void **state)
{
	struct fakeapi__options opt = { .service_ips = { 0xac100000, 65536 } };
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	assert_int_equal(kit_do(&k, "GET", SERVICES "/kubernetes", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.clusterIP"), "172.16.0.1");
	assert_int_equal(kit_do(&k, "GET", "/apis/networking.k8s.io/v1/servicecidrs/kubernetes",
				NULL),
			 200);
	assert_non_null(strstr(k.body.ptr, "172.16.0.0/16"));
	kit_close(&k);
}

static void node_port_range_is_two_ports_and_a_hyphen(void **state)
{
	static const struct {
		const char *text;
		unsigned from, count; /* count 0: refused */
	} rows[] = {
		{ "30000-32767", 30000, 2768 },
		{ "1-1", 1, 1 },
		{ "1-65535", 1, 65535 },
		{ "0-1", 0, 0 },
		{ "2-1", 0, 0 },
		{ "1-65536", 0, 0 },
		{ "30000", 0, 0 },
		{ "30000-", 0, 0 },
		{ "-30000", 0, 0 },
		{ "", 0, 0 },
		{ "30000--1", 0, 0 },
		{ "1-2-3", 0, 0 },
		{ " 1-2", 0, 0 },
		{ "1- 2", 0, 0 },
		{ "1-2 ", 0, 0 },
		{ "+1-+2", 0, 0 },
		{ "18446744073709551617-18446744073709551618", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fakeapi__options core = { 0 };
		int code = fakeapi__ranges_parse(NULL, rows[i].text, &core, NULL);

		assert_int_equal(code, rows[i].count ? 0 : RELIST_EINVAL);
		assert_int_equal(core.node_ports.first, rows[i].from);
		assert_int_equal(core.node_ports.count, rows[i].count);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cluster_ips_are_unique_until_the_range_is_full),
		cmocka_unit_test(unavailable_cluster_ip_is_named_in_the_error),
		cmocka_unit_test(service_without_a_name_gets_the_allocator_error),
		cmocka_unit_test(node_ports_are_unique_and_released),
		cmocka_unit_test(service_type_change_keeps_the_values_it_needs),
		cmocka_unit_test(one_node_port_serves_two_protocols),
		cmocka_unit_test(refused_or_dry_run_service_allocates_nothing),
		cmocka_unit_test(rewind_and_reset_release_cluster_ips),
		cmocka_unit_test(service_range_applies_to_the_kubernetes_service),
		cmocka_unit_test(node_port_range_is_two_ports_and_a_hyphen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
