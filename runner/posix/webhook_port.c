/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/posix/webhook_port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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

static int write_file(const char *folder, const char *name, const char *text,
		      struct relist_err *err)
{
	AUTO_STRBUF path = STRBUF_INIT;
	size_t len = strlen(text);
	int fd, code = 0;

	strbuf_addf(&path, "%s/%s", folder, name);
	if (path.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	fd = open(path.ptr, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, text, len) != (ssize_t)len)
		code = relist_err_set(err, RELIST_EIO, "%s: %s", path.ptr, strerror(errno));
	if (fd >= 0)
		(void)close(fd);
	return code;
}

int runner__webhook_certificate(const char *folder, const struct fakeapi__tls *tls,
				struct relist_err *err)
{
	int code = write_file(folder, "tls.crt", tls->cert_pem, err);

	return code ? code : write_file(folder, "tls.key", tls->key_pem, err);
}
