/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_plain.h - what a plain scalar is in YAML 1.1, as sigs.k8s.io/yaml converts it to JSON. Pure.
 */
#ifndef BASE_TEXT_YAML_PLAIN_H
#define BASE_TEXT_YAML_PLAIN_H

#include "base/base.h"

enum { YAML_DECIMAL_MAX = 32 };

enum yaml_plain {
	YAML_PLAIN_NULL,
	YAML_PLAIN_TRUE,
	YAML_PLAIN_FALSE,
	YAML_PLAIN_INTEGER,
	YAML_PLAIN_FLOAT,
	YAML_PLAIN_STRING,
};

/* YAML_PLAIN_INTEGER sets `decimal`, YAML_PLAIN_FLOAT sets *v. */
enum yaml_plain yaml_plain_kind(struct str s, char decimal[YAML_DECIMAL_MAX], double *v);

#endif
