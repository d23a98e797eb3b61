/* SPDX-License-Identifier: Apache-2.0 */
/* exec.h - the command under --exec: started with KUBECONFIG set, signals handed on to it, and its
 * exit status taken over. */
#ifndef CLI_EXEC_H
#define CLI_EXEC_H

#include <signal.h>
#include <stdio.h>
#include <sys/types.h>

struct str;

/* Everything after --exec is the command; the count of what stands before it. */
int exec__split(int argc, char **argv, char ***command);
/* SIGTERM, SIGINT, SIGHUP, SIGQUIT and SIGCHLD into *signals, blocked from now on; *mask (may be
 * NULL) gets what was blocked before. */
void exec__block_signals(sigset_t *signals, sigset_t *mask);
/* Runs the command until it ends; returns its status, 128 + a signal's number, or 126 or 127 when
 * it could not be started. `mask` is what it has blocked; `temporary` (NULL: none) goes
 * also if this process is killed. */
int exec__run(const char *self, char **command, const char *kubeconfig, const char *temporary,
	      const sigset_t *signals, const sigset_t *mask, FILE *err);
/* Until one of them but SIGCHLD comes. A signal that came neither from the parent nor from this
 * process is reported to `err`, with its sender, as the reason of the server's end. */
void exec__wait_for_end(const sigset_t *signals, FILE *err);
/* An empty file of its own under TMPDIR. 0, or 5 with a line to `err`. */
int exec__temporary_kubeconfig(const char *self, char *path, size_t cap, FILE *err);

#endif
