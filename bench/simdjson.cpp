// SPDX-License-Identifier: Apache-2.0
// simdjson.cpp - see simdjson.h.
#include <simdjson.h>

#include <cstring>

struct str {
	const char *ptr;
	size_t len;
};

extern "C" size_t bench_simdjson_metadata(struct str text);
extern "C" size_t bench_simdjson_dom(struct str text);

// Calls `read` with each line; false ends it.
template <typename Read> static size_t each_line(struct str text, Read read)
{
	const char *p = text.ptr, *end = p + text.len;
	size_t values = 0;

	while (p < end) {
		const char *line = static_cast<const char *>(std::memchr(p, '\n', end - p));
		size_t len = (line ? line : end) - p;

		if (!read(p, len))
			break;
		values++;
		p += len + 1;
	}
	return values;
}

extern "C" size_t bench_simdjson_metadata(struct str text)
{
	static simdjson::ondemand::parser parser;

	return each_line(text, [](const char *p, size_t len) {
		simdjson::ondemand::document doc;
		simdjson::ondemand::object metadata;
		std::string_view name, space, uid, version;

		return !parser.iterate(p, len, len + simdjson::SIMDJSON_PADDING).get(doc) &&
		       !doc["object"]["metadata"].get_object().get(metadata) &&
		       !metadata["name"].get_string().get(name) &&
		       !metadata["namespace"].get_string().get(space) &&
		       !metadata["uid"].get_string().get(uid) &&
		       !metadata["resourceVersion"].get_string().get(version);
	});
}

extern "C" size_t bench_simdjson_dom(struct str text)
{
	static simdjson::dom::parser parser;

	return each_line(text, [](const char *p, size_t len) {
		simdjson::dom::element doc;

		return !parser.parse(p, len, false).get(doc);
	});
}
