/* SPDX-License-Identifier: Apache-2.0 */
/* validate_paths.c - paths of volumes, mounts and profiles. */
#include "fakeapi/validation/pod/validate_pod.h"

static bool has_backsteps(const char *path)
{
	for (const char *p = path; *p;) {
		size_t n = strcspn(p, "/");

		if (n == 2 && p[0] == '.' && p[1] == '.')
			return true;
		p += n + (p[n] == '/');
	}
	return false;
}

void fakeapi__check_no_backsteps(causes_t *c, const path_t *at, const char *path)
{
	if (has_backsteps(path))
		fakeapi__cause_invalid_str(c, at, str_of(path), "must not contain '..'");
}

void fakeapi__check_device_path(causes_t *c, const path_t *at, const cJSON *path, bool again)
{
	fakeapi__check_some(c, at, path);
	if (cJSON_IsString(path) && has_backsteps(path->valuestring))
		fakeapi__cause_invalid(c, at, path, "can not contain backsteps ('..')");
	else if (again)
		fakeapi__cause_invalid(c, at, path, "must be unique");
}

void fakeapi__check_path_below(causes_t *c, const path_t *at, const char *path)
{
	if (*path == '/')
		fakeapi__cause_invalid_str(c, at, str_of(path), "must be a relative path");
	fakeapi__check_no_backsteps(c, at, path);
}

void fakeapi__check_own_path(causes_t *c, const path_t *at, const char *path)
{
	fakeapi__check_path_below(c, at, path);
	if (strncmp(path, "..", 2) == 0 && path[2] != '/')
		fakeapi__cause_invalid_str(c, at, str_of(path), "must not start with '..'");
}

void fakeapi__check_host_path(causes_t *c, const path_t *at, const cJSON *host)
{
	static const char *const types[] = {
		"",	"BlockDevice",	"CharDevice", "Directory", "DirectoryOrCreate",
		"File", "FileOrCreate", "Socket",     NULL
	};
	const cJSON *type = fakeapi__member(host, "type");

	if (!fakeapi__check_some(c, PATH(at, "path"), fakeapi__member(host, "path")))
		return;
	fakeapi__check_no_backsteps(c, PATH(at, "path"), fakeapi__string(host, "path"));
	if (cJSON_IsString(type))
		fakeapi__check_one_of(c, PATH(at, "type"), type, types);
}
