/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/drawn_text.h"

#include "tests/kit/made.h"

enum { TOKEN_END = 'Z', PASSWORD_END = 'Q' };

/* --- secrets --- */

/* Letters and digits in no order, behind the mark of an issuer or without one. */
static void draw_token(struct choice *c, struct strbuf *out)
{
	static const char *const issuers[] = { "ghp_", "glpat-", "xoxb-", "xapp-", "sk-",
					       "AKIA", "AIza",	 "npm_",  "hvs.",  "SG.",
					       "hf_",  "dp.pt.", "figd_", "" };
	static const char *const kinds[] = { "0123456789", "abcdefghijklmnopqrstuvwxyz",
					     "ABCDEFGHIJKLMNOPQRSTUVWXYZ" };
	uint32_t count = 24 + choice_pick(c, 20);

	strbuf_addz(out, any_of(c, issuers, ARRAY_LEN(issuers)));
	for (uint32_t i = 0; i < count; i++) {
		/* at most two bytes of a kind in a row */
		const char *kind = kinds[(i / 2 + rarely(c, 4)) % ARRAY_LEN(kinds)];

		strbuf_addc(out, kind[choice_pick(c, (uint32_t)strlen(kind))]);
	}
	strbuf_addc(out, TOKEN_END);
}

/* Words, digits, signs, and what separates values in one place or another. */
static void draw_password(struct choice *c, struct strbuf *out)
{
	static const char *const pieces[] = { "correct", "horse", "Battery", "st4ple", "8461",
					      "Zq9",	 "xK2w",  "hunter",  "5157" };
	static const char *const joints[] = { "", "", "", "-", "_", ".", "$", "!", "+", "/", "=" };
	static const char *const gaps[] = { ",", ";", "&", " ", "@", "#", ":", "$$", "%", "~" };
	uint32_t count = 2 + choice_pick(c, 3);
	bool separated = rarely(c, 3);

	if (rarely(c, 8))
		strbuf_addz(out, "redacted");

	for (uint32_t i = 0; i < count || out->len < 10; i++) {
		if (i)
			strbuf_addz(out, separated ? any_of(c, gaps, ARRAY_LEN(gaps))
						   : any_of(c, joints, ARRAY_LEN(joints)));
		strbuf_addz(out, any_of(c, pieces, ARRAY_LEN(pieces)));
		strbuf_addf(out, "%u", choice_pick(c, 1000));
	}
	strbuf_addc(out, PASSWORD_END);
}

void drawn_secret_add(struct choice *c, struct strbuf *out)
{
	if (rarely(c, 5))
		draw_token(c, out);
	else
		draw_password(c, out);
}

/* Drawn by draw_token(): known by its look alone. */
static bool is_token(struct str s)
{
	return s.ptr[s.len - 1] == TOKEN_END;
}

static bool is_word(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (strchr(",;& @#:$!%~=/+", s.ptr[i]))
			return false;
	return true;
}

/* --- texts --- */

/* A command with the secret as an argument, in quotes if it is no word. */
static void add_command(struct choice *c, struct str secret, struct strbuf *out)
{
	static const char *const before[] = { "htpasswd -b /etc/f user ",
					      "htpasswd -nbB user ",
					      "htpasswd -bnBC 10 user ",
					      "mysql -uroot -p",
					      "mysqldump --user=root -p ",
					      "mongosh -u u -p ",
					      "sshpass -p ",
					      "redis-cli -h h -a ",
					      "valkey-cli --pass ",
					      "docker login -u u -p ",
					      "curl --user u:",
					      "wget --http-password ",
					      "ldapsearch -D cn=a -w ",
					      "unzip -P ",
					      "keytool -storepass ",
					      "rabbitmqctl add_user u ",
					      "mc alias set m http://h id ",
					      "openssl rsa -passin pass:",
					      "create secret generic x --from-literal=k=",
					      "chpasswd <<< ",
					      "proxy_set_header X-Api-Key ",
					      "machine h login u password ",
					      "failed with password ",
					      "requirepass " };
	const char *command = any_of(c, before, ARRAY_LEN(before));
	bool apart = command[strlen(command) - 1] == ' ';

	strbuf_addz(out, command);
	if (is_word(secret))
		strbuf_adds(out, secret);
	else
		strbuf_addf(out, "%s'" STR_FMT "'", apart ? "" : "x --password ", STR_ARG(secret));
	strbuf_addz(out, ANY(c, "", "\n", " && ls", "; ls"));
}

