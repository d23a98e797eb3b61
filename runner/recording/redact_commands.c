/* SPDX-License-Identifier: Apache-2.0 */
/* redact_commands.c - hides credentials in the arguments of commands: "mysql -px", "curl -u
 * name:x", "htpasswd -b file name x". */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

size_t rec__argument_end(struct str text, size_t at)
{
	while (at < text.len && !rec__in(" \t\r\n\"'`", text.ptr[at])) {
		bool last = at + 1 == text.len || rec__in(" \t\r\n\"'`", text.ptr[at + 1]);

		/* "x; ls" ends a command, "x;y" probably not */
		if (rec__in("|;", text.ptr[at]) && last)
			break;
		at++;
	}
	return at;
}

size_t rec__read_argument(struct str text, size_t at, size_t *from, size_t *to)
{
	*from = at;
	if (at < text.len && rec__in("\"'", text.ptr[at])) {
		const char *close = memchr(text.ptr + at + 1, text.ptr[at], text.len - at - 1);

		*from = at + 1;
		*to = close ? (size_t)(close - text.ptr) : text.len;
		return *to + (close != NULL);
	}
	*to = rec__argument_end(text, at);
	return *to;
}

static bool has_word(struct str line, const char *word)
{
	size_t n = strlen(word);

	while (line.len) {
		const char *at = memmem(line.ptr, line.len, word, n);

		if (!at || at == line.ptr || !ascii_is_alnum(at[-1]))
			return at;
		line = rec__part(line, (size_t)(at + n - line.ptr), line.len);
	}
	return false;
}

struct str rec__line_before(struct str text, size_t at)
{
	size_t from = at;

	while (from > 0 && text.ptr[from - 1] != '\n' && at - from < REC_COMMAND_BYTES_MAX)
		from--;
	return rec__part(text, from, at);
}

/* --- flags of one letter --- */

/* Whether the command also has "-u name". */
static bool has_user(struct str line)
{
	return memmem(line.ptr, line.len, " -u ", 4) && !memmem(line.ptr, line.len, " run ", 5);
}

/* Hides the x of "-p x" after "-u name", unless it looks like a port or a path. */
static size_t hide_beside_user(struct rec__scan *s, size_t at)
{
	size_t value = rec__skip_blanks(s->text, at + 2), from, to;

	if (value == at + 2 || value >= s->text.len)
		return at;
	(void)rec__read_argument(s->text, value, &from, &to);
	if (from == to || rec__in("-/", s->text.ptr[from]) ||
	    rec__is_plain_value(rec__part(s->text, from, to)))
		return at;
	return rec__scan_hide(s, from, to, false);
}

/* "mysql -px", "sshpass -p x", "docker login -p x", "redis-cli -a x" */
static size_t try_letter(struct rec__scan *s, size_t at)
{
	static const struct {
		const char *command;
		char flag;
		bool joined, apart; /* "-px", "-p x" */
	} rows[] = {
		{ "mysql", 'p', true, true },
		{ "mariadb", 'p', true, true },
		{ "sshpass", 'p', true, true },
		{ "login", 'p', false, true },
		{ "redis-cli", 'a', true, true },
		{ "valkey-cli", 'a', true, true },
		{ "keydb-cli", 'a', true, true },
		{ "ldapsearch", 'w', true, true },
		{ "ldapmodify", 'w', true, true },
		{ "ldapadd", 'w', true, true },
		{ "ldapdelete", 'w', true, true },
		{ "ldapwhoami", 'w', true, true },
		{ "ldappasswd", 'w', true, true },
		{ "ldappasswd", 's', true, true },
		{ "ldappasswd", 'a', true, true },
		{ "mongo", 'p', true, true },
		{ "sqlcmd", 'P', true, true },
		{ "smbclient", 'P', false, true },
		{ "openssl", 'k', false, true },
		{ "cqlsh", 'p', true, true },
		{ "zip", 'P', true, true },
		{ "unzip", 'P', true, true },
		{ "7z", 'p', true, false },
		{ "7za", 'p', true, false },
		{ "mosquitto", 'P', true, true },
		{ "ipmitool", 'P', true, true },
		{ "elasticsearch-users", 'p', false, true },
		{ "useradd", 'p', true, true },
		{ "usermod", 'p', true, true },
		{ "ssh-keygen", 'N', true, true },
		{ "ssh-keygen", 'P', true, true },
		{ "snmp", 'A', true, true },
		{ "snmp", 'X', true, true },
		{ "snmp", 'c', true, true },
		{ "bcp", 'P', true, true },
		{ "unrar", 'p', true, false },
		{ "doctl", 't', false, true },
		{ "twine", 'p', true, true },
		{ "smbmap", 'p', true, true },
		{ "crackmapexec", 'p', true, true },
		{ "hydra", 'p', true, true },
		{ "ncftpput", 'p', true, true },
		{ "ncftpget", 'p', true, true },
		{ "isql", 'P', true, true },
		{ "security", 'w', true, true },
		{ "security", 'p', false, true },
		{ "slappasswd", 's', true, true },
		{ "doveadm", 'p', false, true },
		{ "rar", 'p', true, false },
		{ "rar", 'h', true, false },
		{ "nuget", 'k', false, true },
		{ "gitlab-runner", 'r', false, true },
		{ "secret set", 'b', true, true },
	};
	struct str text = s->text, line;

	if (at + 3 > text.len || !rec__in("pPawksNAXcthrb", text.ptr[at + 1]))
		return at;
	line = rec__line_before(text, at);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		bool apart = rec__is_blank(text.ptr[at + 2]);
		size_t value = rec__skip_blanks(text, at + 2), from, to;

		if (text.ptr[at + 1] != rows[i].flag || !has_word(line, rows[i].command) ||
		    !(apart ? rows[i].apart : rows[i].joined) || value == text.len)
			continue;
		(void)rec__read_argument(text, value, &from, &to);
		if (from == to || text.ptr[from] == '-')
			return at;
		return rec__scan_hide(s, from, to, false);
	}
	return text.ptr[at + 1] == 'p' && has_user(line) ? hide_beside_user(s, at) : at;
}

