/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/pods.h"

#include "base/alloc.h"

static const char owned_by_controller[] =
    "{\"f:metadata\":{\"f:annotations\":{\".\":{},\"f:checksum/config\":{},"
    "\"f:prometheus.io/port\":{},\"f:prometheus.io/scrape\":{}},\"f:generateName\":{},"
    "\"f:labels\":{\".\":{},\"f:app\":{},\"f:app.kubernetes.io/instance\":{},"
    "\"f:app.kubernetes.io/name\":{},\"f:pod-template-hash\":{},\"f:tier\":{}},"
    "\"f:ownerReferences\":{\".\":{},\"k:{\\\"uid\\\":\\\"x\\\"}\":{}}},"
    "\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"web\\\"}\":{\".\":{},\"f:args\":{},"
    "\"f:env\":{\".\":{},\"k:{\\\"name\\\":\\\"POD_NAME\\\"}\":{\".\":{},\"f:name\":{},"
    "\"f:valueFrom\":{\".\":{},\"f:fieldRef\":{}}}},\"f:image\":{},\"f:imagePullPolicy\":{},"
    "\"f:livenessProbe\":{\".\":{},\"f:failureThreshold\":{},\"f:httpGet\":{\".\":{},"
    "\"f:path\":{},\"f:port\":{},\"f:scheme\":{}},\"f:periodSeconds\":{}},\"f:name\":{},"
    "\"f:ports\":{\".\":{},\"k:{\\\"containerPort\\\":8080,\\\"protocol\\\":\\\"TCP\\\"}\":"
    "{\".\":{},\"f:containerPort\":{},\"f:name\":{},\"f:protocol\":{}}},\"f:resources\":"
    "{\".\":{},\"f:limits\":{\".\":{},\"f:cpu\":{},\"f:memory\":{}},\"f:requests\":{\".\":{},"
    "\"f:cpu\":{},\"f:memory\":{}}},\"f:securityContext\":{}}},\"f:dnsPolicy\":{},"
    "\"f:enableServiceLinks\":{},\"f:restartPolicy\":{},\"f:schedulerName\":{},"
    "\"f:securityContext\":{},\"f:terminationGracePeriodSeconds\":{}}}";

static const char owned_by_kubelet[] =
    "{\"f:status\":{\"f:conditions\":{\"k:{\\\"type\\\":\\\"Ready\\\"}\":{\".\":{},"
    "\"f:lastTransitionTime\":{},\"f:status\":{},\"f:type\":{}}},\"f:containerStatuses\":{},"
    "\"f:hostIP\":{},\"f:hostIPs\":{},\"f:phase\":{},\"f:podIP\":{},\"f:podIPs\":{},"
    "\"f:startTime\":{}}}";

static void add_metadata(struct strbuf *b, unsigned int i)
{
	unsigned int set = i / 10;

	strbuf_addf(
	    b,
	    "\"metadata\":{\"name\":\"web-%06u-7d9f8b6c5d-x%05u\","
	    "\"generateName\":\"web-%06u-7d9f8b6c5d-\",\"namespace\":\"team-%03u\","
	    "\"uid\":\"%08x-1111-4222-8333-%012x\",\"resourceVersion\":\"%0*u\","
	    "\"creationTimestamp\":\"2026-05-01T12:00:00Z\",\"labels\":{\"app\":\"web\","
	    "\"app.kubernetes.io/instance\":\"web-%06u\",\"app.kubernetes.io/name\":\"web\","
	    "\"pod-template-hash\":\"7d9f8b6c5d\",\"tier\":\"tier-%u\"},",
	    set, i, set, i % 100, i, i, BENCH_RV_WIDTH, i + 1, set, i % 5);
	strbuf_addf(b,
		    "\"annotations\":{\"checksum/config\":\"9f86d081884c7d659a2feaa0c55ad015"
		    "a3bf4f1b2b0b822cd15d6c15b0f00a08\",\"prometheus.io/port\":\"9090\","
		    "\"prometheus.io/scrape\":\"true\",\"relist.dev/sent\":\"%0*u\"},"
		    "\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\","
		    "\"name\":\"web-%06u-7d9f8b6c5d\",\"uid\":\"%08x-2222-4333-8444-555555555555\","
		    "\"controller\":true,\"blockOwnerDeletion\":true}],",
		    BENCH_SENT_WIDTH, 0, set, set);
	strbuf_addf(
	    b,
	    "\"managedFields\":[{\"manager\":\"kube-controller-manager\","
	    "\"operation\":\"Update\",\"apiVersion\":\"v1\",\"time\":\"2026-05-01T12:00:00Z\","
	    "\"fieldsType\":\"FieldsV1\",\"fieldsV1\":%s},{\"manager\":\"kubelet\","
	    "\"operation\":\"Update\",\"apiVersion\":\"v1\",\"time\":\"2026-05-01T12:00:05Z\","
	    "\"fieldsType\":\"FieldsV1\",\"fieldsV1\":%s,\"subresource\":\"status\"}]}",
	    owned_by_controller, owned_by_kubelet);
}

