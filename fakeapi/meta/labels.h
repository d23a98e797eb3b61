/* SPDX-License-Identifier: Apache-2.0 */
/* labels.h - matches LabelSelectors as trees (metav1.LabelSelector) with a map of labels. */
#ifndef FAKEAPI_LABELS_H
#define FAKEAPI_LABELS_H

#include <cjson/cJSON.h>

#include <stdbool.h>

/* An empty selector selects everything; `labels` may be NULL. */
bool fakeapi__selects(const cJSON *selector, const cJSON *labels);

#endif
