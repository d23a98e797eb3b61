/* SPDX-License-Identifier: Apache-2.0 */
/* forms.c - the form of a scalar: literal, comparison, pattern, $name, any, absent. */
#include "runner/language/yaml.h"

bool scn__is_variable(struct str s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';

		if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-')))
			return false;
	}
	return s.len > 0;
}

static bool is_number(struct str s)
{
	char buf[32];
	char *end;

	if (s.len == 0 || s.len >= sizeof(buf) || s.ptr[0] < '0' || s.ptr[0] > '9')
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] != '.' && (s.ptr[i] < '0' || s.ptr[i] > '9'))
			return false;
	memcpy(buf, s.ptr, s.len);
	buf[s.len] = '\0';
	(void)strtod(buf, &end);
	return *end == '\0';
}

static bool is_comparison(struct scn__node *node)
{
	struct str s = node->text;
	bool equal = s.len > 1 && s.ptr[1] == '=';
	struct str rest = { s.ptr + 1 + equal, s.len - 1 - equal };

	if (!is_number(rest))
		return false;
	if (s.ptr[0] == '>')
		node->form = equal ? SCN_GE : SCN_GT;
	else
		node->form = equal ? SCN_LE : SCN_LT;
	node->arg = rest;
	return true;
}

void scn__node_classify(struct scn__node *node)
{
	struct str s = node->text;

	node->form = SCN_LITERAL;
	node->arg = s;
	if (s.len < 2)
		return;
	switch (s.ptr[0]) {
	case '>':
	case '<':
		(void)is_comparison(node);
		break;
	case '/':
		/* A quoted value is a literal even if it looks like a form. */
		if (s.ptr[s.len - 1] == '/' && s.len > 2) {
			node->form = SCN_REGEX;
			node->arg = (struct str) { s.ptr + 1, s.len - 2 };
		}
		break;
	case '$':
		if (scn__is_variable((struct str) { s.ptr + 1, s.len - 1 })) {
			node->form = SCN_NAME;
			node->arg = (struct str) { s.ptr + 1, s.len - 1 };
		}
		break;
	case 'a':
		if (node->quoted)
			break;
		if (str_eqz(s, "any"))
			node->form = SCN_ANY;
		else if (str_eqz(s, "absent"))
			node->form = SCN_ABSENT;
		break;
	default:
		break;
	}
}