static void add_spec(struct strbuf *b, unsigned int i)
{
	strbuf_addf(
	    b,
	    ",\"spec\":{\"volumes\":[{\"name\":\"kube-api-access\",\"projected\":{\"sources\":"
	    "[{\"serviceAccountToken\":{\"expirationSeconds\":3607,\"path\":\"token\"}},"
	    "{\"configMap\":{\"name\":\"kube-root-ca.crt\",\"items\":[{\"key\":\"ca.crt\","
	    "\"path\":\"ca.crt\"}]}}],\"defaultMode\":420}}],\"containers\":[{\"name\":\"web\","
	    "\"image\":\"registry.example.com/team/web:1.27.%u\",\"args\":[\"--listen=:8080\","
	    "\"--log-level=info\"],\"ports\":[{\"name\":\"http\",\"containerPort\":8080,"
	    "\"protocol\":\"TCP\"}],\"env\":[{\"name\":\"POD_NAME\",\"valueFrom\":{\"fieldRef\":"
	    "{\"apiVersion\":\"v1\",\"fieldPath\":\"metadata.name\"}}},{\"name\":\"WORKERS\","
	    "\"value\":\"2\"}],\"resources\":{\"limits\":{\"cpu\":\"500m\",\"memory\":\"256Mi\"},"
	    "\"requests\":{\"cpu\":\"100m\",\"memory\":\"128Mi\"}},",
	    i % 10);
	strbuf_addf(
	    b,
	    "\"volumeMounts\":[{\"name\":\"kube-api-access\",\"readOnly\":true,\"mountPath\":"
	    "\"/var/run/secrets/kubernetes.io/serviceaccount\"}],\"livenessProbe\":{\"httpGet\":"
	    "{\"path\":\"/healthz\",\"port\":8080,\"scheme\":\"HTTP\"},\"timeoutSeconds\":1,"
	    "\"periodSeconds\":10,\"successThreshold\":1,\"failureThreshold\":3},"
	    "\"terminationMessagePath\":\"/dev/termination-log\","
	    "\"terminationMessagePolicy\":\"File\",\"imagePullPolicy\":\"IfNotPresent\","
	    "\"securityContext\":{\"runAsNonRoot\":true,\"allowPrivilegeEscalation\":false}}],"
	    "\"restartPolicy\":\"Always\",\"terminationGracePeriodSeconds\":30,"
	    "\"dnsPolicy\":\"ClusterFirst\",\"serviceAccountName\":\"web\",\"nodeName\":"
	    "\"node-%03u\",\"securityContext\":{},\"schedulerName\":\"default-scheduler\","
	    "\"tolerations\":[{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\","
	    "\"effect\":\"NoExecute\",\"tolerationSeconds\":300}],\"priority\":0,"
	    "\"enableServiceLinks\":true}",
	    i % 300);
}

