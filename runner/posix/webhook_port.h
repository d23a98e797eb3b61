/* SPDX-License-Identifier: Apache-2.0 */
/* webhook_port.h - where an external program serves its admission and conversion webhooks: a free
 * port of loopback and a certificate, which its environment names.
 *
 *   RELIST_WEBHOOK_PORT      the port
 *   RELIST_WEBHOOK_CERT_DIR  a folder with tls.crt and tls.key
 *
 * Threads: one at a time. */
#ifndef RUNNER_POSIX_WEBHOOK_PORT_H
#define RUNNER_POSIX_WEBHOOK_PORT_H

#include "base/str.h"
#include "fakeapi/http/tls.h"

enum { RUNNER_WEBHOOK_VARIABLES = 2, RUNNER_WEBHOOK_VARIABLE_MAX = 128 };

struct runner__webhook_port {
	int fd;		  /* reserves the port; it is bound and does not listen. -1: none */
	char address[32]; /* "127.0.0.1:PORT" */
	char variables[RUNNER_WEBHOOK_VARIABLES][RUNNER_WEBHOOK_VARIABLE_MAX]; /* NAME=VALUE */
};

/* Reserves a port until runner__webhook_port_fini(); the program can listen on it nevertheless,
 * since servers set SO_REUSEADDR. `folder` has the certificate. RELIST_EIO. */
int runner__webhook_port_init(struct runner__webhook_port *p, const char *folder,
			      struct relist_err *err);
void runner__webhook_port_fini(struct runner__webhook_port *p);
/* Writes a certificate and its key into the folder, readable by its owner only: those of `tls`, or
 * new ones if it has none. RELIST_EIO, RELIST_ENOMEM. */
int runner__webhook_certificate(const char *folder, const struct fakeapi__tls *tls,
				struct relist_err *err);
void runner__webhook_certificate_remove(const char *folder);

#endif
