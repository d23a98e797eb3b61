/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_decoder.c - list bodies mean the same however they are cut, and are refused exactly when
 * they are no JSON (or no list); every valid value survives being taken for an event. The first
 * byte chooses the cuts. */
#include "base/base.h"
#include "informer/decoder.h"
#include "informer/list_decoder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t mix(uint64_t sum, const char *z)
{
	for (; *z; z++)
		sum = sum * 31 + (unsigned char)*z;
	return sum * 31 + 256;
}

static uint64_t list(const char *bytes, size_t len, size_t step, bool *ok, bool *syntax)
{
	struct inf__list_decoder d;
	struct inf__api_error e;
	uint64_t sum = 0;

	inf__list_decoder_init(&d);
	for (size_t at = 0; at < len; at += step)
		inf__list_decoder_feed(&d, bytes + at, len - at < step ? len - at : step);
	*ok = inf__list_decoder_finish(&d, &e);
	*syntax = !d.invalid;
	for (size_t i = 0; i < d.objects.len; i++) {
		sum = mix(sum, inf_object_key(d.objects.items[i]));
		sum = mix(sum, inf_object_resource_version(d.objects.items[i]));
		ASSERT(
		    json_valid(inf__object_value(d.objects.items[i]), &(json_t) { NULL, 0 }, NULL));
	}
	if (*ok)
		sum = mix(mix(sum, d.resource_version.ptr), d.continue_token.ptr);
	else
		sum = mix(sum, e.text) + (uint64_t)e.kind;
	inf__list_decoder_fini(&d);
	ASSERT(inf__object_count() == 0);
	return sum;
}

static void event(json_t value)
{
	struct inf__event ev;
	struct inf_object *obj;

	if (inf__decode_event(value, NULL, &ev, NULL))
		return;
	ASSERT(json_kind(ev.meta.json) == JSON_OBJECT);
	(void)inf__event_annotation(&ev, "a", true);
	obj = inf__object_from_meta(&ev.meta, NULL);
	ASSERT(obj);
	ASSERT(inf_object_name(obj).len + inf_object_namespace(obj).len <=
	       strlen(inf_object_key(obj)));
	(void)inf_object_uid(obj);
	(void)inf_object_kind(obj);
	inf_object_unref(obj);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data + 1;
	bool ok, ok_cut, syntax, syntax_cut;
	json_t value;

	if (size < 2)
		return 0;
	size--;
	ASSERT(list(bytes, size, size, &ok, &syntax) ==
	       list(bytes, size, 1 + data[0] % 16, &ok_cut, &syntax_cut));
	ASSERT(ok == ok_cut && syntax == syntax_cut);
	if (json_valid((struct str) { bytes, size }, &value, NULL)) {
		ASSERT(syntax);
		event(value);
	} else {
		ASSERT(!ok);
	}
	return 0;
}
