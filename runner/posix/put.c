/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/put.h"

#include <curl/curl.h>
#include <time.h>

#include "base/clock.h"

enum {
	ATTEMPTS_MAX = 5,
	FIRST_WAIT_MS = 250,
	CONNECT_S = 10,
	SILENT_S = 60,
	STATUS_TIMEOUT = 408,
	STATUS_TOO_MANY = 429,
	STATUS_SERVER = 500,
};

struct put {
	CURL *easy;
	struct curl_slist *headers;
};

static size_t discard(char *bytes, size_t size, size_t count, void *user)
{
	(void)bytes;
	(void)user;
	return size * count;
}

static bool add_header(struct put *p, const char *name, const char *value)
{
	AUTO_STRBUF line = STRBUF_INIT;
	struct curl_slist *longer;

	strbuf_addf(&line, "%s:%s%s", name, value[0] ? " " : "", value);
	longer = line.failed ? NULL : curl_slist_append(p->headers, line.ptr);
	if (longer)
		p->headers = longer;
	return longer != NULL;
}

static bool set_up(struct put *p, const char *url, const char *authorization, struct str text)
{
	static const struct {
		CURLoption option;
		long value;
	} longs[] = {
		{ CURLOPT_NOSIGNAL, 1 },
		{ CURLOPT_FOLLOWLOCATION, 0 },
		{ CURLOPT_CONNECTTIMEOUT, CONNECT_S },
		{ CURLOPT_LOW_SPEED_LIMIT, 1 },
		{ CURLOPT_LOW_SPEED_TIME, SILENT_S },
	};
	bool ok = add_header(p, "Content-Type", "application/octet-stream") &&
		  add_header(p, "Expect", "") && /* no 100-continue */
		  (!authorization || add_header(p, "Authorization", authorization));

	for (size_t i = 0; i < sizeof(longs) / sizeof(longs[0]); i++)
		ok = ok && curl_easy_setopt(p->easy, longs[i].option, longs[i].value) == CURLE_OK;
	return ok && curl_easy_setopt(p->easy, CURLOPT_URL, url) == CURLE_OK &&
	       curl_easy_setopt(p->easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
	       curl_easy_setopt(p->easy, CURLOPT_HTTPHEADER, p->headers) == CURLE_OK &&
	       curl_easy_setopt(p->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)text.len) ==
		   CURLE_OK &&
	       curl_easy_setopt(p->easy, CURLOPT_POSTFIELDS, text.ptr) == CURLE_OK &&
	       curl_easy_setopt(p->easy, CURLOPT_CUSTOMREQUEST, "PUT") == CURLE_OK &&
	       curl_easy_setopt(p->easy, CURLOPT_WRITEFUNCTION, discard) == CURLE_OK;
}

/* A query may have a signature, the part before `@` a password. */
static void add_public_url(struct strbuf *out, const char *url)
{
	const char *authority = strstr(url, "://");
	size_t scheme, len;
	const char *at = NULL;

	authority = authority ? authority + 3 : url;
	scheme = (size_t)(authority - url);
	len = strcspn(authority, "?#");
	/* A password may have a slash that is not encoded. */
	for (size_t i = 0; i < len; i++)
		at = authority[i] == '@' ? authority + i : at;
	strbuf_add(out, url, scheme);
	if (at) {
		len -= (size_t)(at + 1 - authority);
		authority = at + 1;
	}
	strbuf_add(out, authority, len);
}

static bool is_temporary(CURLcode code, long status)
{
	if (code == CURLE_OK)
		return status == STATUS_TIMEOUT || status == STATUS_TOO_MANY ||
		       status >= STATUS_SERVER;
	return code != CURLE_URL_MALFORMAT && code != CURLE_UNSUPPORTED_PROTOCOL &&
	       code != CURLE_PEER_FAILED_VERIFICATION && code != CURLE_OUT_OF_MEMORY;
}

static void wait_ms(unsigned ms)
{
	struct timespec t = { ms / 1000, (long)(ms % 1000) * (long)NS_PER_MS };

	while (nanosleep(&t, &t) != 0) {
	}
}

static int send_text(struct put *p, const char *url, struct relist_err *err)
{
	AUTO_STRBUF shown = STRBUF_INIT;
	CURLcode code = CURLE_OK;
	long status = 0;
	unsigned n = 0;

	for (;;) {
		code = curl_easy_perform(p->easy);
		status = 0;
		if (code == CURLE_OK)
			(void)curl_easy_getinfo(p->easy, CURLINFO_RESPONSE_CODE, &status);
		if (code == CURLE_OK && status >= 200 && status < 300)
			return 0;
		if (++n == ATTEMPTS_MAX || !is_temporary(code, status))
			break;
		wait_ms((unsigned)FIRST_WAIT_MS << (n - 1));
	}
	add_public_url(&shown, url);
	if (code == CURLE_OK)
		return relist_err_set(err, RELIST_EIO,
				      "PUT %.160s: the response is %ld, wanted "
				      "2xx (%u attempt%s)",
				      shown.ptr, status, n, n == 1 ? "" : "s");
	return relist_err_set(err, RELIST_EIO, "PUT %.120s: %.70s (%u attempt%s)", shown.ptr,
			      curl_easy_strerror(code), n, n == 1 ? "" : "s");
}

int runner__put(const char *url, const char *authorization, struct str text, struct relist_err *err)
{
	struct put p = { .easy = curl_easy_init() };
	int code;

	if (p.easy && set_up(&p, url, authorization, text))
		code = send_text(&p, url, err);
	else
		code = relist_err_set(err, RELIST_EIO, "PUT: libcurl is missing, or out of memory");
	curl_easy_cleanup(p.easy);
	curl_slist_free_all(p.headers);
	return code;
}
