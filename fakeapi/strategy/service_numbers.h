/* SPDX-License-Identifier: Apache-2.0 */
/* service_numbers.h - which ClusterIPs and node ports services hold (pkg/registry/core/service:
 * ipallocator, portallocator). What is held is read off the services themselves, as far as they
 * have changed since the last time: nothing is kept beside them that a restart, a rewind or a dry
 * run could leave behind.
 *
 *   addresses[i]   how many services hold range + i
 *   ports[n]       how many hold node port n
 *   services       "ns/name" -> what that one holds
 */
#ifndef FAKEAPI_SERVICE_NUMBERS_H
#define FAKEAPI_SERVICE_NUMBERS_H

#include "fakeapi/context.h"

/* An allocator's answer. */
enum fakeapi__given {
	FAKEAPI_GIVEN,
	FAKEAPI_TAKEN,	     /* another service has it */
	FAKEAPI_OUTSIDE,     /* of the range */
	FAKEAPI_NOT_FOR_USE, /* the range's first or last address */
	FAKEAPI_FULL,
	FAKEAPI_GIVEN_NOMEM,
};

/* Where the search for a service's address or port begins: a hash of its name, so that every run
 * allocates the same. */
uint32_t fakeapi__service_hash(const cJSON *obj, const char *salt);
/* Brings the numbers up to date. NULL: out of memory. */
struct fakeapi__numbers *fakeapi__numbers_of(struct fakeapi__core *core);
void fakeapi__numbers_free(struct fakeapi__numbers *n);

/* Whether an IPv4 address may be given to a service. */
enum fakeapi__given fakeapi__address_free(const struct fakeapi__numbers *n, uint32_t address);
/* A free one, looked for from `start` on (any number). */
enum fakeapi__given fakeapi__address_next(const struct fakeapi__numbers *n, uint32_t start,
					  uint32_t *address);
/* The same for node ports; `mine` are those that the service at work has already. */
struct fakeapi__port_set {
	uint16_t *list;
	size_t count;
};
bool fakeapi__port_in(const struct fakeapi__port_set *set, unsigned port);
enum fakeapi__given fakeapi__port_free(const struct fakeapi__numbers *n, unsigned port,
				       const struct fakeapi__port_set *mine);
enum fakeapi__given fakeapi__port_next(const struct fakeapi__numbers *n, uint32_t start,
				       const struct fakeapi__port_set *mine, unsigned *port);

#endif
