/* SPDX-License-Identifier: Apache-2.0 */
/* service_numbers.h - the ClusterIPs and node ports in use by services (pkg/registry/core/service:
 * ipallocator, portallocator). They are computed from the services themselves, updated from their
 * events since the last use. There is no separate state that a restart, a rewind or a dry run could
 * make stale.
 *
 *   addresses[i]   number of services that use range + i
 *   ports[n]       number that use node port n
 *   services       "ns/name" -> the service's address and ports
 */
#ifndef FAKEAPI_SERVICE_NUMBERS_H
#define FAKEAPI_SERVICE_NUMBERS_H

#include "fakeapi/context.h"

/* The result of an allocation. */
enum fakeapi__given {
	FAKEAPI_GIVEN,
	FAKEAPI_TAKEN,	     /* another service has it */
	FAKEAPI_OUTSIDE,     /* outside the range */
	FAKEAPI_NOT_FOR_USE, /* the range's first or last address */
	FAKEAPI_FULL,
	FAKEAPI_GIVEN_NOMEM,
};

/* The start of the search for a service's address or port: a hash of its name, so that every run
 * allocates the same. */
uint32_t fakeapi__service_hash(const cJSON *obj, const char *salt);
/* Updates the numbers from the store. NULL: out of memory. */
struct fakeapi__numbers *fakeapi__numbers_of(struct fakeapi__core *core);
void fakeapi__numbers_free(struct fakeapi__numbers *n);

/* Checks whether an IPv4 address is free. */
enum fakeapi__given fakeapi__address_free(const struct fakeapi__numbers *n, uint32_t address);
/* Finds a free address, starting at `start` (any number). */
enum fakeapi__given fakeapi__address_next(const struct fakeapi__numbers *n, uint32_t start,
					  uint32_t *address);
/* The same for node ports; `mine` are those already allocated to the current service. */
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
