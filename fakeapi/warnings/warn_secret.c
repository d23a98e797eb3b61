/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings about Secrets: data that does not fit the type. */

#include "base/base64.h"

#include "fakeapi/warnings/warn_impl.h"

/* Writes the types of the PEM blocks of `text`, up to the first that ends in `wanted`, as Go prints
 * a list. True: that one exists. */
static bool pem_types(const char *text, const char *wanted, size_t *count, struct strbuf *types)
{
	static const char begin[] = "-----BEGIN ", dashes[] = "-----";
	const char *head, *end;

	*count = 0;
	while ((head = strstr(text, begin)) != NULL &&
	       (end = strstr(head + sizeof(begin) - 1, dashes)) != NULL) {
		struct str type = { head + sizeof(begin) - 1, 0 };

		type.len = (size_t)(end - type.ptr);
		if (type.len >= strlen(wanted) &&
		    memcmp(end - strlen(wanted), wanted, strlen(wanted)) == 0)
			return true;
		strbuf_addz(types, (*count)++ ? " " : "");
		strbuf_adds(types, type);
		text = end + sizeof(dashes) - 1;
	}
	return false;
}

static bool ends_in(const struct strbuf *text, const char *end)
{
	size_t n = strlen(end);

	return text->len >= n && memcmp(text->ptr + text->len - n, end, n) == 0;
}

void fakeapi__warn_secret(warnings_t *w, const struct fakeapi__warned *it)
{
	static const char *const keys[] = { "tls.crt", "tls.key" };
	const cJSON *data = fakeapi__member(it->obj, "data");

	if (strcmp(fakeapi__string(it->obj, "type"), "kubernetes.io/tls") != 0)
		return;
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		const char *what = i ? "key" : "certificate";
		AUTO_STRBUF raw = STRBUF_INIT, types = STRBUF_INIT;
		size_t n;

		(void)base64_decode(&raw, str_of(fakeapi__string(data, keys[i])), BASE64_STD, NULL);
		strbuf_addz(&raw, "\n");
		if (raw.failed) {
			w->nomem = true;
			return;
		}
		if (pem_types(raw.ptr, i ? "PRIVATE KEY" : "CERTIFICATE", &n, &types))
			continue;
		if (n == 0)
			fakeapi__warn_add(w, NULL, "tls: failed to find any PEM data in %s input",
					  what);
		else if (i == 0 && n == 1 && ends_in(&types, "PRIVATE KEY"))
			fakeapi__warn_add(w, NULL,
					  "tls: failed to find certificate PEM data in certificate "
					  "input, but did find a private key; PEM inputs may have "
					  "been switched");
		else if (i == 1 && n == 1 && ends_in(&types, "CERTIFICATE"))
			fakeapi__warn_add(
			    w, NULL,
			    "tls: found a certificate rather than a key in the PEM for "
			    "the private key");
		else
			fakeapi__warn_add(w, NULL,
					  "tls: failed to find %s in %s input after skipping PEM "
					  "blocks of the following types: [" STR_FMT "]",
					  i ? "PEM block with type ending in \"PRIVATE KEY\""
					    : "\"CERTIFICATE\" PEM block",
					  what, STR_ARG(strbuf_str(&types)));
		return;
	}
}
