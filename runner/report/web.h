/* SPDX-License-Identifier: Apache-2.0 */
/* web.h - the files of web/ as byte arrays (web/embed generates them at build time). */
#ifndef RUNNER_REPORT_WEB_H
#define RUNNER_REPORT_WEB_H

#include <stddef.h>

extern const unsigned char web__show_css[], web__show_js[], web__show_html[];
extern const unsigned char web__live_css[], web__live_js[], web__live_html[];
extern const unsigned char web__suite_css[];
extern const size_t web__suite_css_len;
extern const size_t web__live_css_len, web__live_js_len, web__live_html_len;
extern const size_t web__show_css_len, web__show_js_len, web__show_html_len;

/* The files of scenarios/, packed by web/pack. */
extern const unsigned char web__scenarios_gz[];
extern const size_t web__scenarios_gz_len;

#endif
