/* SPDX-License-Identifier: Apache-2.0 */
/* kubeconfig_kit.h - a folder with kubeconfig files, and the headers of a client from them. */
#ifndef TESTS_KUBECONFIG_KIT_H
#define TESTS_KUBECONFIG_KIT_H

#include "relist/informer.h"

extern char kubeconfig_dir[];
void kubeconfig_dir_make(void);
void kubeconfig_dir_remove(void);
/* Writes a file there; its path is valid until the same slot (0 to 3) is used again. */
const char *kubeconfig_write(int slot, const char *name, const char *text);
/* The request headers that the client adds, one a line, until the next call. NULL with `err`. */
const char *kubeconfig_headers(struct inf_client *client, struct relist_err *err);

#endif
