/* SPDX-License-Identifier: Apache-2.0 */
/* noisy_recording.h - a recording of a busy cluster in which something goes wrong: an operator
 * watches pods and ConfigMaps among other clients, and between what happens to it thousands of
 * events happen that have nothing to do with it. Same seed, same bytes. */
#ifndef TESTS_KIT_NOISY_RECORDING_H
#define TESTS_KIT_NOISY_RECORDING_H

#include "base/str.h"

enum { NOISY_OBJECTS_MAX = 400, NOISY_WATCHES_MAX = 16 };

struct noisy_object {
	char type; /* 'p': pods, 'c': configmaps */
	char name[24];
	unsigned uid;
	uint64_t rv;
	char labels[120]; /* JSON */
	unsigned value;
	bool alive, story; /* story: noise leaves it alone */
};

struct noisy_watch {
	uint32_t id; /* 0: closed */
	char type;
	const char *agent;
	bool blind; /* to what the story hides */
};

struct noisy {
	struct strbuf out;
	uint64_t chance, rv;
	uint64_t pods_rv; /* of the last pod that the operator has seen */
	int64_t at_ns;
	uint32_t last_id;
	unsigned uids, made;
	size_t events;
	struct noisy_object objects[NOISY_OBJECTS_MAX];
	size_t object_count;
	struct noisy_watch watches[NOISY_WATCHES_MAX];
};

#define OPERATOR "orders-operator/1.4 (linux/amd64)"

/* The cluster as it was before, and other clients' watches. */
void noisy_begin(struct noisy *n, uint64_t seed);
void noisy_fini(struct noisy *n);
/* Until there are so many more events. */
void noisy_noise(struct noisy *n, size_t events);

/* The story. `labels`: a JSON object, or NULL. */
void noisy_create(struct noisy *n, char type, const char *name, const char *labels);
void noisy_update(struct noisy *n, char type, const char *name, const char *labels);
void noisy_delete(struct noisy *n, char type, const char *name);
void noisy_pass(struct noisy *n, int64_t ns);
/* The operator lists / watches from what it has listed. Both return the request's id. */
uint32_t noisy_list(struct noisy *n, char type, const char *rv);
uint32_t noisy_watch(struct noisy *n, char type, uint64_t rv);
/* The operator's watch gets what the server had before it was opened: an object's last change. */
void noisy_catch_up(struct noisy *n, char type, const char *name);
/* A request that is answered so; `reason` of a Status. */
void noisy_refused(struct noisy *n, char type, bool watch, uint64_t rv, int status,
		   const char *reason);
/* The operator's watch of the type: an ERROR event, an end ("eof", "reset"), bytes. */
void noisy_error(struct noisy *n, char type, int status, const char *reason);
void noisy_close(struct noisy *n, char type, const char *how);
void noisy_raw(struct noisy *n, char type, const char *json_text);
/* From now on the operator's watches get nothing, until they are opened again. */
void noisy_blind(struct noisy *n, char type);

#endif
