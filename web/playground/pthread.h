/* SPDX-License-Identifier: Apache-2.0 */
/* pthread.h - for the playground, the module and the command: WebAssembly of Debian's wasi-libc has
 * one thread and no pthreads. Locks are never contended and no thread ever waits; only their ranks
 * are asserted (base/lock.c), as everywhere. */
#ifndef PLAYGROUND_PTHREAD_H
#define PLAYGROUND_PTHREAD_H

#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

/* <sys/types.h> declares types of these names without functions. */
#define pthread_t	    one_thread_t
#define pthread_mutex_t	    one_thread_mutex_t
#define pthread_cond_t	    one_thread_cond_t
#define pthread_condattr_t  one_thread_condattr_t
#define pthread_mutexattr_t one_thread_mutexattr_t

typedef struct {
	int taken;
} pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER                                                                  \
	{                                                                                          \
		0                                                                                  \
	}
typedef struct {
	int unused;
} pthread_cond_t;
typedef struct {
	int unused;
} pthread_condattr_t;
typedef struct {
	int unused;
} pthread_mutexattr_t;

static inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	(void)attr;
	m->taken = 0;
	return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *m)
{
	return m->taken;
}

static inline int pthread_mutex_trylock(pthread_mutex_t *m)
{
	return m->taken++ ? 1 : 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *m)
{
	if (m->taken++)
		abort(); /* it would wait for itself */
	return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *m)
{
	m->taken = 0;
	return 0;
}

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *attr, void *(*run)(void *),
				 void *arg)
{
	(void)thread;
	(void)attr;
	(void)run;
	(void)arg;
	return 1; /* the caller works on its own */
}

static inline int pthread_join(pthread_t thread, void **result)
{
	(void)thread;
	(void)result;
	abort();
}

static inline int pthread_condattr_init(pthread_condattr_t *a)
{
	(void)a;
	return 0;
}

static inline int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock)
{
	(void)a;
	(void)clock;
	return 0;
}

static inline int pthread_condattr_destroy(pthread_condattr_t *a)
{
	(void)a;
	return 0;
}

static inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a)
{
	(void)c;
	(void)a;
	return 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *c)
{
	(void)c;
	return 0;
}

static inline int pthread_cond_signal(pthread_cond_t *c)
{
	(void)c;
	return 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *c)
{
	(void)c;
	return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	(void)c;
	(void)m;
	abort(); /* no other thread could wake it */
}

static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
					 const struct timespec *until)
{
	(void)c;
	(void)m;
	(void)until;
	abort();
}

#endif
