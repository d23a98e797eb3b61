/* SPDX-License-Identifier: Apache-2.0 */
/* redact_shells.c - hides passwords that have a special place in a command: "net use Z: \\h\s x",
 * "xfreerdp /p:x", "iwconfig wlan0 key s:x", "bteq .logon h/name,x". */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum { ARGUMENTS_MAX = 16 };

static bool has(struct str line, const char *word)
{
	return memmem(line.ptr, line.len, word, strlen(word)) != NULL;
}

static bool follows(struct str text, size_t at, const char *word)
{
	size_t n = strlen(word);

	return at >= n && memcmp(text.ptr + at - n, word, n) == 0;
}

/* rec__read_argument() that searches for a closing quote in the next REC_COMMAND_BYTES_MAX bytes
 * only. */
static size_t read_argument(struct str text, size_t at, struct str *argument)
{
	bool quoted = at < text.len && rec__in("\"'", text.ptr[at]);
	bool whole = !quoted || text.len - at < REC_COMMAND_BYTES_MAX;
	size_t from, to, end;

	end = rec__read_argument(rec__part(text, 0, whole ? text.len : at + REC_COMMAND_BYTES_MAX),
				 at, &from, &to);
	*argument = rec__part(text, from, to);
	return end;
}

static size_t hide(struct rec__scan *s, struct str value)
{
	size_t from = (size_t)(value.ptr - s->text.ptr);

	return rec__scan_hide(s, from, from + value.len, false);
}

/* "net use Z: \\h\s x /user:u", "net user u x /add": hides the first argument that is no drive, no
 * path, no option and, with `user`, not the name. */
static size_t try_net(struct rec__scan *s, size_t end, bool user)
{
	size_t at = end, names = user;

	for (unsigned n = 0; n < ARGUMENTS_MAX; n++) {
		size_t begin = rec__skip_blanks(s->text, at);
		struct str a;

		at = begin < s->text.len ? read_argument(s->text, begin, &a) : begin;
		if (at == begin || !a.len)
			return end;
		if (*a.ptr == '/' || *a.ptr == '*' || rec__starts(a, 0, "\\\\") ||
		    (a.len == 2 && a.ptr[1] == ':'))
			continue;
		if (names-- == 0)
			return hide(s, a);
	}
	return end;
}

/* Hides the x of "iwconfig wlan0 key s:x" and of "key [2] x". */
static size_t try_wireless_key(struct rec__scan *s, size_t end)
{
	static const char *const modes[] = { "on", "off", "open", "restricted" };
	size_t at = rec__skip_blanks(s->text, end);
	struct str a;

	if (at >= s->text.len)
		return end;
	at = read_argument(s->text, at, &a);
	if (a.len && *a.ptr == '[' && rec__skip_blanks(s->text, at) < s->text.len)
		(void)read_argument(s->text, rec__skip_blanks(s->text, at), &a);
	for (size_t i = 0; i < ARRAY_LEN(modes); i++)
		if (str_eqz(a, modes[i]))
			return end;
	if (rec__starts(a, 0, "s:"))
		a = rec__part(a, 2, a.len);
	return a.len ? hide(s, a) : end;
}

/* Hides the x of "name,x" and "host/name,x". */
static size_t try_login(struct rec__scan *s, size_t end)
{
	size_t at = rec__skip_blanks(s->text, end);
	const char *comma;
	struct str a;

	if (at == end || at >= s->text.len)
		return end;
	(void)read_argument(s->text, at, &a);
	comma = memchr(a.ptr, ',', a.len);
	if (!comma || comma == a.ptr)
		return end;
	a = rec__part(a, (size_t)(comma + 1 - a.ptr), a.len);
	/* the password may be in quotes: u,'x' */
	at = (size_t)(a.ptr - s->text.ptr);
	if (!a.len && at < s->text.len)
		(void)read_argument(s->text, at, &a);
	return a.len ? hide(s, a) : end;
}

