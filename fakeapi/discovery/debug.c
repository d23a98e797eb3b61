/* SPDX-License-Identifier: Apache-2.0 */
/* debug.c - /debug/flags and /debug/flags/v (apiserver's server/routes/flags.go). The verbosity
 * that a client sets has no effect, for there is no such log. */
#include "base/text/number.h"
#include "fakeapi/discovery/document.h"

#include "base/text/ascii.h"

static const char page[] =
    "<html>\n<head>\n<title>/debug/flags/</title>\n</head>\n<body>\n/debug/flags/<br>\n<br>\n"
    "flags:<br>\n<table>\n<tr>v<br>\n</table>\n<br>\nfull flags "
    "configurable<br>\n</body>\n</html>\n";

static void set_verbosity(struct str value, struct fakeapi__answer *out)
{
	uint64_t n;
	enum number_fault fault = number_read(value, INT32_MAX, &n);
	const char *error = fault == NUMBER_MALFORMED	? "invalid syntax"
			    : fault == NUMBER_TOO_LARGE ? "value out of range"
							: NULL;

	out->status = error ? 400 : 200;
	if (!error) {
		strbuf_addf(&out->body, "successfully set klog.logging.verbosity to " STR_FMT "\n",
			    STR_ARG(value));
		return;
	}
	strbuf_addz(&out->body, "strconv.ParseUint: parsing ");
	strbuf_add_json(&out->body, value);
	strbuf_addf(&out->body, ": %s\n", error);
}

bool fakeapi__debug_answer(const struct fakeapi__request *req, struct fakeapi__answer *out)
{
	if (str_eqz(req->path, "/debug/flags/v")) {
		strbuf_addz(&out->content_type, "text/plain");
		fakeapi__doc_header(out, "X-Content-Type-Options", "nosniff");
		if (str_eqz(req->method, "PUT")) {
			set_verbosity(req->body, out);
			return true;
		}
		out->status = 406;
		strbuf_addz(&out->body, "unsupported http method\n");
		return true;
	}
	if (!str_eqz(req->path, "/debug/flags") && !str_begins(req->path, "/debug/flags/"))
		return false;
	out->status = 200;
	strbuf_addz(&out->content_type, "text/html; charset=utf-8");
	strbuf_addz(&out->body, page);
	return true;
}
