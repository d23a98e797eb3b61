/* SPDX-License-Identifier: Apache-2.0 */
/* step_words.h - the words that are arguments of steps, in the order of runner/tbl/steps.h. */
#ifndef RUNNER_LANGUAGE_STEP_WORDS_H
#define RUNNER_LANGUAGE_STEP_WORDS_H

enum scn__bookmarks {
	SCN_BOOKMARKS_ON,
	SCN_BOOKMARKS_OFF,
	SCN_BOOKMARKS_EARLY,
	SCN_BOOKMARKS_UNANNOTATED,
};

enum scn__signal { SCN_SIGNAL_KILL, SCN_SIGNAL_TERM };
enum scn__how { SCN_HOW_RST, SCN_HOW_FIN, SCN_HOW_BLACKHOLE, SCN_HOW_SLOW };
enum scn__gone { SCN_IN_STREAM, SCN_HTTP_STATUS };
enum scn__fail_how { SCN_FAIL_HTTP_STATUS, SCN_FAIL_IN_STREAM };
enum scn__chunk_kind { SCN_CHUNK_BYTES, SCN_CHUNK_WAIT, SCN_CHUNK_CLOSE };

enum scn__point {
	SCN_POINT_REQUEST,
	SCN_POINT_REPLY,
	SCN_POINT_EVENT,
	SCN_POINT_QUEUE,
	SCN_POINT_CACHE,
	SCN_POINT_HANDLER,
	SCN_POINT_WRITE,
	SCN_POINT_ALL, /* only in `release` */
};

enum scn__worker_do {
	SCN_WORKER_COUNT, /* .count workers from now on */
	SCN_WORKER_ADD,
	SCN_WORKER_ADD_AFTER,
	SCN_WORKER_ADD_RATE_LIMITED,
	SCN_WORKER_GET,
	SCN_WORKER_DONE,
	SCN_WORKER_FORGET,
	SCN_WORKER_SHUT_DOWN,
	SCN_WORKER_DRAIN,
};

enum scn__event_type { SCN_EVENT_ANY, SCN_EVENT_ADD, SCN_EVENT_UPDATE, SCN_EVENT_DELETE };

/* The modes of the control API's rule `http2`: SCN_FRAMES has them by name. */
enum scn__frames {
	SCN_FRAMES_GOAWAY,
	SCN_FRAMES_DISOWN,
	SCN_FRAMES_RESET,
	SCN_FRAMES_NO_PINGS,
	SCN_FRAMES_SILENT,
	SCN_FRAMES_STREAMS,
	SCN_FRAMES_WINDOW,
	SCN_FRAMES_CLOSE,
	SCN_FRAMES_CUT_DATA,
	SCN_FRAMES_TRAILERS,
	SCN_FRAMES_NO_SETTINGS_ACK,
};

#define SCN_FRAMES_WORDS                                                                           \
	"goaway|disown|reset|no-pings|silent|streams|window|close|cut-data|trailers|"              \
	"no-settings-ack"
/* Error codes by RFC 9113, 7. */
#define SCN_FRAMES_CODES                                                                           \
	"NO_ERROR|PROTOCOL_ERROR|INTERNAL_ERROR|FLOW_CONTROL_ERROR|SETTINGS_TIMEOUT|"              \
	"STREAM_CLOSED|FRAME_SIZE_ERROR|REFUSED_STREAM|CANCEL|COMPRESSION_ERROR|CONNECT_ERROR|"    \
	"ENHANCE_YOUR_CALM|INADEQUATE_SECURITY|HTTP_1_1_REQUIRED"

#endif
