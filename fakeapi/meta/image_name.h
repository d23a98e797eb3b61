/* SPDX-License-Identifier: Apache-2.0 */
/* image_name.h - names of container images (github.com/distribution/reference). Pure; any thread.
 */
#ifndef FAKEAPI_IMAGE_NAME_H
#define FAKEAPI_IMAGE_NAME_H

#include "base/str.h"

/* True if the image's tag is "latest" or missing: such an image is always pulled. False for a name
 * that is no valid reference. */
bool fakeapi__image_is_latest(const char *image);

#endif
