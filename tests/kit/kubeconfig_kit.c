/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/kubeconfig_kit.h"

#include <stdio.h>
#include <stdlib.h>

#include "informer/posix/client.h"
#include "tests/kit/testing.h"

char kubeconfig_dir[] = "/tmp/relist-kubeconfig-XXXXXX";
static char path_buf[4][256];

void kubeconfig_dir_make(void)
{
	assert_non_null(mkdtemp(kubeconfig_dir));
}

void kubeconfig_dir_remove(void)
{
	char command[300];

	(void)snprintf(command, sizeof(command), "rm -r %s", kubeconfig_dir);
	assert_int_equal(system(command), 0);
}

const char *kubeconfig_write(int slot, const char *name, const char *text)
{
	FILE *f;

	(void)snprintf(path_buf[slot], sizeof(path_buf[slot]), "%s/%s", kubeconfig_dir, name);
	f = fopen(path_buf[slot], "w");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fclose(f), 0);
	return path_buf[slot];
}

const char *kubeconfig_headers(struct inf_client *client, struct relist_err *err)
{
	static char out[1 << 17];
	struct curl_slist *list = NULL;
	CURL *easy = curl_easy_init();
	int rc = inf__client_prepare(client, easy, false, &list, err);

	out[0] = '\0';
	for (struct curl_slist *h = list; h; h = h->next)
		(void)snprintf(out + strlen(out), sizeof(out) - strlen(out), "%s\n", h->data);
	curl_slist_free_all(list);
	curl_easy_cleanup(easy);
	return rc == 0 ? out : NULL;
}