/* --- one argument with two parts --- */

/* "-uname:x", "--user=name:x", "--from-literal=key=x", "-Uname%x" */
static size_t try_pair(struct rec__scan *s, size_t at)
{
	static const struct {
		const char *flag;
		char sign;
	} rows[] = { { "-u", ':' },
		     { "--user=", ':' },
		     { "--proxy-user=", ':' },
		     { "-U", ':' },
		     { "-U", '%' },
		     { "-U ", '%' },
		     { "--user ", '%' },
		     { "--user=", '%' },
		     { "--from-literal=", '=' },
		     { "--from-literal ", '=' },
		     { "--userpass=", ':' },
		     { "--userpass ", ':' },
		     { "-E ", ':' },
		     { "--cert ", ':' },
		     { "--cert=", ':' },
		     { "-U ", ':' } };
	struct str text = s->text;

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		size_t value = at + strlen(rows[i].flag), stop;
		const char *sign;

		if (!rec__starts(text, at, rows[i].flag) || value >= text.len ||
		    !(ascii_is_alnum(text.ptr[value]) || rec__in("\"'", text.ptr[value])))
			continue;
		value += !ascii_is_alnum(text.ptr[value]);
		stop = rec__argument_end(text, value);
		sign = memchr(text.ptr + value, rows[i].sign, stop - value);
		if (!sign || sign + 1 == text.ptr + stop || sign[1] == '/')
			continue;
		return rec__scan_hide(s, (size_t)(sign + 1 - text.ptr), stop, false);
	}
	return at;
}

size_t rec__try_short_flag(struct rec__scan *s, size_t at)
{
	size_t next;

	if (at > 0 && s->text.ptr[at - 1] && !rec__in(" \t\r\n\"'[(,;", s->text.ptr[at - 1]))
		return at;
	next = try_pair(s, at);
	if (next == at)
		next = rec__try_secret_value(s, at);
	return next > at ? next : try_letter(s, at);
}

/* --- arguments by their position --- */

struct places {
	const char *command;
	size_t first, last;  /* the hidden arguments, from 1; `last` 0: all further ones */
	const char *batch;   /* only with one of these letters in the flags; or NULL */
	const char *shorter; /* with a flag of this letter the first argument is missing */
	const char *valued;  /* flags with these endings have a value */
};

