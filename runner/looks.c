/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/looks.h"

enum { LOOKED_AT = 64 << 10 };

#define IMPORT ": relist import makes a recording of it, and relist lift a scenario of that"

static bool contains(struct str s, const char *part)
{
	return memmem(s.ptr, s.len, part, strlen(part)) != NULL;
}

enum runner__looks runner__look(struct str bytes)
{
	static const struct {
		const char *text;
		enum runner__looks looks;
	} marks[] = { { "{\"recording\":1", RUNNER_LOOKS_RECORDING },
		      { "\"auditID\"", RUNNER_LOOKS_AUDIT },
		      { "audit.k8s.io/", RUNNER_LOOKS_AUDIT },
		      { "\"startedDateTime\"", RUNNER_LOOKS_HAR },
		      { "\"api_path\"", RUNNER_LOOKS_K8SHARK },
		      { "\"ADDED\"", RUNNER_LOOKS_WATCH },
		      { "\"MODIFIED\"", RUNNER_LOOKS_WATCH },
		      { "\"resourceVersion\"", RUNNER_LOOKS_OBJECT } };
	struct str s = { bytes.ptr, bytes.len > LOOKED_AT ? LOOKED_AT : bytes.len };

	if (str_begins(s, "\x1F\x8B"))
		return RUNNER_LOOKS_GZIP;
	if (str_begins(s, "PK\3\4"))
		return RUNNER_LOOKS_ZIP;
	if (s.len >= 262 && memcmp(s.ptr + 257, "ustar", 5) == 0)
		return RUNNER_LOOKS_TAR;
	while (s.len && memchr(" \t\r\n", *s.ptr, 4))
		s.ptr++, s.len--;
	if (!s.len || (*s.ptr != '{' && *s.ptr != '['))
		return RUNNER_LOOKS_OTHER;
	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		if (contains(s, marks[i].text))
			return marks[i].looks;
	return RUNNER_LOOKS_OTHER;
}

const char *runner__looks_hint(struct str bytes)
{
	switch (runner__look(bytes)) {
	case RUNNER_LOOKS_AUDIT:
		return "this is a Kubernetes audit log" IMPORT;
	case RUNNER_LOOKS_WATCH:
		return "this is what kubectl get -w prints" IMPORT;
	case RUNNER_LOOKS_HAR:
		return "this is an HTTP archive" IMPORT;
	case RUNNER_LOOKS_K8SHARK:
	case RUNNER_LOOKS_ZIP:
		return "this looks like a capture of k8shark" IMPORT;
	case RUNNER_LOOKS_TAR:
		return "this is a tar archive: relist import reads the logs in it";
	case RUNNER_LOOKS_GZIP:
		return "this is packed with gzip: relist import reads it, if it is an audit log or "
		       "the like";
	case RUNNER_LOOKS_RECORDING:
		return "this is a recording: relist lift makes a scenario of it, and relist replay "
		       "plays it";
	case RUNNER_LOOKS_OBJECT:
	case RUNNER_LOOKS_OTHER:
		break;
	}
	return NULL;
}