/* A sentence, a command, a configuration that has a credential in it. */
void drawn_text_add(struct choice *c, struct str secret, struct strbuf *out)
{
	AUTO_STRBUF s = STRBUF_INIT;
	AUTO_STRBUF coded = STRBUF_INIT;
	const char *name =
	    ANY(c, "password", "DB_PASS", "token", "X-Api-Key", "client_secret", "dbPassword",
		"Session-Id", "deployKey", "tokenForSlack", "apiKeys", "passwordFileContent");

	strbuf_adds(&s, secret);
	if (is_token(secret) && rarely(c, 2)) {
		strbuf_addz(out, ANY(c, "pushed with ", "a=1;", "[", "https://h/"));
		strbuf_adds(out, secret);
		strbuf_addz(out, ANY(c, " to h", ";", "", ", then"));
		return;
	}
	switch (choice_pick(c, 22)) {
	case 0:
		strbuf_addf(out, "it failed, %s=%s", name, s.ptr);
		return;
	case 1:
		strbuf_addf(out, "%s: %s\nother: 1", name, s.ptr);
		return;
	case 2:
		strbuf_addf(out, "a:\n  %s: >-\n    %s\n  b: 1", name, s.ptr);
		return;
	case 3:
		strbuf_addf(out, "run --%s \"%s\" now", name, s.ptr);
		return;
	case 4:
		strbuf_addf(out, "run --%s=%s", name, s.ptr);
		return;
	case 5:
		strbuf_addf(out, "%s => '%s'", name, s.ptr);
		return;
	case 6:
		strbuf_addf(out, "<%s>%s</%s>", name, s.ptr, name);
		return;
	case 7:
		name = ANY(c, "Authorization", "Proxy-Authorization", "authorization");
		strbuf_addf(out, "%s: %s%s", name, ANY(c, "Bearer ", "Basic ", "BEARER ", ""),
			    s.ptr);
		return;
	case 8:
		strbuf_addf(out, "Cookie: a=1; session=%s", s.ptr);
		return;
	case 9:
		strbuf_addf(out, "{\"%s\":", name);
		strbuf_add_json(out, secret);
		strbuf_addz(out, "}");
		return;
	case 10:
		strbuf_add_urlenc(&coded, secret);
		strbuf_addf(out, "GET https://h/x?a=1&%s=%s&b=2", name, coded.ptr);
		return;
	case 11:
		strbuf_addf(out, "env:\n- name: X\n  value: %s\n- name: Y", s.ptr);
		return;
	case 12:
		/* spaces and quotes end a URL */
		strbuf_addf(out, is_word(secret) ? "at https://u:%s@h/x" : "password=\"%s\"",
			    s.ptr);
		return;
	case 13:
	case 14:
	case 15:
	case 16:
		add_command(c, secret, out);
		return;
	case 17:
		strbuf_addf(out, "**%s**: %s", name, s.ptr);
		return;
	case 18:
		strbuf_addf(out, "~ %s: \"old\" => \"%s\"", name, s.ptr);
		return;
	case 19:
		strbuf_addf(out, "changed %s from \"%s\" to \"x\"",
			    ANY(c, "password", "dbPassword", "deployKey"), s.ptr);
		return;
	case 20:
		strbuf_addf(out, "%s=$(cat <<EOF\n%s\nEOF\n)", name, s.ptr);
		return;
	default:
		strbuf_addf(out, "%s=\"%s\" and more", name, s.ptr);
		return;
	}
}