static const struct places *find_places(struct str word)
{
	static const struct places rows[] = {
		{ "htpasswd", 3, 3, "b", "n", "Cr" },
		{ "mosquitto_passwd", 3, 3, "b", "", "HI" },
		{ "add_user", 2, 2, NULL, "", "np" },
		{ "change_password", 2, 2, NULL, "", "np" },
		{ "authenticate_user", 2, 2, NULL, "", "np" },
		{ "reset-admin-password", 1, 1, NULL, "", "" },
		{ "unseal", 1, 1, NULL, "", "" },
		{ "mkpasswd", 1, 1, NULL, "", "mSR" },
		{ "radtest", 2, 2, NULL, "", "td" },
		{ "wpa_passphrase", 2, 2, NULL, "", "" },
		{ "smbclient", 2, 2, NULL, "", "UWImnsTcpkA" },
		{ "isql", 3, 3, NULL, "", "dxb" },
		{ "obscure", 1, 1, NULL, "", "" },
		{ "encrypt_string", 1, 1, NULL, "", "n" },
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (str_eqz(word, rows[i].command))
			return &rows[i];
	return NULL;
}

/* The same for commands of several words; the word from `at` to `end` is the last. */
static const struct places *find_subcommand(struct str text, size_t at, size_t end)
{
	static const struct {
		const char *before;
		struct places places;
	} rows[] = {
		{ "alias ", { "set", 3, 4, NULL, "", "" } },
		{ "config host ", { "add", 3, 4, NULL, "", "" } },
		{ "token ", { "revoke", 1, 1, NULL, "", "" } },
		{ "token ", { "lookup", 1, 1, NULL, "", "" } },
		{ "token ", { "renew", 1, 1, NULL, "", "" } },
		{ "sentinel ", { "auth-pass", 2, 2, NULL, "", "" } },
		{ "etcdctl ", { "put", 2, 2, NULL, "", "" } },
		{ "consul kv ", { "put", 2, 2, NULL, "", "" } },
		{ "vault ", { "unwrap", 1, 1, NULL, "", "" } },
		{ "bw ", { "login", 2, 2, NULL, "", "" } },
		{ "bw ", { "unlock", 1, 1, NULL, "", "" } },
		{ "ctl ", { "register", 3, 3, NULL, "", "" } },
		{ "auth ", { "test", 2, 2, NULL, "", "x" } },
		{ "-tool user ", { "create", 2, 2, NULL, "", "" } },
		{ "openssl ", { "passwd", 1, 1, NULL, "", "tn" } },
		{ "keyring ", { "install", 1, 1, NULL, "", "" } },
		{ "snmp-server ", { "community", 1, 1, NULL, "", "" } },
		{ "redis-cli ", { "auth", 1, 2, NULL, "", "" } },
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		size_t n = strlen(rows[i].before);

		if (str_eqz(rec__part(text, at, end), rows[i].places.command) && at >= n &&
		    rec__starts(text, at - n, rows[i].before))
			return &rows[i].places;
	}
	return NULL;
}

static bool has_any(struct str flag, const char *letters)
{
	for (size_t i = 0; i < flag.len; i++)
		if (rec__in(letters, flag.ptr[i]))
			return true;
	return false;
}

/* Hides the arguments after the command. */
static size_t hide_places(struct rec__scan *s, const struct places *p, size_t at)
{
	struct str text = s->text;
	bool batch = !p->batch;
	size_t count = 0;

	while ((at = rec__skip_blanks(text, at)) < text.len) {
		size_t from, to, next = rec__read_argument(text, at, &from, &to);
		struct str argument = rec__part(text, from, to);

		if (next == at)
			return at;
		at = next;
		if (argument.len && *argument.ptr == '-') {
			batch = batch || has_any(argument, p->batch);
			count += has_any(argument, p->shorter);
			if (argument.len > 1 && rec__in(p->valued, argument.ptr[argument.len - 1]))
				at = rec__read_argument(text, rec__skip_blanks(text, at), &from,
							&to);
			continue;
		}
		if (++count < p->first || !batch)
			continue;
		if (argument.len && argument.ptr[argument.len - 1] == ':')
			return at; /* "unseal key: x" */
		(void)rec__scan_hide(s, from, to, false);
		if (count >= p->last)
			return at;
	}
	return at;
}

/* --- a name and a password in one argument ------------------------------------------------- */

enum { LOGIN_ARGUMENTS_MAX = 8, PAIRS_MAX = 64 };

/* Oracle programs with an argument "name/x@database"; programs with a short name only if it has the
 * '@'. */
static bool is_oracle_command(struct str word, bool *with_database)
{
	static const struct {
		const char *word;
		bool with_database;
	} rows[] = { { "sqlplus", false }, { "sqlcl", false },	{ "impdp", false },
		     { "expdp", false },   { "sqlldr", false }, { "rman", false },
		     { "connect", true },  { "CONNECT", true }, { "conn", true },
		     { "imp", true },	   { "exp", true },	{ "sql", true },
		     { "tkprof", true },   { "dgmgrl", false } };

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		*with_database = rows[i].with_database;
		if (str_eqz(word, rows[i].word))
			return true;
	}
	return false;
}

