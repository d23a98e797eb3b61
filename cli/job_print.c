/* SPDX-License-Identifier: Apache-2.0 */
/* job_print.c - prints the manifest as YAML. Every text that is given is a quoted scalar or a
 * literal block, so that none can be read as something else. */
#include "cli/job.h"

#include <string.h>

/* The length of the character at s.ptr[at] that a YAML text may have as it is, or 0. */
static size_t printable_len(struct str s, size_t at)
{
	const unsigned char *p = (const unsigned char *)s.ptr + at;
	size_t n = utf8_seq_len(s.ptr + at, s.len - at);

	if (n == 1)
		return *p >= ' ' && *p != 0x7f;
	if (n == 2 && p[0] == 0xc2 && p[1] < 0xa0) /* control characters */
		return 0;
	if (n == 3 && ((p[0] == 0xe2 && p[1] == 0x80 && (p[2] == 0xa8 || p[2] == 0xa9)) ||
		       (p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf) ||
		       (p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe)))
		return 0; /* line separators, byte order mark, no characters */
	return n;
}

static unsigned code_point(const unsigned char *p, size_t n)
{
	if (n == 2)
		return (p[0] & 0x1fU) << 6 | (p[1] & 0x3fU);
	if (n == 3)
		return (p[0] & 0x0fU) << 12 | (p[1] & 0x3fU) << 6 | (p[2] & 0x3fU);
	return p[0];
}

static void add_quoted(struct strbuf *out, struct str s)
{
	strbuf_addc(out, '"');
	for (size_t i = 0; i < s.len;) {
		size_t n = printable_len(s, i), seq = utf8_seq_len(s.ptr + i, s.len - i);

		if (n) {
			if (s.ptr[i] == '"' || s.ptr[i] == '\\')
				strbuf_addc(out, '\\');
			strbuf_add(out, s.ptr + i, n);
		} else {
			strbuf_addf(out, "\\u%04x",
				    seq ? code_point((const unsigned char *)s.ptr + i, seq)
					: 0xfffd);
		}
		i += n ? n : seq ? seq : 1;
	}
	strbuf_addc(out, '"');
}

/* The kubelet replaces $(NAME) in arguments and variables, and $$ by $. */
static void add_literal(struct strbuf *out, struct str s)
{
	AUTO_STRBUF text = STRBUF_INIT;

	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '$')
			strbuf_addc(&text, '$');
		strbuf_addc(&text, s.ptr[i]);
	}
	out->failed |= text.failed;
	add_quoted(out, strbuf_str(&text));
}

static bool is_block(struct str s)
{
	if (!s.len || s.ptr[0] == '\n')
		return false;
	for (size_t i = 0; i < s.len;) {
		size_t n = s.ptr[i] == '\n' || s.ptr[i] == '\t' ? 1 : printable_len(s, i);

		if (!n)
			return false;
		i += n;
	}
	return true;
}

/* A file's text, readable if a literal block can have it. */
static void add_file(struct strbuf *out, struct str s)
{
	bool ends = s.len && s.ptr[s.len - 1] == '\n';

	if (!is_block(s)) {
		add_quoted(out, s);
		strbuf_addc(out, '\n');
		return;
	}
	strbuf_addf(out, "|2%s\n", !ends ? "-" : s.len > 1 && s.ptr[s.len - 2] == '\n' ? "+" : "");
	for (size_t i = 0; i < s.len;) {
		const char *nl = memchr(s.ptr + i, '\n', s.len - i);
		size_t n = nl ? (size_t)(nl - s.ptr) - i : s.len - i;

		if (n)
			strbuf_addz(out, "    ");
		strbuf_add(out, s.ptr + i, n);
		strbuf_addc(out, '\n');
		i += n + 1;
	}
}

static void add_metadata(struct strbuf *out, const struct cli__job *j)
{
	strbuf_addz(out, "metadata:\n  name: ");
	add_quoted(out, str_of(j->name));
	if (j->ns) {
		strbuf_addz(out, "\n  namespace: ");
		add_quoted(out, str_of(j->ns));
	}
	strbuf_addz(out, "\n  labels: {app.kubernetes.io/name: relist}\n");
}

static void add_config_map(struct strbuf *out, const struct cli__job *j)
{
	strbuf_addz(out, "apiVersion: v1\nkind: ConfigMap\n");
	add_metadata(out, j);
	strbuf_addz(out, "immutable: true\ndata:\n");
	for (size_t i = 0; i < j->files->len; i++) {
		strbuf_addf(out, "  file-%zu: ", i + 1);
		add_file(out, strbuf_str(&j->files->items[i].text));
	}
	strbuf_addz(out, "---\n");
}

static void add_arg(struct strbuf *out, struct str s)
{
	strbuf_addz(out, "            - ");
	add_literal(out, s);
	strbuf_addc(out, '\n');
}

