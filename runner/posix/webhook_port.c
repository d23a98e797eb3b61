/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/posix/webhook_port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "fakeapi/posix/kubeconfig.h"

int runner__webhook_port_init(struct runner__webhook_port *p, const char *folder,
			      struct relist_err *err)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(a);
	int one = 1;

	p->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (p->fd < 0 || setsockopt(p->fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) ||
	    bind(p->fd, (struct sockaddr *)&a, sizeof(a)) ||
	    getsockname(p->fd, (struct sockaddr *)&a, &len)) {
		int code = errno;

		runner__webhook_port_fini(p);
		return relist_err_set(err, RELIST_EIO, "a port for webhooks: %s", strerror(code));
	}
	(void)snprintf(p->address, sizeof(p->address), "127.0.0.1:%u", ntohs(a.sin_port));
	(void)snprintf(p->variables[0], sizeof(p->variables[0]), "RELIST_WEBHOOK_PORT=%u",
		       ntohs(a.sin_port));
	(void)snprintf(p->variables[1], sizeof(p->variables[1]), "RELIST_WEBHOOK_CERT_DIR=%.90s",
		       folder);
	return 0;
}

void runner__webhook_port_fini(struct runner__webhook_port *p)
{
	if (p->fd >= 0)
		(void)close(p->fd);
	p->fd = -1;
}

static const char certificate[] = "tls.crt", key[] = "tls.key";

static int save(const char *folder, const char *name, const char *text, struct relist_err *err)
{
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_addf(&path, "%s/%s", folder, name);
	return path.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
			   : fakeapi__kubeconfig_save(path.ptr, str_of(text), err);
}

int runner__webhook_certificate(const char *folder, const struct fakeapi__tls *tls,
				struct relist_err *err)
{
	struct fakeapi__tls made = { NULL, NULL, NULL };
	int code = 0;

	if (!tls->cert_pem) {
		code = fakeapi__tls_make(&made, NULL, time(NULL), err);
		tls = &made;
	}
	code = code ? code : save(folder, certificate, tls->cert_pem, err);
	code = code ? code : save(folder, key, tls->key_pem, err);
	fakeapi__tls_fini(&made);
	return code;
}

void runner__webhook_certificate_remove(const char *folder)
{
	const char *const names[] = { certificate, key };
	AUTO_STRBUF path = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/%s", folder, names[i]);
		(void)unlink(path.ptr);
	}
}