/* Hides the x of "name:x", which may follow one of ZooKeeper's schemes. */
static size_t try_pair(struct rec__scan *s, size_t end)
{
	size_t at = rec__skip_blanks(s->text, end);
	const char *colon;
	struct str a;

	if (at == end || at >= s->text.len)
		return end;
	(void)read_argument(s->text, at, &a);
	colon = memchr(a.ptr, ':', a.len);
	if (!colon || colon == a.ptr || colon + 1 == a.ptr + a.len || colon[1] == '/')
		return end;
	return hide(s, rec__part(a, (size_t)(colon + 1 - a.ptr), a.len));
}

/* Hides the x of "poetry config http-basic.x name x" and "bundle config host name:x". */
static size_t try_config(struct rec__scan *s, size_t end)
{
	size_t at = end;
	struct str key = STR(""), a;
	size_t count = 0, wanted = 0;

	for (unsigned n = 0; n < ARGUMENTS_MAX; n++) {
		size_t begin = rec__skip_blanks(s->text, at);

		at = begin < s->text.len ? read_argument(s->text, begin, &a) : begin;
		if (at == begin || !a.len)
			return end;
		if (*a.ptr == '-' || str_eqz(a, "set"))
			continue;
		if (++count == 1) {
			key = a;
			wanted = has(key, "http-basic")					? 3
				 : rec__is_sensitive_variable(key) || has(key, "oauth") ? 2
											: 0;
			if (!wanted)
				return has(rec__line_before(s->text, end), "bundle ")
					   ? try_pair(s, at)
					   : end;
		} else if (count == wanted) {
			return hide(s, a);
		}
	}
	return end;
}

/* Hides the x of expect's `send "x\r"` after a prompt for a password. */
static size_t try_send(struct rec__scan *s, size_t end)
{
	struct str text = s->text, a, before;
	size_t at = rec__skip_blanks(text, end),
	       from = end > REC_COMMAND_BYTES_MAX ? end - REC_COMMAND_BYTES_MAX : 0;

	before = rec__part(text, from, end);
	if (!has(before, "assword") && !has(before, "assphrase") && !has(before, "expect "))
		return end;
	if (rec__starts(text, at, "-- "))
		at = rec__skip_blanks(text, at + 3);
	if (at == end || at >= text.len || !rec__in("\"'", text.ptr[at]))
		return end;
	(void)read_argument(text, at, &a);
	if (a.len >= 2 && (rec__starts(a, a.len - 2, "\\r") || rec__starts(a, a.len - 2, "\\n")))
		a.len -= 2;
	return a.len ? hide(s, a) : end;
}

/* Hides the x of "az keyvault secret set --value x" and "gh secret set NAME --body x". */
size_t rec__try_secret_value(struct rec__scan *s, size_t at)
{
	static const char *const flags[] = { "--value ", "--body ", "--value=", "--body=" };
	static const char *const stores[] = { "secret set", "secrets versions", "SecureString" };
	struct str a;

	for (size_t i = 0; i < ARRAY_LEN(flags); i++) {
		size_t from = at + strlen(flags[i]);

		if (!rec__starts(s->text, at, flags[i]) || from >= s->text.len ||
		    !rec__has_any(rec__line_before(s->text, at), stores, ARRAY_LEN(stores)))
			continue;
		(void)read_argument(s->text, from, &a);
		return a.len ? hide(s, a) : at;
	}
	return at;
}

/* "AUTH name x" of Redis: hides the second argument, which must be the last one. */
static size_t try_auth(struct rec__scan *s, size_t end)
{
	size_t at = rec__skip_blanks(s->text, end), next;
	struct str a, b;

	next = at < s->text.len ? rec__skip_blanks(s->text, read_argument(s->text, at, &a)) : at;
	if (next == at || next >= s->text.len || s->text.ptr[next] == '\n')
		return end;
	at = read_argument(s->text, next, &b);
	return b.len && (at == s->text.len || s->text.ptr[at] == '\n') ? hide(s, b) : end;
}

