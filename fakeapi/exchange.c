/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/ascii.h"
#include "fakeapi/exchange.h"

struct str fakeapi__request_header(const struct fakeapi__request *req, const char *name)
{
	for (size_t i = 0; i < req->header_count; i++)
		if (ascii_eq_nocase(req->headers[i].name, str_of(name)))
			return req->headers[i].value;
	return (struct str) { NULL, 0 };
}

size_t fakeapi__request_size(const struct fakeapi__request *req)
{
	size_t n = req->method.len + req->path.len + req->query.len + req->body.len +
		   req->peer_name.len + req->peer_groups.len + req->peer_ip.len;

	for (size_t i = 0; i < req->header_count; i++)
		n += req->headers[i].name.len + req->headers[i].value.len;
	return n + req->header_count * sizeof(struct fakeapi__header);
}

static struct str save(char **at, struct str s)
{
	struct str out = { *at, s.len };

	if (s.len)
		memcpy(*at, s.ptr, s.len);
	*at += s.len;
	return out;
}

void fakeapi__request_copy(struct fakeapi__request *to, const struct fakeapi__request *req,
			   struct fakeapi__header *memory)
{
	char *at = (char *)(memory + req->header_count);

	*to = *req;
	to->method = save(&at, req->method);
	to->path = save(&at, req->path);
	to->query = save(&at, req->query);
	to->body = save(&at, req->body);
	to->peer_name = save(&at, req->peer_name);
	to->peer_groups = save(&at, req->peer_groups);
	to->peer_ip = save(&at, req->peer_ip);
	for (size_t i = 0; i < req->header_count; i++) {
		memory[i].name = save(&at, req->headers[i].name);
		memory[i].value = save(&at, req->headers[i].value);
	}
	to->headers = memory;
}
