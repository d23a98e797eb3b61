/* SPDX-License-Identifier: Apache-2.0 */
/* apiserver_flags.h - the command line of kube-apiserver. */
#ifndef CLI_APISERVER_FLAGS_H
#define CLI_APISERVER_FLAGS_H

#include <stdbool.h>
#include <stdio.h>

/* The value of the flag's last occurrence, --name=value or --name value; "" if it has none; NULL if
 * it is absent. `_` in a flag's name counts as `-`, as in kube-apiserver. */
const char *cli__flag(int argc, char **argv, const char *name);
/* False, with a message on `err`: a flag that kube-apiserver does not have, a flag without its
 * value, an argument that is no flag, a file that cannot be read, or a feature gate that this
 * release does not have. Flags, gates and APIs without an effect are named on `err` in one line. */
bool cli__apiserver_flags_check(int argc, char **argv, unsigned release, FILE *err);
/* A boolean flag: absent is `otherwise`. False, with a message on `err`: it is neither. */
bool cli__flag_bool(int argc, char **argv, const char *name, bool otherwise, bool *value,
		    FILE *err);

#endif
