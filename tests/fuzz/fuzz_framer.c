/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_framer.c - frames do not depend on how the stream was cut, and each is valid JSON.
 * The first byte chooses the cuts. */
#include "base/base.h"
#include "informer/framer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A digest of what came out: the frames in order, and how it ended. */
struct digest {
	uint64_t sum;
	size_t frames;
	enum inf__frame_status last;
	bool cut;
};

static void add(struct digest *d, json_t frame)
{
	json_t value;

	ASSERT(json_valid(frame, &value, NULL));
	ASSERT(value.ptr == frame.ptr && value.len == frame.len);
	for (size_t i = 0; i < frame.len; i++)
		d->sum = d->sum * 31 + (unsigned char)frame.ptr[i];
	d->sum = d->sum * 31 + 256;
	d->frames++;
}

static struct digest run(const char *bytes, size_t len, size_t step)
{
	struct digest d = { .last = INF_FRAME_MORE };
	struct inf__framer f;
	json_t frame;

	inf__framer_init(&f);
	for (size_t at = 0; at < len && d.last == INF_FRAME_MORE;) {
		size_t n = len - at < step ? len - at : step;
		char *chunk = malloc(n); /* so that ASan sees reads beyond it */
		const char *p = chunk;

		ASSERT(chunk);
		memcpy(chunk, bytes + at, n);
		while ((d.last = inf__framer_next(&f, &p, chunk + n, &frame)) == INF_FRAME_DONE)
			add(&d, frame);
		free(chunk);
		at += n;
	}
	if (d.last == INF_FRAME_MORE) {
		d.last = inf__framer_end(&f, &frame, &d.cut);
		if (d.last == INF_FRAME_DONE)
			add(&d, frame);
	}
	inf__framer_fini(&f);
	return d;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data;
	struct digest whole, cut;

	if (size < 2)
		return 0;
	whole = run(bytes + 1, size - 1, size);
	cut = run(bytes + 1, size - 1, 1 + data[0] % 16);
	ASSERT(whole.sum == cut.sum);
	ASSERT(whole.frames == cut.frames);
	ASSERT(whole.last == cut.last);
	ASSERT(whole.cut == cut.cut);
	return 0;
}