/* Returns the x of "name/x@database" or "userid=name/x", or empty. */
static struct str login_password(struct str argument, bool with_database)
{
	const char *eq = memchr(argument.ptr, '=', argument.len), *slash, *at;
	size_t from = eq ? (size_t)(eq + 1 - argument.ptr) : 0;

	if (from < argument.len && rec__in("\"'", argument.ptr[from]))
		from++;
	argument = rec__part(argument, from, argument.len);
	slash = memchr(argument.ptr, '/', argument.len);
	for (const char *p = argument.ptr; slash && p < slash; p++)
		if (!ascii_is_alnum(*p) && !rec__in("_$#-", *p))
			slash = NULL;
	if (!slash || slash == argument.ptr || *argument.ptr == '-')
		return STR("");
	argument = rec__part(argument, (size_t)(slash + 1 - argument.ptr), argument.len);
	at = memrchr(argument.ptr, '@', argument.len);
	if (!at && with_database)
		return STR("");
	return rec__part(argument, 0, at ? (size_t)(at - argument.ptr) : argument.len);
}

/* "sqlplus -s name/x@database" */
static size_t hide_login(struct rec__scan *s, size_t end, bool with_database)
{
	struct str text = s->text;
	size_t at = end;

	for (unsigned n = 0; n < LOGIN_ARGUMENTS_MAX; n++) {
		size_t from, to, next;
		struct str password;

		at = rec__skip_blanks(text, at);
		next = at < text.len ? rec__read_argument(text, at, &from, &to) : at;
		if (next == at)
			return end;
		password = login_password(rec__part(text, from, to), with_database);
		if (password.len)
			return rec__scan_hide(s, (size_t)(password.ptr - text.ptr),
					      (size_t)(password.ptr + password.len - text.ptr),
					      false);
		at = next;
	}
	return end;
}

/* "vault kv put secret/x name=x", "flyctl secrets set NAME=x": the word from `at` to `end` is
 * "put" or "set". */
static bool is_vault_write(struct str text, size_t at, size_t end)
{
	static const char kv[] = "vault kv ", vault[] = "vault ", secrets[] = "secrets ";
	struct str word = rec__part(text, at, end);

	if (str_eqz(word, "set"))
		return at >= strlen(secrets) && rec__starts(text, at - strlen(secrets), secrets);
	if (str_eqz(word, "put") || str_eqz(word, "patch"))
		return at >= strlen(kv) && rec__starts(text, at - strlen(kv), kv);
	return str_eqz(word, "write") && at >= strlen(vault) &&
	       rec__starts(text, at - strlen(vault), vault);
}

static size_t hide_pairs(struct rec__scan *s, size_t end)
{
	struct str text = s->text;
	size_t at = end;

	for (unsigned n = 0; n < PAIRS_MAX; n++) {
		size_t from, to, next;
		const char *eq;

		at = rec__skip_blanks(text, at);
		next = at < text.len ? rec__read_argument(text, at, &from, &to) : at;
		if (next == at)
			break;
		eq = memchr(text.ptr + from, '=', to - from);
		if (eq && text.ptr[from] != '-')
			(void)rec__scan_hide(s, (size_t)(eq + 1 - text.ptr), to, false);
		at = next;
	}
	return at;
}

size_t rec__try_command(struct rec__scan *s, size_t at, size_t end)
{
	bool with_database;
	const struct places *p;
	const char *slash = memrchr(s->text.ptr + at, '/', end - at);
	size_t from = slash ? (size_t)(slash + 1 - s->text.ptr) : at;

	if (end >= s->text.len || !rec__is_blank(s->text.ptr[end]))
		return end;
	p = find_places(rec__part(s->text, from, end));
	if (!p && is_oracle_command(rec__part(s->text, from, end), &with_database))
		return hide_login(s, end, with_database);
	if (is_vault_write(s->text, from, end))
		return hide_pairs(s, end);
	if (!p)
		p = find_subcommand(s->text, at, end);
	return p ? hide_places(s, p, end) : rec__try_shell(s, at, end);
}

size_t rec__try_acl(struct rec__scan *s, size_t at)
{
	struct str line = rec__line_before(s->text, at);
	size_t end = rec__argument_end(s->text, at);

	if (at == 0 || !rec__is_blank(s->text.ptr[at - 1]) || end == at + 1 ||
	    !(has_word(line, "user ") || has_word(line, "SETUSER ") || has_word(line, "setuser ")))
		return at;
	return rec__scan_hide(s, at + 1, end, false);
}
