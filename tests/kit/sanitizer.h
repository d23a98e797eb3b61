/* SPDX-License-Identifier: Apache-2.0 */
/* sanitizer.h - whether this build has ThreadSanitizer, by gcc's macro or clang's. */
#ifndef TESTS_KIT_SANITIZER_H
#define TESTS_KIT_SANITIZER_H

#if defined(__SANITIZE_THREAD__)
#define KIT_HAS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define KIT_HAS_TSAN 1
#endif
#endif
#ifndef KIT_HAS_TSAN
#define KIT_HAS_TSAN 0
#endif

#endif