static void add_args(struct strbuf *out, const struct cli__job *j)
{
	AUTO_STRBUF text = STRBUF_INIT;
	bool explore = strcmp(j->command, "explore") == 0;

	strbuf_addz(out, "          args:\n");
	add_arg(out, str_of(j->command));
	strbuf_addf(&text, "--shard=%s/%llu", j->only ? j->only : "", (unsigned long long)j->parts);
	add_arg(out, strbuf_str(&text));
	add_arg(out, STR("--format=jsonl"));
	if (explore)
		add_arg(out, STR("--output=/tmp/choices"));
	strbuf_clear(&text);
	strbuf_addf(&text, "--%s=%s/part-{part}.jsonl", explore ? "report" : "output",
		    j->put ? j->put : "/parts");
	add_arg(out, strbuf_str(&text));
	for (size_t i = 0; i < j->arg_count; i++)
		add_arg(out, strbuf_str(&j->args[i]));
	out->failed |= text.failed;
}

static void add_environment(struct strbuf *out, const struct cli__job *j)
{
	strbuf_addz(out, "          env:\n            - {name: HOME, value: /tmp}\n"
			 "            - name: RELIST_JOB\n              value: ");
	add_literal(out, str_of(j->again));
	strbuf_addc(out, '\n');
	if (!j->secret)
		return;
	strbuf_addz(out, "            - name: RELIST_PUT_AUTHORIZATION\n              valueFrom:\n"
			 "                secretKeyRef: {key: authorization, name: ");
	add_quoted(out, str_of(j->secret));
	strbuf_addz(out, "}\n");
}

static void add_volumes(struct strbuf *out, const struct cli__job *j)
{
	strbuf_addz(out, "      volumes:\n        - name: tmp\n          emptyDir: {}\n");
	if (j->claim) {
		strbuf_addz(out, "        - name: parts\n          persistentVolumeClaim: "
				 "{claimName: ");
		add_quoted(out, str_of(j->claim));
		strbuf_addz(out, "}\n");
	}
	if (!j->files->len)
		return;
	strbuf_addz(out, "        - name: files\n          configMap:\n            name: ");
	add_quoted(out, str_of(j->name));
	strbuf_addz(out, "\n            items:\n");
	for (size_t i = 0; i < j->files->len; i++) {
		strbuf_addf(out, "              - {key: file-%zu, path: ", i + 1);
		add_quoted(out, strbuf_str(&j->files->items[i].path));
		strbuf_addz(out, "}\n");
	}
}

static void add_job(struct strbuf *out, const struct cli__job *j)
{
	strbuf_addz(out, "apiVersion: batch/v1\nkind: Job\n");
	add_metadata(out, j);
	strbuf_addf(
	    out,
	    "spec:\n"
	    "  completionMode: Indexed\n"
	    "  completions: %llu\n"
	    "  parallelism: %llu\n"
	    "  # A part with failures (1, 3, 4) or bad input (2) is complete. A pod that was "
	    "killed, or whose\n"
	    "  # node was lost, runs again.\n"
	    "  backoffLimitPerIndex: 3\n"
	    "  podFailurePolicy:\n"
	    "    rules:\n"
	    "      - action: Ignore\n"
	    "        onPodConditions: [{type: DisruptionTarget, status: \"True\"}]\n"
	    "      - action: FailIndex\n"
	    "        onExitCodes: {containerName: relist, operator: In, values: [1, 2, 3, "
	    "4]}\n"
	    "  template:\n"
	    "    metadata:\n"
	    "      labels: {app.kubernetes.io/name: relist}\n"
	    "    spec:\n"
	    "      restartPolicy: Never\n"
	    "      automountServiceAccountToken: false\n"
	    "      enableServiceLinks: false\n"
	    "      terminationGracePeriodSeconds: 5\n"
	    "      securityContext:\n"
	    "        runAsNonRoot: true\n"
	    "        runAsUser: 65534\n"
	    "        runAsGroup: 65534\n"
	    "        fsGroup: 65534\n"
	    "        seccompProfile: {type: RuntimeDefault}\n"
	    "      containers:\n"
	    "        - name: relist\n"
	    "          image: ",
	    (unsigned long long)j->count, (unsigned long long)j->parallel);
	add_quoted(out, str_of(j->image));
	strbuf_addf(out, "\n          workingDir: %s\n", j->files->len ? "/files" : "/tmp");
	add_args(out, j);
	add_environment(out, j);
	strbuf_addz(out, "          resources:\n"
			 "            requests: {cpu: \"1\", memory: 256Mi}\n"
			 "            limits: {memory: 2Gi}\n"
			 "          securityContext:\n"
			 "            allowPrivilegeEscalation: false\n"
			 "            readOnlyRootFilesystem: true\n"
			 "            capabilities: {drop: [ALL]}\n"
			 "          volumeMounts:\n"
			 "            - {name: tmp, mountPath: /tmp}\n");
	if (j->claim)
		strbuf_addz(out, "            - {name: parts, mountPath: /parts}\n");
	if (j->files->len)
		strbuf_addz(out, "            - {name: files, mountPath: /files, readOnly: "
				 "true}\n");
	add_volumes(out, j);
}

void cli__job_print(const struct cli__job *j, struct strbuf *out)
{
	if (j->files->len)
		add_config_map(out, j);
	add_job(out, j);
}
