/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "fakeapi/posix/kubeconfig.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/context.h"

static void add_name(struct strbuf *out, size_t i)
{
	strbuf_addz(out, "relist");
	if (i)
		strbuf_addf(out, "-%zu", i + 1);
}

void fakeapi__kubeconfig_write(struct strbuf *out, const struct fakeapi__kubeconfig *k)
{
	strbuf_addz(out, "apiVersion: v1\nkind: Config\ncurrent-context: relist\nclusters:\n");
	for (size_t i = 0; i < k->url_count; i++) {
		strbuf_addz(out, "- name: ");
		add_name(out, i);
		strbuf_addf(out, "\n  cluster:\n    server: %s\n", k->urls[i]);
		if (k->ca_pem) {
			strbuf_addz(out, "    certificate-authority-data: ");
			base64_encode(out, str_of(k->ca_pem), BASE64_STD);
			strbuf_addc(out, '\n');
		} else {
			/* useless without TLS, but client-node requires it */
			strbuf_addz(out, "    insecure-skip-tls-verify: true\n");
		}
	}
	strbuf_addz(out, "users:\n- name: relist\n  user:");
	if (k->token_file) {
		strbuf_addz(out, "\n    tokenFile: ");
		strbuf_add_json(out, str_of(k->token_file));
		strbuf_addc(out, '\n');
	} else if (k->token) {
		strbuf_addz(out, "\n    token: ");
		strbuf_add_json(out, str_of(k->token));
		strbuf_addc(out, '\n');
	} else {
		strbuf_addz(out, " {}\n");
	}
	strbuf_addz(out, "contexts:\n");
	for (size_t i = 0; i < k->url_count; i++) {
		strbuf_addz(out, "- name: ");
		add_name(out, i);
		strbuf_addz(out, "\n  context:\n    cluster: ");
		add_name(out, i);
		strbuf_addz(out, "\n    user: relist\n");
	}
}

void fakeapi__kubeconfig_publish(struct strbuf *out, const struct fakeapi__kubeconfig *k,
				 struct fakeapi__core *core)
{
	fakeapi__kubeconfig_write(out, k);
	for (uint32_t i = 0; i < k->url_count; i++) {
		AUTO_STRBUF one = STRBUF_INIT;
		struct fakeapi__kubeconfig own = *k;

		own.urls = &k->urls[i];
		own.url_count = 1;
		own.token = NULL;
		fakeapi__kubeconfig_write(&one, &own);
		out->failed |= one.failed || fakeapi__core_backend_at(core, i, k->urls[i], one.ptr);
	}
}

int fakeapi__kubeconfig_save(const char *path, struct str text, struct relist_err *err)
{
	struct strbuf temp = STRBUF_INIT;
	int fd = -1;
	bool ok;

	strbuf_addf(&temp, "%s.new-%ld", path, (long)getpid());
	if (!temp.failed)
		fd = open(temp.ptr, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	ok = fd >= 0 && write(fd, text.ptr, text.len) == (ssize_t)text.len;
	if (fd >= 0)
		ok = close(fd) == 0 && ok;
	ok = ok && rename(temp.ptr, path) == 0;
	if (!ok) {
		relist_err_set(err, RELIST_EIO, "%s: %s", path, strerror(errno));
		(void)unlink(temp.ptr);
	}
	strbuf_fini(&temp);
	return ok ? 0 : RELIST_EIO;
}

int fakeapi__kubeconfig_create(const char *path, const struct fakeapi__kubeconfig *k,
			       struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__kubeconfig_write(&text, k);
	return text.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
			   : fakeapi__kubeconfig_save(path, strbuf_str(&text), err);
}

int fakeapi__kubeconfig_token(struct str csv, char **token, struct relist_err *err)
{
	struct fakeapi__users users = { 0 };
	int code = fakeapi__users_parse(&users, csv, err);
	size_t i = 0;

	*token = NULL;
	if (!code) {
		while (i < users.count && !users.list[i].admin)
			i++;
		*token = base__strdup(users.list[i < users.count ? i : 0].token);
		if (!*token)
			code = relist_err_set(err, RELIST_ENOMEM, "token file: out of memory");
	}
	fakeapi__users_fini(&users);
	return code;
}