/* Hides the x of "/rp x" of schtasks. */
static size_t try_next(struct rec__scan *s, size_t end)
{
	size_t at = rec__skip_blanks(s->text, end);
	struct str a;

	if (at == end || at >= s->text.len)
		return end;
	(void)read_argument(s->text, at, &a);
	return a.len && *a.ptr != '/' ? hide(s, a) : end;
}

/* Hides the x of "sudo -S <<< x"; `at`: at '<'. */
size_t rec__try_here_string(struct rec__scan *s, size_t at)
{
	static const char *const readers[] = { "pass",	"secret", "token",	   "sudo -S", "su ",
					       "luks",	"auth",	  "login",	   "pubkey",  "key",
					       "kinit", "join",	  "context create" };
	struct str a;
	size_t from;

	if (!rec__starts(s->text, at, "<<<") ||
	    !rec__has_any(rec__line_before(s->text, at), readers, ARRAY_LEN(readers)))
		return at;
	from = rec__skip_blanks(s->text, at + 3);
	if (from >= s->text.len)
		return at;
	(void)read_argument(s->text, from, &a);
	return a.len ? hide(s, a) : at;
}

size_t rec__try_shell(struct rec__scan *s, size_t at, size_t end)
{
	struct str word = rec__part(s->text, at, end);

	if (str_eqz(word, "use") && follows(s->text, at, "net "))
		return try_net(s, end, false);
	if (str_eqz(word, "user") && follows(s->text, at, "net "))
		return try_net(s, end, true);
	if (str_eqz(word, "key") && has(rec__line_before(s->text, at), "iwconfig "))
		return try_wireless_key(s, end);
	if (str_eqz(word, ".logon"))
		return try_login(s, end);
	if (str_eqz(word, "AUTH") && (at == 0 || s->text.ptr[at - 1] == '\n'))
		return try_auth(s, end);
	if ((str_eqz(word, "/rp") || str_eqz(word, "/RP")) &&
	    has(rec__line_before(s->text, at), "schtasks"))
		return try_next(s, end);
	if (str_eqz(word, "config"))
		return try_config(s, end);
	if (str_eqz(word, "send"))
		return try_send(s, end);
	if ((str_eqz(word, "digest") && follows(s->text, at, "addauth ")) ||
	    str_eqz(word, "AuthBasic") || (str_eqz(word, "add") && follows(s->text, at, "user ")) ||
	    (str_eqz(word, "-a") && has(rec__line_before(s->text, at), "http")) ||
	    (str_eqz(word, "-A") && has(rec__line_before(s->text, at), "ab ")))
		return try_pair(s, end);
	if (str_eqz(word, "basic_auth"))
		return try_net(s, end, true);
	if (str_eqz(word, "-u") && (has(rec__line_before(s->text, at), "lftp ") ||
				    has(rec__line_before(s->text, at), "open ")))
		return try_login(s, end);
	return end;
}

/* Hides the x of "/p:x" if "/u:" is in the line too: MSBuild's properties have the same form. */
size_t rec__try_slash_option(struct rec__scan *s, size_t at)
{
	struct str text = s->text, value, line;
	size_t most = text.len - at < REC_COMMAND_BYTES_MAX ? text.len : at + REC_COMMAND_BYTES_MAX;

	if (at < 2 || !follows(text, at, "/p") || at + 1 >= text.len ||
	    (at > 2 && !rec__in(" \t\"'\n", text.ptr[at - 3])))
		return at;
	(void)read_argument(text, at + 1, &value);
	line = rec__part(text, at, rec__line_end(rec__part(text, 0, most), at));
	if (!value.len || !(has(rec__line_before(text, at), "/u:") || has(line, "/u:") ||
			    has(rec__line_before(text, at), "rdp")))
		return at;
	return hide(s, value);
}
