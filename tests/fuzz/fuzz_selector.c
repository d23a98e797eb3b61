/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_selector.c - any bytes as label selector, field selector and continue token: taken or
 * refused with 400, and a token that is taken is the same when it is written again. */
#include "base/alloc.h"
#include "fakeapi/storage/continue.h"
#include "fakeapi/storage/selector.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct fakeapi__resource secrets = {
	.group = "",
	.version = "v1",
	.resource = "secrets",
	.singular = "secret",
	.kind = "Secret",
	.list_kind = "SecretList",
	.short_names = "",
	.categories = "",
	.verbs = "list",
};

static void token(struct str bytes)
{
	struct strbuf key = STRBUF_INIT, again = STRBUF_INIT, back = STRBUF_INIT;
	struct fakeapi__status st;
	int64_t rv, rv2;

	fakeapi__status_init(&st);
	if (fakeapi__continue_decode(bytes, &key, &rv, &st) == 0) {
		/* Tokens of ours end in a zero byte that encode() puts there. */
		struct str k = strbuf_str(&key);

		if (k.len && k.ptr[k.len - 1] == '\0')
			k.len--;
		fakeapi__continue_encode(&again, k, false, rv);
		if (k.len && fakeapi__continue_decode(strbuf_str(&again), &back, &rv2, &st) == 0) {
			ASSERT(rv2 == rv);
			ASSERT(back.len == k.len + 1 && memcmp(back.ptr, k.ptr, k.len) == 0);
		}
	} else {
		ASSERT(st.code == 400);
	}
	fakeapi__status_fini(&st);
	strbuf_fini(&key);
	strbuf_fini(&again);
	strbuf_fini(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str bytes = { (const char *)data, size };
	struct fakeapi__selection s;
	struct fakeapi__status st;

	base__alloc_init_cjson();
	fakeapi__selection_init(&s);
	fakeapi__status_init(&st);
	if (fakeapi__selection_add_labels(&s, bytes, LABEL_BYTES, &st) < 0)
		ASSERT(st.code == 400);
	if (fakeapi__selection_add_fields(&s, &secrets, bytes, &st) < 0)
		ASSERT(st.code == 400);
	fakeapi__selection_fini(&s);
	fakeapi__status_fini(&st);
	token(bytes);
	return 0;
}
