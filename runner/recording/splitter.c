/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/splitter.h"

bool rec__split_byte(struct rec__splitter *s, char c)
{
	static const char items[] = "items";

	if (s->in_string) {
		if (s->escape) {
			s->escape = false;
			s->key_fits = false;
		} else if (c == '\\') {
			s->escape = true;
		} else if (c == '"') {
			s->in_string = false;
			if (s->depth == 1 && s->is_key)
				s->items_key = s->key_fits && s->key_len == 5;
		} else {
			s->key_fits = s->key_fits && s->key_len < 5 && items[s->key_len] == c;
			s->key_len++;
		}
		return false;
	}
	switch (c) {
	case '"':
		s->in_string = true;
		s->key_len = 0;
		s->key_fits = true;
		return false;
	case ':':
		s->is_key = false;
		return false;
	case '{':
	case '[':
		s->depth++;
		s->is_key = c == '{';
		if (s->depth == 2 && c == '[' && s->items_key && !s->done) {
			s->in_items = true;
			return true;
		}
		return false;
	case '}':
	case ']':
		s->depth -= s->depth > 0;
		if (s->in_items && s->depth == 1) {
			s->in_items = false;
			s->done = true;
		}
		return false;
	case ',':
		s->is_key = s->depth == 1;
		if (s->depth == 1)
			s->items_key = false;
		return s->in_items && s->depth == 2;
	default:
		return false;
	}
}
