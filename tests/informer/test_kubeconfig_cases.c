/* SPDX-License-Identifier: Apache-2.0 */
/* Kubeconfig files: what client-go 0.37.2 makes of each was recorded
 * (tests/oracle/informer/kubeconfig_test.go), and the client makes the same of it. */
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <curl/curl.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "informer/posix/client.h"
#include "relist/client.h"
#include "tests/kit/testing.h"
#include "tests/kit/trace_kit.h"

/* docs/client-go.md has the reasons. */
static const struct {
	const char *name, *ours;
} differences[] = {
	{ "server https://h//", "https://h; namespace default; Authorization: Bearer t" },
	{ "server ftp://h", "error" },
	{ "ca file empty", "error" },
	{ "token with a line break", "error" },
	{ "token file of two lines", "error" },
	{ "as with a line break", "error" },
	/* Entries that the context does not name are not checked. */
	{ "a number in an unused user", "https://h:1; namespace default; Authorization: Bearer t" },
	{ "clusters with a number", "https://h:1; namespace default; Authorization: Bearer t" },
	/* The key is read with the first connection. */
	{ "client certificate of another key",
	  "https://h:1; namespace default; cert 538 bytes; key 227 bytes" },
};

static char dir[64];

static const char *text_of(const cJSON *row, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(row, name));
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fchmod(fileno(f), 0700), 0);
	assert_int_equal(fclose(f), 0);
}

static void add(struct strbuf *out, const char *name, const char *value)
{
	if (value && *value)
		strbuf_addf(out, "; %s %s", name, value);
}

/* The data, or the name of the file. */
static void add_either(struct strbuf *out, const char *name, const char *pem, const char *file)
{
	if (pem && *pem)
		strbuf_addf(out, "; %s %zu bytes", name, strlen(pem));
	else if (file)
		add(out, name, strrchr(file, '/') + 1);
}

static int by_name(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	size_t n = strcspn(*x, ":"), m = strcspn(*y, ":");
	int order = strncasecmp(*x, *y, n < m ? n : m);

	return order ? order : n < m ? -1 : n > m ? 1 : x < y ? -1 : 1;
}

/* The headers of its requests, sorted by name. */
static bool add_headers(struct strbuf *out, struct inf_client *client)
{
	CURL *easy = curl_easy_init();
	struct curl_slist *list = NULL;
	AUTO_STRBUF auth = STRBUF_INIT;
	const char *lines[32];
	size_t count = 0;
	bool ok;

	ok = inf__client_prepare(client, easy, false, &list, NULL) == 0 &&
	     inf__client_authorization(client, &auth, NULL) == 0;
	if (ok && auth.len)
		add(out, "Authorization:", auth.ptr);
	for (struct curl_slist *h = list; h && count < ARRAY_LEN(lines); h = h->next)
		if (strncasecmp(h->data, "Impersonate", 11) == 0)
			lines[count++] = h->data;
	qsort(lines, count, sizeof(lines[0]), by_name);
	for (size_t i = 0; i < count; i++)
		if (lines[i][strlen(lines[i]) - 1] != ' ') /* the recording has no empty value */
			strbuf_addf(out, "; %s", lines[i]);
	curl_slist_free_all(list);
	curl_easy_cleanup(easy);
	return ok;
}

static void add_client(struct strbuf *out, struct inf_client *client)
{
	struct inf__client_access access;

	inf__client_access(client, &access);
	strbuf_addf(out, "%s; namespace %s", inf__client_base_url(client),
		    *inf_client_namespace(client) ? inf_client_namespace(client) : "default");
	add_either(out, "ca", access.ca_pem, access.ca_file);
	add_either(out, "cert", access.cert_pem, access.cert_file);
	add_either(out, "key", access.key_pem, access.key_file);
	add(out, "serverName", access.tls_server_name);
	add(out, "insecure", access.insecure_skip_tls_verify ? "true" : NULL);
	add(out, "compression", inf__client_compresses(client) ? NULL : "off");
	add(out, "proxy", access.proxy_url);
	if (access.has_exec) {
		strbuf_addz(out, "; exec");
		return;
	}
	if (!add_headers(out, client)) {
		strbuf_clear(out);
		strbuf_addz(out, "error");
	}
}

/* As kubeconfig_test.go says it. */
static void add_outcome(const cJSON *row, struct strbuf *out)
{
	const cJSON *files = cJSON_GetObjectItem(row, "files"), *file;
	AUTO_STRBUF list = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct inf_client *client;
	size_t i = 0;

	cJSON_ArrayForEach(file, files)
	{
		char path[96];

		(void)snprintf(path, sizeof(path), "%s/config-%zu", dir, i++);
		(void)unlink(path);
		if (*cJSON_GetStringValue(file))
			write_file(path, cJSON_GetStringValue(file));
		strbuf_addf(&list, "%s%s", list.len ? ":" : "", path);
	}
	client = inf_client_from_kubeconfig(list.ptr, text_of(row, "context"), &err);
	if ((client == NULL) != (err.code != 0))
		fail_msg("%s: %d %s", text_of(row, "name"), err.code, err.msg);
	if (client)
		add_client(out, client);
	else
		strbuf_addz(out, "error");
	if (!client && getenv("TEST_VERBOSE"))
		print_message("%s: %s\n", text_of(row, "name"), err.msg);
	inf_client_unref(client);
}

/* The names of headers in any case; of an exec plugin that there is one. */
static bool is_as_recorded(const cJSON *row, const char *got)
{
	const char *want = text_of(row, "want"), *exec = strstr(want, "; exec ");

	for (size_t i = 0; i < ARRAY_LEN(differences); i++)
		if (strcmp(differences[i].name, text_of(row, "name")) == 0)
			return strcmp(got, differences[i].ours) == 0;
	return exec ? strncmp(got, want, strcspn(got, "\n")) == 0 && strstr(got, "; exec")
		    : strcasecmp(got, want) == 0;
}

static void kubeconfig_files_have_the_outcome_of_client_go(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const cJSON *row, *file;
	size_t wrong = 0;
	cJSON *record;

	(void)state;
	read_text("tests/golden/client-go-kubeconfig.json", &text);
	record = cJSON_Parse(text.ptr);
	cJSON_ArrayForEach(file, cJSON_GetObjectItem(record, "beside"))
	{
		char path[96];

		(void)snprintf(path, sizeof(path), "%s/%s", dir, file->string);
		write_file(path, cJSON_GetStringValue(file));
	}
	assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(record, "cases")) > 200);
	cJSON_ArrayForEach(row, cJSON_GetObjectItem(record, "cases"))
	{
		AUTO_STRBUF got = STRBUF_INIT;

		add_outcome(row, &got);
		if (is_as_recorded(row, got.ptr))
			continue;
		print_error("%s: %s, not %s\n", text_of(row, "name"), got.ptr,
			    text_of(row, "want"));
		wrong++;
	}
	cJSON_Delete(record);
	assert_int_equal(wrong, 0);
}

static int make_dir(void **state)
{
	(void)state;
	(void)snprintf(dir, sizeof(dir), "/tmp/relist-kubeconfig-XXXXXX");
	(void)unsetenv("https_proxy");
	(void)unsetenv("HTTPS_PROXY");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	char command[96];

	(void)state;
	(void)snprintf(command, sizeof(command), "rm -r %s", dir);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kubeconfig_files_have_the_outcome_of_client_go),
	};

	return cmocka_run_group_tests_name("informer/kubeconfig_cases", tests, make_dir,
					   remove_dir);
}
