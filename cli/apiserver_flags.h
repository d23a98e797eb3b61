/* SPDX-License-Identifier: Apache-2.0 */
/* apiserver_flags.h - parses the command line of kube-apiserver. */
#ifndef CLI_APISERVER_FLAGS_H
#define CLI_APISERVER_FLAGS_H

#include <stdbool.h>
#include <stdio.h>

/* The value of the flag's last occurrence, --name=value or --name value; "" without a value; NULL
 * if absent. `_` in a flag's name counts as `-`, as in kube-apiserver. */
const char *cli__flag(int argc, char **argv, const char *name);
/* Returns false with a message on `err` for: an unknown flag, a flag without its value, an argument
 * that is not a flag, an unreadable file, an unknown feature gate of this release. Names flags,
 * gates and APIs without an effect on `err` in one line. */
bool cli__apiserver_flags_check(int argc, char **argv, unsigned release, FILE *err);
/* The same for the options of `relist serve` alone. NULL: not given. */
void cli__name_without_effect(const char *runtime_config, const char *feature_gates,
			      const char *admission_file, FILE *err);
/* A boolean flag; `otherwise` if absent. Returns false with a message on `err` for other values. */
bool cli__flag_bool(int argc, char **argv, const char *name, bool otherwise, bool *value,
		    FILE *err);

#endif
