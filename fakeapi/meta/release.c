/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/release.h"

#include <stdlib.h>

/* The versions from which scripts/gen-kubernetes made the tables. */
static const char *const versions[FAKEAPI_RELEASES] = {
	"1.31.14", "1.32.13", "1.33.13", "1.34.4", "1.35.4", "1.36.3", "1.37.2",
};

const char *fakeapi__release_version(unsigned release)
{
	if (release < FAKEAPI_RELEASE_OLDEST || release > FAKEAPI_RELEASE_NEWEST)
		release = FAKEAPI_RELEASE_DEFAULT;
	return versions[release - FAKEAPI_RELEASE_OLDEST];
}

unsigned fakeapi__release_parse(const char *text)
{
	text += *text == 'v';
	for (unsigned i = 0; i < FAKEAPI_RELEASES; i++) {
		const char *patch = strrchr(versions[i], '.');

		if (strcmp(text, versions[i]) == 0 ||
		    (strlen(text) == (size_t)(patch - versions[i]) &&
		     strncmp(text, versions[i], strlen(text)) == 0))
			return FAKEAPI_RELEASE_OLDEST + i;
	}
	return 0;
}

unsigned fakeapi__scheme_line(unsigned release)
{
	release = release ? release : FAKEAPI_RELEASE_DEFAULT;
	return release < 33 ? 100 : release < 35 ? 110 : 111;
}

int fakeapi__release_read(const char *text, const char *option, unsigned *release,
			  struct relist_err *err)
{
	AUTO_STRBUF known = STRBUF_INIT;

	*release = FAKEAPI_RELEASE_DEFAULT;
	if (!text || !*text)
		return 0;
	*release = fakeapi__release_parse(text);
	if (*release)
		return 0;
	for (unsigned i = 0; i < FAKEAPI_RELEASES; i++)
		strbuf_addf(&known, "%s1.%u", i ? ", " : "", FAKEAPI_RELEASE_OLDEST + i);
	if (known.failed)
		return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", option);
	return relist_err_set(err, RELIST_EINVAL, "%s is \"%.40s\", must be one of %s", option,
			      text, known.ptr);
}
