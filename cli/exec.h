/* SPDX-License-Identifier: Apache-2.0 */
/* exec.h - runs the command after --exec with KUBECONFIG set, forwards signals to it and takes over
 * its exit status. */
#ifndef CLI_EXEC_H
#define CLI_EXEC_H

#include <signal.h>
#include <stdio.h>
#include <sys/types.h>

struct str;

/* *command gets everything after --exec; returns the number of arguments before it. */
int exec__split(int argc, char **argv, char ***command);
/* Blocks SIGTERM, SIGINT, SIGHUP, SIGQUIT and SIGCHLD and stores them in *signals; *mask (may be
 * NULL) gets the previous mask. */
void exec__block_signals(sigset_t *signals, sigset_t *mask);
/* Runs the command until it ends. Returns its status, 128 + a signal's number, or 126 or 127 if it
 * could not be started. `mask` is the command's signal mask; the file `temporary` (NULL: none) is
 * removed even if this process is killed. */
int exec__run(const char *self, char **command, const char *kubeconfig, const char *temporary,
	      const sigset_t *signals, const sigset_t *mask, FILE *err);
/* Waits for one of the signals except SIGCHLD. A signal from another process than the parent and
 * this one is reported to `err`, with its sender, as the reason of the server's end. */
void exec__wait_for_end(const sigset_t *signals, FILE *err);
/* Creates an empty file under TMPDIR. Returns 0, or 5 with a line to `err`. */
int exec__temporary_kubeconfig(const char *self, char *path, size_t cap, FILE *err);

#endif
