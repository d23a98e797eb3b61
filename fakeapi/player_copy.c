/* SPDX-License-Identifier: Apache-2.0 */
/* player_copy.c - copies a received request, and the headers of a response, in one block each. */
#include "fakeapi/player_impl.h"

#include "base/alloc.h"
#include "base/url.h"

/* Appends at *at, which has room: decoding never grows. An invalid escape stays as it is, so that a
 * script can still see the request. */
static struct str put_decoded(char **at, struct str s, bool plus_is_space)
{
	char *start = *at;

	*at += url_decode(start, s, plus_is_space);
	return (struct str) { start, (size_t)(*at - start) };
}

static struct str put(char **at, struct str s)
{
	char *start = *at;

	if (s.len)
		memcpy(start, s.ptr, s.len);
	*at += s.len;
	return (struct str) { start, s.len };
}

static size_t count_params(struct str query)
{
	struct str name, value;
	size_t n = 0;

	while (url_next_param(&query, &name, &value))
		n++;
	return n;
}

int fakeapi__player_copy_request(struct answer *a, int64_t now_ns,
				 const struct fakeapi__request *req)
{
	struct fakeapi__player_request *to = &a->req;
	size_t param_count = count_params(req->query), i = 0;
	size_t size = req->method.len + req->path.len + 2 * req->query.len + req->body.len;
	struct str rest = req->query, name, value;
	char *at;

	for (size_t h = 0; h < req->header_count; h++)
		size += req->headers[h].name.len + req->headers[h].value.len;
	a->req_bytes = base__malloc(size + 1);
	a->req_parts = base__calloc(param_count + req->header_count + 1, sizeof(*a->req_parts));
	if (!a->req_bytes || !a->req_parts)
		return RELIST_ENOMEM;
	at = a->req_bytes;
	to->at_ns = now_ns;
	to->backend = req->backend;
	to->method = put(&at, req->method);
	to->path = put_decoded(&at, req->path, false);
	to->query = put(&at, req->query);
	to->body = put(&at, req->body);
	while (url_next_param(&rest, &name, &value)) {
		a->req_parts[i].name = put_decoded(&at, name, true);
		a->req_parts[i++].value = put_decoded(&at, value, true);
	}
	to->params = a->req_parts;
	to->param_count = param_count;
	for (size_t h = 0; h < req->header_count; h++) {
		a->req_parts[i].name = put(&at, req->headers[h].name);
		a->req_parts[i++].value = put(&at, req->headers[h].value);
	}
	to->headers = a->req_parts + param_count;
	to->header_count = req->header_count;
	ASSERT((size_t)(at - a->req_bytes) <= size);
	return 0;
}

static bool is_header(struct str name, const char *z)
{
	struct fakeapi__header h = { name, STR("yes") };
	struct fakeapi__request one = { .headers = &h, .header_count = 1 };

	return fakeapi__request_header(&one, z).ptr != NULL;
}

int fakeapi__player_set_headers(struct answer *a, const struct fakeapi__header *headers,
				size_t count)
{
	size_t size = 0, n = 0;
	bool has_type = false, close_connection = false;
	struct fakeapi__header *list;
	char *bytes, *at;

	for (size_t i = 0; i < count; i++)
		size += headers[i].name.len + headers[i].value.len;
	list = base__calloc(count + 1, sizeof(*list));
	bytes = base__malloc(size + 1);
	if (!list || !bytes) {
		base__free(list);
		base__free(bytes);
		return RELIST_ENOMEM;
	}
	at = bytes;
	for (size_t i = 0; i < count; i++) {
		if (is_header(headers[i].name, "connection") &&
		    is_header(headers[i].value, "close")) {
			close_connection = true;
			continue;
		}
		has_type = has_type || is_header(headers[i].name, "content-type");
		list[n].name = put(&at, headers[i].name);
		list[n++].value = put(&at, headers[i].value);
	}
	if (!has_type)
		list[n++] =
		    (struct fakeapi__header) { STR("Content-Type"), STR("application/json") };
	a->headers = list;
	a->header_bytes = bytes;
	a->x.headers = list;
	a->x.header_count = n;
	a->x.close_connection = close_connection;
	return 0;
}
