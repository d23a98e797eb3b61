/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"

extern char **environ;

enum { READ_BYTES = 65536, READS_MAX = 16, ARGUMENTS_MAX = 32, LONG_LINE_MIN = 64 };

/* --- start --- */

/* Both are NAME=value with the same NAME. */
static bool is_same_name(const char *a, const char *b)
{
	size_t n = strcspn(a, "=");

	return strncmp(a, b, n) == 0 && b[n] == '=';
}

static bool is_replaced(const char *was, char *const *variables)
{
	for (size_t i = 0; variables[i]; i++)
		if (is_same_name(variables[i], was))
			return true;
	return false;
}

char **runner__process_environment(char *const *variables)
{
	size_t n = 0, more = 0, to = 0;
	char **env;

	while (environ[n])
		n++;
	while (variables[more])
		more++;
	env = base__calloc(n + more + 1, sizeof(*env));
	if (!env)
		return NULL;
	for (size_t i = 0; i < more; i++)
		env[to++] = variables[i];
	for (size_t i = 0; i < n; i++)
		if (!is_replaced(environ[i], variables))
			env[to++] = environ[i];
	return env;
}

static bool make_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return false;
	for (int i = 0; i < 2; i++)
		(void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
	(void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
	return true;
}

static int spawn(struct process *p, char **argv, char **env, int out, int err)
{
	const struct guard_options opt = { .argv = argv,
					   .env = env,
					   .out = out,
					   .err = err,
					   .no_input = true,
					   .own_group = true };

	return guard_start(&p->guard, &opt);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

int runner__process_start(struct process *p, const char *command, const char *const *arguments,
			  char *const *variables, struct relist_err *err)
{
	AUTO_STRBUF script = STRBUF_INIT;
	char *argv[ARGUMENTS_MAX + 5];
	int out[2] = { -1, -1 }, errors[2] = { -1, -1 };
	size_t n = 0;
	char **env;
	int code;

	p->guard = (struct guard) { .orders = -1 };
	p->out = p->err = -1;
	strbuf_init(&p->line);
	strbuf_addf(&script, "%s \"$@\"", command);
	argv[n++] = (char *)(uintptr_t) "/bin/sh";
	argv[n++] = (char *)(uintptr_t) "-c";
	argv[n++] = script.ptr;
	argv[n++] = (char *)(uintptr_t) "subject";
	for (size_t i = 0; arguments[i] && i < ARGUMENTS_MAX; i++)
		argv[n++] = (char *)(uintptr_t)arguments[i];
	argv[n] = NULL;
	env = script.failed ? NULL : runner__process_environment(variables);
	if (!env)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	code = make_pipe(out) && make_pipe(errors) ? spawn(p, argv, env, out[1], errors[1]) : errno;
	base__free(env);
	close_fd(&out[1]);
	close_fd(&errors[1]);
	if (code) {
		close_fd(&out[0]);
		close_fd(&errors[0]);
		return relist_err_set(err, RELIST_EIO, "%s: %s", command, strerror(code));
	}
	p->out = out[0];
	p->err = errors[0];
	return 0;
}

/* --- reading --- */

static void end_line(struct process *p)
{
	if (!p->line_too_long && p->line.len)
		p->on_line(p->user, strbuf_str(&p->line));
	p->line_too_long = false;
	strbuf_clear(&p->line);
}

static void take(struct process *p, const char *bytes, size_t len)
{
	while (len) {
		const char *newline = memchr(bytes, '\n', len);
		size_t n = newline ? (size_t)(newline - bytes) : len;

		if (p->line.len + n > PROCESS_LINE_MAX || p->line.failed)
			p->line_too_long = true;
		else if (!p->line_too_long)
			strbuf_add(&p->line, bytes, n);
		if (newline) {
			end_line(p);
			n++;
		}
		bytes += n;
		len -= n;
	}
}

/* The first words of a crash report of common runtimes: Go, Python, Java, Rust, JavaScript, C. */
static bool is_panic(const char *line)
{
	static const char *const words[] = { "panic:",	      "Observed a panic",
					     "fatal error:",  "Traceback (most recent call last)",
					     "Exception in ", "panicked at ",
					     "Uncaught ",     "ERROR: AddressSanitizer" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (strstr(line, words[i]))
			return true;
	return false;
}

static bool is_stack(const struct process *p)
{
	return strncmp(p->err_line, "at ", 3) == 0 && strstr(p->err_line_before, "Error") &&
	       !strchr(p->err_line_before, '{');
}

/* Keeps a panic's first lines: the stacks that follow would displace them from the kept end. */
static void end_err_line(struct process *p)
{
	size_t room = PROCESS_PANIC_MAX - p->panic_len;

	p->err_line[p->err_line_len] = '\0';
	if (p->err_line_len && room > 1 && (p->panic_len || is_panic(p->err_line) || is_stack(p))) {
		/* JavaScript prints the message in the line before the stack */
		bool first = !p->panic_len && !is_panic(p->err_line);
		int n = snprintf(p->panic + p->panic_len, room + 1, "%s%s%s",
				 first ? p->err_line_before : "", first || p->panic_len ? " " : "",
				 p->err_line);

		p->panic_len += n > (int)room ? room : (size_t)n;
		/* do not end with a part of a character */
		while (p->panic_len && (unsigned char)p->panic[p->panic_len - 1] >= 0x80)
			p->panic_len--;
		p->panic[p->panic_len] = '\0';
	}
	if (p->err_line_len)
		memcpy(p->err_line_before, p->err_line, p->err_line_len + 1);
	p->err_line_len = 0;
}

/* Keeps one of several spaces, which saves room for text. */
static void add_to_err_line(struct process *p, char c)
{
	if (c != ' ' || (p->err_line_len && p->err_line[p->err_line_len - 1] != ' '))
		p->err_line[p->err_line_len++] = c;
}

static void scan_for_panic(struct process *p, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len && p->panic_len < PROCESS_PANIC_MAX; i++) {
		if (bytes[i] == '\n')
			end_err_line(p);
		else if (p->err_line_len < PROCESS_ERR_LINE_MAX)
			add_to_err_line(p, (unsigned char)bytes[i] < ' ' ? ' ' : bytes[i]);
	}
}

static void keep_errors(struct process *p, const char *bytes, size_t len)
{
	scan_for_panic(p, bytes, len);
	if (len > PROCESS_STDERR_MAX) {
		bytes += len - PROCESS_STDERR_MAX;
		len = PROCESS_STDERR_MAX;
	}
	if (p->errors_len + len > PROCESS_STDERR_MAX) {
		size_t drop = p->errors_len + len - PROCESS_STDERR_MAX;

		memmove(p->errors, p->errors + drop, p->errors_len - drop);
		p->errors_len -= drop;
	}
	memcpy(p->errors + p->errors_len, bytes, len);
	p->errors_len += len;
	p->errors[p->errors_len] = 0;
}

/* Returns false if no more data is available. */
static bool read_some(struct process *p, int *fd, bool is_output)
{
	char buf[READ_BYTES];
	ssize_t n = *fd >= 0 ? read(*fd, buf, sizeof(buf)) : -1;

	if (*fd < 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
		return false;
	if (n <= 0) {
		close_fd(fd);
		return false;
	}
	if (!is_output) {
		keep_errors(p, buf, (size_t)n);
		return true;
	}
	p->bytes += (uint64_t)n;
	if (p->bytes > PROCESS_OUTPUT_MAX) {
		p->flooded = true;
		guard_signal(&p->guard, SIGKILL);
		close_fd(fd);
		return false;
	}
	take(p, buf, (size_t)n);
	return true;
}

/* Checks whether the guard has ended; it ends like the program, after all its descendants. */
static void check_guard(struct process *p)
{
	siginfo_t info = { 0 };

	if (p->ended || !p->guard.pid ||
	    waitid(P_PID, (id_t)p->guard.pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
	    !info.si_pid)
		return;
	p->ended = true;
	p->by_signal = info.si_code != CLD_EXITED;
	p->status = info.si_status;
}

size_t runner__process_poll_fds(const struct process *p, struct pollfd fds[2])
{
	size_t n = 0;

	if (p->out >= 0)
		fds[n++] = (struct pollfd) { p->out, POLLIN, 0 };
	if (p->err >= 0)
		fds[n++] = (struct pollfd) { p->err, POLLIN, 0 };
	return n;
}

void runner__process_read(struct process *p)
{
	/* check first: output from before the end is read below */
	check_guard(p);
	for (int i = 0; i < READS_MAX && read_some(p, &p->out, true); i++)
		continue;
	for (int i = 0; i < READS_MAX && read_some(p, &p->err, false); i++)
		continue;
}

/* --- the end --- */

void runner__process_terminate(struct process *p)
{
	if (p->guard.pid && !p->ended) {
		p->terminated = true;
		guard_signal(&p->guard, SIGTERM);
	}
}

void runner__process_finish(struct process *p)
{
	if (p->guard.pid) {
		runner__process_read(p);
		p->killed = !p->ended && !p->flooded && !p->crashed;
		(void)guard_finish(&p->guard);
		p->ended = true;
		runner__process_read(p);
	}
	end_line(p);
	close_fd(&p->out);
	close_fd(&p->err);
	strbuf_fini(&p->line);
}

void runner__process_fate(const struct process *p, struct strbuf *out)
{
	if (p->flooded)
		strbuf_addf(out, "killed: it wrote more than %d MiB", PROCESS_OUTPUT_MAX >> 20);
	else if (p->crashed)
		strbuf_addz(out, "killed by the scenario");
	else if (p->killed)
		strbuf_addz(out, "killed: it did not end by itself");
	else if (p->ended && p->by_signal && p->status == SIGTERM && p->terminated)
		strbuf_addz(out, "ended by SIGTERM, as requested");
	else if (p->ended)
		strbuf_addf(out, p->by_signal ? "killed by signal %d" : "exited with status %d",
			    p->status);
}

static bool is_inside_character(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

static size_t begin_of_line(const struct process *p, size_t len)
{
	while (len && !strchr("\n\r", p->errors[len - 1]))
		len--;
	return len;
}

/* Two thirds of the room for its beginning, and a mark. Returns the length. */
static size_t begin_long_line(const char *line, char *buf, size_t cap)
{
	static const char mark[] = " … ";
	size_t n = cap / 3 * 2;

	while (n && is_inside_character(line[n]))
		n--;
	memcpy(buf, line, n);
	for (size_t i = 0; i < n; i++)
		buf[i] = buf[i] == '\t' ? ' ' : buf[i];
	memcpy(buf + n, mark, sizeof(mark) - 1);
	return n + sizeof(mark) - 1;
}

void runner__process_last_errors(const struct process *p, char *buf, size_t cap)
{
	size_t len = p->errors_len, from, line, n = 0;
	bool begins = false;

	while (len && strchr(" \n\r\t", p->errors[len - 1]))
		len--;
	line = begin_of_line(p, len);
	if (len - line >= cap && cap > LONG_LINE_MIN) {
		size_t kept = begin_long_line(p->errors + line, buf, cap);

		cap -= kept;
		buf += kept;
	}
	from = len < cap ? 0 : len + 1 - cap;
	while (from && from < len && is_inside_character(p->errors[from]))
		from++;
	for (size_t i = from; i < len; i++) {
		bool ends = strchr("\n\r", p->errors[i]);

		/* drops the indentation of the next line */
		if (!begins || !strchr("\n\r\t ", p->errors[i]))
			buf[n++] = ends || p->errors[i] == '\t' ? ' ' : p->errors[i];
		begins = ends || (begins && strchr("\t ", p->errors[i]));
	}
	buf[n] = '\0';
}
