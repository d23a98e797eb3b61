/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/rewrite/literal.h"

#include "runner/language/yaml.h"

enum { TEXT_MAX = 4000, UID_LEN = 36 };

/* Whether the text begins as the shape: d a digit, h a hexadecimal one, others themselves. */
static bool has_shape(const char *text, const char *shape)
{
	for (; *shape; text++, shape++) {
		bool digit = *text >= '0' && *text <= '9';
		bool hex = digit || (*text >= 'a' && *text <= 'f');

		if (*shape == 'd' ? !digit : *shape == 'h' ? !hex : *text != *shape)
			return false;
	}
	return true;
}

bool scn__is_volatile(struct str text)
{
	static const char time[] = "dddd-dd-ddTdd:dd";
	static const char uid[] = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";

	_Static_assert(sizeof(uid) == UID_LEN + 1, "length of a UID");
	if (text.len > TEXT_MAX)
		return true;
	for (size_t i = 0; i + sizeof(time) - 1 <= text.len; i++)
		if (has_shape(text.ptr + i, time) ||
		    (i + UID_LEN <= text.len && has_shape(text.ptr + i, uid)))
			return true;
	return false;
}

bool scn__add_as_pattern(struct strbuf *out, struct str text)
{
	struct scn__node node = { .kind = SCN_SCALAR, .text = text, .quoted = true };

	scn__node_classify(&node);
	if (node.form == SCN_LITERAL)
		return false;
	strbuf_addz(out, "'/^");
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if ((unsigned char)c < ' ')
			strbuf_addf(out, "\\x%02X", (unsigned)c);
		else if (c == '\'')
			strbuf_addz(out, "''");
		else
			strbuf_addf(out, "%s%c", strchr("\\/.+*?()|[]{}^$", c) ? "\\" : "", c);
	}
	strbuf_addz(out, "$/'");
	return true;
}
