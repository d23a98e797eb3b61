/* SPDX-License-Identifier: Apache-2.0 */
/* simdjson.h - the yardstick of bench_json, in C++ (simdjson.cpp); without it nothing is measured.
 */
#ifndef BENCH_SIMDJSON_H
#define BENCH_SIMDJSON_H

#include "base/base.h"

/* The bytes that must be readable after the text. */
enum { BENCH_SIMDJSON_PADDING = 64 };

/* Both return the number of values, one a line. This one reads name, namespace, uid and
 * resourceVersion On Demand and validates nothing else. In C++, for tests of speed. */
size_t bench_simdjson_metadata(struct str text);
/* Validates all and builds a tree; for tests of speed. */
size_t bench_simdjson_dom(struct str text);

#endif
