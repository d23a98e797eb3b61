/* SPDX-License-Identifier: Apache-2.0 */
/* h2_memory.h - the project's allocator for nghttp2: limits and failing allocations of tests apply
 * to its sessions, too. */
#ifndef FAKEAPI_HTTP_H2_MEMORY_H
#define FAKEAPI_HTTP_H2_MEMORY_H

#include <nghttp2/nghttp2.h>

nghttp2_mem http__h2_memory(void);

#endif
