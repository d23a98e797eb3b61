/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the records of a state file, and what a crash has left behind them. */
#include "fakeapi/posix/state_impl.h"

#include <errno.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>
#include <zlib.h>

/* The atomic unit of disk writes. */
enum { SECTOR = 512 };

/* 1: only zeros from `offset` to the end; 0: other bytes; -1: errno. */
static int zeros_follow(const struct fakeapi__state *s, uint64_t offset)
{
	char buf[4096];
	ssize_t n;

	for (; (n = state_read_all(s->fd, buf, sizeof(buf), offset)) > 0; offset += (size_t)n)
		for (ssize_t i = 0; i < n; i++)
			if (buf[i])
				return 0;
	return n < 0 ? -1 : 1;
}

/* True if these bytes, which start at `offset`, contain a whole sector of zeros: it was never
 * written. Records have no such runs of zeros. */
static bool has_hole(const char *bytes, size_t len, uint64_t offset)
{
	size_t at = (size_t)((SECTOR - offset % SECTOR) % SECTOR);
	static const char zeros[SECTOR];

	for (; at + SECTOR <= len; at += SECTOR)
		if (memcmp(bytes + at, zeros, SECTOR) == 0)
			return true;
	return false;
}

/* If only zeros follow, the rest was never written. */
static enum state_scan scan_rest(const struct fakeapi__state *s, uint64_t offset)
{
	int zeros = zeros_follow(s, offset);

	return zeros < 0 ? STATE_SCAN_EIO : zeros ? STATE_SCAN_TORN : STATE_SCAN_DAMAGED;
}

/* Classifies the record at `offset`, in s->record, whose payload does not match its frame. */
static enum state_scan scan_bad_payload(const struct fakeapi__state *s, uint64_t offset)
{
	size_t len = s->record.len;
	uint64_t end = offset + STATE_FRAME + len + s->mark_len;
	bool is_last = end == s->stats.file_bytes;

	if (s->mark_len && !s->record.ptr[len])
		return scan_rest(s, end);
	return is_last && (!s->mark_len || has_hole(s->record.ptr, len + 1, offset + STATE_FRAME))
		   ? STATE_SCAN_TORN
		   : STATE_SCAN_DAMAGED;
}

enum state_scan state_scan_record(struct fakeapi__state *s, uint64_t offset)
{
	uint64_t left = s->stats.file_bytes - offset;
	char frame[STATE_FRAME];
	uint32_t len;
	ssize_t n;

	if (!left)
		return STATE_SCAN_END;
	n = state_read_all(s->fd, frame, STATE_FRAME, offset);
	if (n < STATE_FRAME)
		return n < 0 ? STATE_SCAN_EIO : STATE_SCAN_TORN;
	len = state_get_u32(frame);
	if (state_checksum(frame, STATE_FRAME - 4) != state_get_u32(frame + STATE_FRAME - 4) ||
	    len > STATE_RECORD_MAX)
		return scan_rest(s, offset + STATE_FRAME);
	if (len + s->mark_len > left - STATE_FRAME)
		return STATE_SCAN_TORN;
	strbuf_clear(&s->record);
	if (!strbuf_reserve(&s->record, len + s->mark_len))
		return STATE_SCAN_ENOMEM;
	n = state_read_all(s->fd, s->record.ptr, len + s->mark_len, offset + STATE_FRAME);
	if (n < 0 || (size_t)n < len + s->mark_len)
		return n < 0 ? STATE_SCAN_EIO : STATE_SCAN_TORN;
	s->record.len = len;
	if (state_checksum(s->record.ptr, len) == state_get_u32(frame + 4) &&
	    (!s->mark_len || (uint8_t)s->record.ptr[len] == STATE_END_MARK))
		return STATE_SCAN_RECORD;
	return scan_bad_payload(s, offset);
}

int state_cut_tail(struct fakeapi__state *s, uint64_t offset, size_t *torn_bytes,
		   struct relist_err *err)
{
	if (s->io.ftruncate(s->fd, (off_t)offset) != 0)
		return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
	if (torn_bytes)
		*torn_bytes = (size_t)(s->stats.file_bytes - offset);
	s->stats.file_bytes = offset;
	return 0;
}
