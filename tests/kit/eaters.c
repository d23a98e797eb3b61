/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/eaters.h"

#include "base/alloc.h"
#include "tests/kit/damage.h"
#include "tests/kit/testing.h"

/* In memory that ends with the text, so that ASan sees what is read beyond it. */
static void eat(const struct eater *e, struct str text, struct strbuf *out)
{
	char *bytes = base__malloc(text.len ? text.len : 1);

	assert_non_null(bytes);
	memcpy(bytes, text.ptr, text.len);
	strbuf_adds(out, text);
	strbuf_addz(out, "\n-> ");
	e->eat((struct str) { bytes, text.len }, out);
	strbuf_addc(out, '\n');
	base__free(bytes);
}

static void feed(struct fingerprints *f, const struct eater *e)
{
	size_t count = 0;

	while (e->texts[count])
		count++;
	fingerprints_line(f, e->name);
	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF all = STRBUF_INIT;
		char word[24];

		eat(e, str_of(e->texts[i]), &all);
		for (unsigned n = 0; n < e->times; n++) {
			AUTO_STRBUF other = STRBUF_INIT;
			struct choice c;

			choice_init_seed(&c, i * 100000 + n, false);
			damage_bytes(str_of(e->texts[i]),
				     str_of(e->texts[choice_pick(&c, (uint32_t)count)]), e->signs,
				     &c, &other);
			choice_fini(&c);
			eat(e, strbuf_str(&other), &all);
		}
		(void)snprintf(word, sizeof(word), "%zu", i);
		fingerprints_add(f, word, strbuf_str(&all));
	}
}

void eaters_feed(struct fingerprints *f, const struct eater *eaters, size_t count)
{
	for (size_t i = 0; i < count; i++)
		feed(f, &eaters[i]);
	fingerprints_end(f);
}
