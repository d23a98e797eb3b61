/* SPDX-License-Identifier: Apache-2.0 */
/* replay_send.c - sends recorded lines, and changes of the model, to clients. */
#include "runner/recording/posix/replay_impl.h"

#include "base/alloc.h"

/* Sends the events between the start of the client's watch and that of the recorded one. */
static void send_between(struct rec__replay *r, const struct rec__claim *claim)
{
	const struct fakeapi__player_request *got = fakeapi__player_request(r->player, claim->id);
	struct rec__line request = rec__line_of(REC_REQUEST, claim->id, REC_TIME_UNKNOWN);
	uint64_t until;

	if (!claim->rv || !got)
		return;
	until = rec__number(
	    rec__query(r->opt.story->talks[claim - r->claims].request, "resourceVersion"));
	request.path = got->path;
	for (size_t i = 0; i < r->model.len; i++) {
		const struct rec__change *c = &r->model.changes[i];
		AUTO_STRBUF frame = STRBUF_INIT;

		if (c->rv > claim->rv && c->rv <= until &&
		    rec__model_follow(&r->model, &request, c, &frame))
			(void)fakeapi__player_send(r->player, claim->id, strbuf_str(&frame), NULL);
	}
}

/* A watch over a WebSocket is replayed as a chunked one: clients that support both accept it. */
static bool is_upgrade(const struct rec__replay *r, const struct rec__line *line)
{
	const struct rec__talk *talk =
	    line->status == 101 ? rec__story_talk(r->opt.story, line->id) : NULL;

	return talk && talk->is_watch;
}

static void send_response(struct rec__replay *r, uint32_t id, const struct rec__line *line)
{
	struct fakeapi__header *headers = base__calloc(line->header_count + 1, sizeof(*headers));
	struct str body = line->body.ptr ? line->body : STR("");
	size_t n = 0;

	for (size_t i = 0; headers && i < line->header_count; i++)
		if (!rec__header_is_regenerated(line->headers[i].name))
			headers[n++] = (struct fakeapi__header) { line->headers[i].name,
								  line->headers[i].value };
	/* The frames of the other protocol were not recorded, so they cannot be replayed. */
	if (headers && is_upgrade(r, line))
		(void)fakeapi__player_stream(r->player, id, 200, NULL, 0, NULL);
	else if (!headers || line->status == 101 || line->body_kind == REC_BODY_OMITTED)
		(void)fakeapi__player_close(r->player, id, FAKEAPI_CLOSE_RESET, NULL);
	else if (line->stream)
		(void)fakeapi__player_stream(r->player, id, line->status, headers, n, NULL);
	else
		(void)fakeapi__player_respond(r->player, id, line->status, headers, n, body, NULL);
	base__free(headers);
}

void rec__replay_send_to_followers(struct rec__replay *r)
{
	for (; r->model_changes < r->model.len; r->model_changes++) {
		for (struct follower *f = r->followers; f; f = f->next) {
			AUTO_STRBUF frame = STRBUF_INIT;

			if (rec__model_follow(&r->model, &f->request,
					      &r->model.changes[r->model_changes], &frame))
				(void)fakeapi__player_send(r->player, f->id, strbuf_str(&frame),
							   NULL);
		}
	}
}

/* Sends the bytes in the server's chunks. */
static void send_bytes(struct rec__replay *r, uint32_t id, const struct rec__line *line)
{
	size_t from = 0;

	for (size_t i = 0; i <= line->cut_count; i++) {
		size_t to = i < line->cut_count ? line->cuts[i] : line->body.len;

		if (to > from)
			(void)fakeapi__player_send(
			    r->player, id, (struct str) { line->body.ptr + from, to - from }, NULL);
		from = to;
	}
}

void rec__replay_send(struct rec__replay *r, const struct rec__claim *claim,
		      const struct rec__line *line)
{
	switch (line->kind) {
	case REC_RESPONSE:
		send_response(r, claim->id, line);
		send_between(r, claim);
		return;
	case REC_EVENT:
	case REC_RAW:
		if (line->body_kind == REC_BODY_OMITTED)
			(void)fakeapi__player_close(r->player, claim->id, FAKEAPI_CLOSE_RESET,
						    NULL);
		else
			send_bytes(r, claim->id, line);
		return;
	case REC_CLOSE:
		(void)fakeapi__player_close(r->player, claim->id, rec__player_close(line->how),
					    NULL);
		return;
	case REC_CONNECT:
	case REC_REQUEST:
	case REC_HANGUP:
	case REC_DISCONNECT:
	case REC_NOTE:
		return;
	}
}
