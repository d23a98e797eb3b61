/* SPDX-License-Identifier: Apache-2.0 */
/* exec_credential.h - credentials from a program (client.authentication.k8s.io ExecCredential).
 *
 * The program is run if there is no credential, if it has expired, or after a 401; the credential
 * is cached in between. The program gets KUBERNETES_EXEC_INFO, no standard input, and RUN_SECONDS.
 *
 * Threads: lock (rank LEAF) guards the credential; the I/O thread that needs one waits for the
 * program. Source: client-go plugin/pkg/client/auth/exec. */
#ifndef INFORMER_POSIX_EXEC_CREDENTIAL_H
#define INFORMER_POSIX_EXEC_CREDENTIAL_H

#include "base/base.h"

struct inf__exec_config {
	char *api_version; /* client.authentication.k8s.io/v1 or v1beta1 */
	char *command;
	char **args; /* NULL-terminated, without the command */
	char **env;  /* "NAME=value", NULL-terminated, added to the process's own */
	char *install_hint;
	char *cluster_info; /* JSON of spec.cluster with provideClusterInfo; NULL: none */
};

void inf__exec_config_fini(struct inf__exec_config *config);

struct inf__exec_credential;

/* Takes ownership of the config's members, also on failure. */
struct inf__exec_credential *inf__exec_credential_new(struct inf__exec_config *take_config,
						      struct relist_err *err);
void inf__exec_credential_free(struct inf__exec_credential *c);

/* The program's output; owned by the caller, members may be NULL. */
struct inf__exec_result {
	char *token;
	char *cert_pem, *key_pem;
};
void inf__exec_result_fini(struct inf__exec_result *r);

/* The current credential; runs the program if necessary. RELIST_EIO with the program's message. */
int inf__exec_credential_get(struct inf__exec_credential *c, struct inf__exec_result *out,
			     struct relist_err *err);
/* Call it after the server refused the credential: the next get runs the program. */
void inf__exec_credential_drop(struct inf__exec_credential *c);

#endif
