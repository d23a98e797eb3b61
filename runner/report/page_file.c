/* SPDX-License-Identifier: Apache-2.0 */
/* page_file.c - writes the page as a file: the model between the parts of web/. */
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

#include "base/base64.h"
#include "runner/report/impl.h"
#include "runner/report/page.h"
#include "runner/report/web.h"

/* Appends 'sha256-...' of the content of a style or script element. */
static bool add_hash(struct strbuf *out, const unsigned char *bytes, size_t len)
{
	char digest[32];

	if (gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, len, digest) != 0)
		return false;
	strbuf_addz(out, "'sha256-");
	base64_encode(out, (struct str) { digest, sizeof(digest) }, BASE64_STD);
	strbuf_addc(out, '\'');
	return true;
}

static bool add_policy(struct strbuf *out, const char *more, const unsigned char *css,
		       size_t css_len, const unsigned char *js, size_t js_len)
{
	bool ok;

	strbuf_addf(out,
		    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		    "base-uri 'none'; form-action 'none'; %sstyle-src ",
		    more);
	ok = add_hash(out, css, css_len);
	strbuf_addz(out, "; script-src ");
	ok = add_hash(out, js, js_len) && ok;
	strbuf_addz(out, "\">\n");
	return ok;
}

static void add_bytes(struct strbuf *out, const unsigned char *bytes, size_t len)
{
	strbuf_add(out, (const char *)bytes, len);
}

static const char begin[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";

bool runner__page_begin(struct str style, struct str title, struct strbuf *out)
{
	bool ok;

	strbuf_addz(out, begin);
	strbuf_addz(out,
		    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		    "base-uri 'none'; form-action 'none'; style-src ");
	ok = add_hash(out, (const unsigned char *)style.ptr, style.len);
	strbuf_addz(out, "\">\n<title>");
	runner__add_html(out, title);
	strbuf_addz(out, "</title>\n<style>");
	strbuf_adds(out, style);
	strbuf_addz(out, "</style></head>\n");
	return ok;
}

bool runner__page_write(struct runner__page *p, const struct runner__page_head *head,
			struct strbuf *out)
{
	bool ok;

	strbuf_addz(out, begin);
	ok = add_policy(out, "", web__show_css, web__show_css_len, web__show_js, web__show_js_len);
	strbuf_addz(out, "<title>");
	runner__add_html(out, head->title);
	strbuf_addz(out, "</title>\n<style>");
	add_bytes(out, web__show_css, web__show_css_len);
	strbuf_addz(out, "</style></head>\n");
	add_bytes(out, web__show_html, web__show_html_len);
	strbuf_addz(out, "<script type=\"application/json\" id=\"data\">");
	runner__page_model(p, head, out);
	if (head->against) {
		strbuf_addz(out, "</script>\n<script type=\"application/json\" id=\"against\">");
		runner__page_model(head->against_page, head->against, out);
	}
	if (head->runs_without.len) {
		strbuf_addz(out, "</script>\n<script type=\"text/plain\" id=\"without\">");
		strbuf_adds(out, head->runs_without);
	}
	strbuf_addz(out, "</script>\n<script>");
	add_bytes(out, web__show_js, web__show_js_len);
	strbuf_addz(out, "</script>\n</body></html>\n");
	return ok && !out->failed;
}

bool runner__live_page(struct strbuf *out)
{
	bool ok;

	strbuf_addz(out, begin);
	ok = add_policy(out, "connect-src 'self'; ", web__live_css, web__live_css_len, web__live_js,
			web__live_js_len);
	strbuf_addz(out, "<title>relist serve</title>\n<style>");
	add_bytes(out, web__live_css, web__live_css_len);
	strbuf_addz(out, "</style></head>\n");
	add_bytes(out, web__live_html, web__live_html_len);
	strbuf_addz(out, "<script>");
	add_bytes(out, web__live_js, web__live_js_len);
	strbuf_addz(out, "</script>\n</body></html>\n");
	return ok && !out->failed;
}