static void add_status(struct strbuf *b, unsigned int i)
{
	static const char *const conditions[] = { "Initialized", "Ready", "ContainersReady",
						  "PodScheduled" };
	unsigned int high = i / 250 % 250, low = i % 250;

	strbuf_addz(b, ",\"status\":{\"phase\":\"Running\",\"conditions\":[");
	for (size_t k = 0; k < ARRAY_LEN(conditions); k++)
		strbuf_addf(b,
			    "%s{\"type\":\"%s\",\"status\":\"True\",\"lastProbeTime\":null,"
			    "\"lastTransitionTime\":\"2026-05-01T12:00:0%zuZ\"}",
			    k ? "," : "", conditions[k], k);
	strbuf_addf(
	    b,
	    "],\"hostIP\":\"10.0.%u.%u\",\"podIP\":\"10.128.%u.%u\",\"podIPs\":[{\"ip\":"
	    "\"10.128.%u.%u\"}],\"startTime\":\"2026-05-01T12:00:00Z\","
	    "\"containerStatuses\":[{\"name\":\"web\",\"state\":{\"running\":{\"startedAt\":"
	    "\"2026-05-01T12:00:04Z\"}},\"lastState\":{},\"ready\":true,\"restartCount\":0,"
	    "\"image\":\"registry.example.com/team/web:1.27.%u\",\"imageID\":"
	    "\"registry.example.com/team/web@sha256:9f86d081884c7d659a2feaa0c55ad015"
	    "a3bf4f1b2b0b822cd15d6c15b0f00a08\",\"containerID\":\"containerd://%064x\","
	    "\"started\":true}],\"qosClass\":\"Burstable\"}",
	    low, i % 199, high, low, high, low, i % 10, i);
}

static size_t value_at(const struct strbuf *b, size_t start, const char *name)
{
	const char *found = strstr(b->ptr + start, name);

	return (size_t)(found - b->ptr) + strlen(name) - start;
}

static const char *kind_of(const struct bench_pods *p)
{
	return p->metadata_only
		   ? "\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\","
		   : "\"kind\":\"Pod\",\"apiVersion\":\"v1\",";
}

static void out_of_memory(void)
{
	fprintf(stderr, "bench: out of memory\n");
	exit(1);
}

void bench_pods_make(struct bench_pods *out, size_t count, bool metadata_only)
{
	*out = (struct bench_pods) { .metadata_only = metadata_only, .count = count };
	out->pods = base__calloc(count, sizeof(*out->pods));
	if (!out->pods)
		out_of_memory();
	strbuf_init(&out->bytes);
	for (size_t i = 0; i < count; i++) {
		struct bench_pod *pod = &out->pods[i];

		if (i)
			strbuf_addc(&out->bytes, ',');
		pod->start = out->bytes.len;
		/* Items of a typed list have no kind, those of this one do. */
		strbuf_addf(&out->bytes, "{%s", metadata_only ? kind_of(out) : "");
		add_metadata(&out->bytes, (unsigned int)i);
		if (!metadata_only) {
			add_spec(&out->bytes, (unsigned int)i);
			add_status(&out->bytes, (unsigned int)i);
		}
		strbuf_addc(&out->bytes, '}');
		if (out->bytes.failed)
			out_of_memory();
		pod->len = out->bytes.len - pod->start;
		pod->rv_at = value_at(&out->bytes, pod->start, "\"resourceVersion\":\"");
		pod->sent_at = value_at(&out->bytes, pod->start, "\"relist.dev/sent\":\"");
	}
}

void bench_pods_fini(struct bench_pods *pods)
{
	strbuf_fini(&pods->bytes);
	base__free(pods->pods);
	*pods = (struct bench_pods) { 0 };
}

static void digits(char *at, int width, uint64_t value)
{
	while (width-- > 0) {
		at[width] = (char)('0' + value % 10);
		value /= 10;
	}
}

void bench_pods_event(const struct bench_pods *p, struct strbuf *out, const char *type, size_t i,
		      uint64_t rv, int64_t sent_ns)
{
	const struct bench_pod *pod = &p->pods[i];
	char *item;

	strbuf_addf(out, "{\"type\":\"%s\",\"object\":{%s", type,
		    p->metadata_only ? "" : kind_of(p));
	strbuf_add(out, p->bytes.ptr + pod->start + 1, pod->len - 1);
	if (out->failed)
		return;
	item = out->ptr + out->len - pod->len;
	digits(item + pod->rv_at, BENCH_RV_WIDTH, rv);
	if (sent_ns)
		digits(item + pod->sent_at, BENCH_SENT_WIDTH, (uint64_t)sent_ns);
	strbuf_addz(out, "}\n");
}

void bench_pods_list_head(const struct bench_pods *p, struct strbuf *out, uint64_t rv)
{
	strbuf_addf(out,
		    "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":{"
		    "\"resourceVersion\":\"%0*llu\"},\"items\":[",
		    p->metadata_only ? "PartialObjectMetadataList" : "PodList",
		    p->metadata_only ? "meta.k8s.io/v1" : "v1", BENCH_RV_WIDTH,
		    (unsigned long long)rv);
}
