/* SPDX-License-Identifier: Apache-2.0 */
/* damage_json.h - a document with one value changed: it is gone, another value of the document, of
 * another type, a limit, a word of the API, twice. It is still JSON, so that what comes of it is
 * decided behind the parser: by schemas, defaults, validation, patches. */
#ifndef TESTS_DAMAGE_JSON_H
#define TESTS_DAMAGE_JSON_H

#include <cjson/cJSON.h>

#include "base/choice.h"

/* `typed`: no value becomes one of another type, and no object gets another member. */
void damage_json(cJSON *doc, bool typed, struct choice *c);

#endif
