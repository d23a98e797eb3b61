/* SPDX-License-Identifier: Apache-2.0 */
/* image_name.h - names of container images (github.com/distribution/reference). Pure; any thread.
 */
#ifndef FAKEAPI_IMAGE_NAME_H
#define FAKEAPI_IMAGE_NAME_H

#include "base/str.h"

/* Whether the image's tag is "latest", said or meant: such an image is always pulled. False of a
 * name that is no reference. */
bool fakeapi__image_is_latest(const char *image);

#endif
