/* SPDX-License-Identifier: Apache-2.0 */
/* redact_names.c - the names of credentials, and the values that are surely harmless. */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum { TAIL = 96 }; /* number of compared bytes at a name's end */

/* The end of a name without separators, in lower case, and the starts of its words. */
struct tail {
	char text[TAIL];
	bool begins[TAIL];
	size_t len;
};

static bool is_separator(char c)
{
	return c == '-' || c == '_' || c == '.' || c == ' ' || c == ':' || c == '/' || c == '$';
}

/* Removes indices: "list[password][0]" and "token2" become "password" and "token". */
static struct str trim_index(struct str s)
{
	while (s.len && (ascii_is_digit(s.ptr[s.len - 1]) || s.ptr[s.len - 1] == '[' ||
			 s.ptr[s.len - 1] == ']' || is_separator(s.ptr[s.len - 1])))
		s.len--;
	return s;
}

/* "Client-Key_Data" -> "clientkeydata". */
static void read_tail(struct str s, struct tail *t)
{
	size_t from = s.len, n = TAIL, i = 0;
	bool first = true;

	while (from > 0 && n > 0) {
		n -= !is_separator(s.ptr[from - 1]);
		from--;
	}
	t->len = 0;
	for (i = from; i < s.len; i++) {
		char c = s.ptr[i];

		if (is_separator(c) || c == '[' || c == ']') {
			first = true;
			continue;
		}
		if (ascii_is_upper(c) && i > 0 &&
		    (!ascii_is_upper(s.ptr[i - 1]) ||
		     (i + 1 < s.len && ascii_is_lower(s.ptr[i + 1]))))
			first = true;
		t->begins[t->len] = first;
		t->text[t->len++] = ascii_lower(c);
		first = false;
	}
}

#define S(z)                                                                                       \
	{                                                                                          \
		z, sizeof(z) - 1                                                                   \
	}

static bool ends_with_any(const struct tail *t, const struct str *ends, size_t count, bool as_word)
{
	for (size_t i = 0; i < count; i++)
		if (t->len >= ends[i].len && t->text[t->len - 1] == ends[i].ptr[ends[i].len - 1] &&
		    memcmp(t->text + t->len - ends[i].len, ends[i].ptr, ends[i].len) == 0 &&
		    (!as_word || t->begins[t->len - ends[i].len]))
			return true;
	return false;
}

static bool is_any(const struct tail *t, const struct str *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (t->len == names[i].len && memcmp(t->text, names[i].ptr, t->len) == 0)
			return true;
	return false;
}

/* "FERNET_KEY", "GITHUB_PAT": names of variables, in capitals. */
static bool is_sensitive_constant(struct str name)
{
	static const struct str ends[] = { S("_KEY"), S("_PAT"), S("_SK"), S("_WEBHOOK"),
					   S("_PEM") };

	for (size_t i = 0; i < name.len; i++)
		if (ascii_is_lower(name.ptr[i]))
			return false;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (name.len > ends[i].len &&
		    memcmp(name.ptr + name.len - ends[i].len, ends[i].ptr, ends[i].len) == 0)
			return true;
	return false;
}

bool rec__is_sensitive(struct str name)
{
	/* with any prefix */
	static const struct str ends[] = {
		S("password"),
		S("passwords"),
		S("passwd"),
		S("passphrase"),
		S("passcode"),
		S("token"),
		S("secret"),
		S("credential"),
		S("credentials"),
		S("creds"),
		S("authorization"),
		S("apikey"),
		S("apikeys"),
		S("privatekey"),
		S("accesskey"),
		S("secretkey"),
		S("signingkey"),
		S("encryptionkey"),
		S("masterkey"),
		S("sharedkey"),
		S("accountkey"),
		S("storagekey"),
		S("authkey"),
		S("sessionkey"),
		S("clientkey"),
		S("hmackey"),
		S("passkey"),
		S("accesskeyid"),
		S("secretid"),
		S("sessionid"),
		S("keydata"),
		S("certdata"),
		S("certificatedata"),
		S("authoritydata"),
		S("cabundle"),
		S("clientcert"),
		S("cookie"),
		S("cookies"),
		S("signature"),
		S("kubeconfig"),
		S("dockercfg"),
		S("dockerconfigjson"),
		S("bearer"),
		S("accesstokens"),
		S("refreshtokens"),
		S("apitokens"),
		S("authtokens"),
		S("connectionstring"),
		S("secretkeybase"),
		S("subscriptionkey"),
		S("licensekey"),
		S("passwordhash"),
		S("secretvalue"),
		S("tokenvalue"),
		S("passwordvalue"),
		S("secretdata"),
		S("secretstring"),
		S("privatekeyid"),
		S("sslkey"),
		S("jwtkey"),
		S("wepkey"),
		S("certificatekey"),
		S("rootpw"),
		S("authtok"),
		S("mfacode"),
		S("otpcode"),
		S("accessid"),
		S("idrsa"),
		S("ided25519"),
		S("keypem"),
		S("tlskey"),
		S("serverkey"),
		S("cakey"),
		S("serviceaccountjson"),
		S("serviceaccountkey"),
		S("requirepass"),
		S("masterauth"),
		S("bindpw"),
		S("webhookurl"),
		S("passwdhash"),
		S("storepass"),
		S("keypass"),
		S("mnemonic"),
		S("seedphrase"),
		S("recoverycode"),
		S("recoverycodes"),
		S("recoverykey"),
		S("backupcodes"),
		S("otpseed"),
		S("unsealkey"),
		S("unsealkeys"),
		S("fernetkey"),
		S("sshkey"),
		S("pgpkey"),
		S("gpgkey"),
		S("jaasconfig"),
		S("tokenid"),
		S("codeverifier"),
		S("oauthverifier"),
		S("passwort"),
		S("kennwort"),
		S("assertion"),
		S("samlresponse"),
		S("presharedkey"),
		S("routingkey"),
		S("integrationkey"),
		S("pincode"),
		S("userkey"),
		S("sonarlogin"),
		S("sessid"),
		S("motdepasse"),
		S("contrasena"),
		S("contrase\xc3\xb1"
		  "a"),
	};
	/* only as a separate word */
	static const struct str words[] = { S("pass"),	  S("pwd"),   S("pw"),	    S("auth"),
					    S("sid"),	  S("sig"),   S("session"), S("cred"),
					    S("otp"),	  S("psk"),   S("jwt"),	    S("sas"),
					    S("pin"),	  S("senha"), S("dsn"),	    S("totp"),
					    S("hmac"),	  S("salt"),  S("pepper"),  S("unlockkey"),
					    S("certkey"), S("csrf"),  S("xsrf") };
	static const struct str whole[] = { S("certificate"), S("tokens"),   S("pgpass"),
					    S("dbpass"),      S("userpass"), S("stringdata") };
	struct tail t;

	name = trim_index(name);
	/* "/api/.../token": the path of an OpenAPI document */
	if (!name.len || *name.ptr == '/')
		return false;
	read_tail(name, &t);
	return t.len && (ends_with_any(&t, ends, ARRAY_LEN(ends), false) ||
			 ends_with_any(&t, words, ARRAY_LEN(words), true) ||
			 is_any(&t, whole, ARRAY_LEN(whole)) || is_sensitive_constant(name));
}

bool rec__is_sensitive_variable(struct str name)
{
	static const char *const parts[] = { "pass",   "secret",     "token",	  "credential",
					     "apikey", "privatekey", "accesskey", "authkey",
					     "cookie", "pwd",	     "dsn" };
	static const struct str ends[] = { S("key") };
	struct tail t;

	read_tail(name, &t);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (memmem(t.text, t.len, parts[i], strlen(parts[i])))
			return true;
	return rec__is_sensitive(name) ||
	       (t.len && ends_with_any(&t, ends, ARRAY_LEN(ends), false));
}

bool rec__is_sensitive_parameter(struct str name)
{
	static const struct str whole[] = { S("code"),		S("key"),	  S("assertion"),
					    S("ticket"),	S("nonce"),	  S("otp"),
					    S("state"),		S("samlrequest"), S("relaystate"),
					    S("devicecode"),	S("usercode"),	  S("invite"),
					    S("codechallenge"), S("magic"),	  S("license") };
	struct tail t;

	read_tail(trim_index(name), &t);
	return rec__is_sensitive(name) || is_any(&t, whole, ARRAY_LEN(whole));
}

bool rec__is_environment(struct str name)
{
	static const struct str words[] = { S("env"), S("envs") };
	static const struct str ends[] = { S("envvars"), S("environment"),
					   S("environmentvariables") };
	struct tail t;

	read_tail(name, &t);
	return t.len && (ends_with_any(&t, words, ARRAY_LEN(words), true) ||
			 ends_with_any(&t, ends, ARRAY_LEN(ends), false));
}

/* --- values --- */

/* "8080", "-1.5", "30s", "512Mi", "50%" */
static bool is_quantity(struct str s)
{
	static const struct str units[] = { S(""),   S("ms"), S("s"),  S("m"),	S("h"),
					    S("d"),  S("k"),  S("M"),  S("G"),	S("Ki"),
					    S("Mi"), S("Gi"), S("KB"), S("MB"), S("%") };
	size_t i = s.len && *s.ptr == '-', digits = 0;

	for (; i < s.len && (ascii_is_digit(s.ptr[i]) || (s.ptr[i] == '.' && digits)); i++)
		digits += ascii_is_digit(s.ptr[i]);
	if (!digits || digits > 5)
		return false;
	for (size_t u = 0; u < ARRAY_LEN(units); u++)
		if (str_eq((struct str) { s.ptr + i, s.len - i }, units[u]))
			return true;
	return false;
}

/* "10.96.0.10", "10.96.0.10:443" */
static bool is_address(struct str s)
{
	size_t dots = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (!ascii_is_digit(s.ptr[i]) && s.ptr[i] != '.' && s.ptr[i] != ':' &&
		    s.ptr[i] != '/')
			return false;
		dots += s.ptr[i] == '.';
	}
	return dots == 3 && s.len <= 21;
}

/* "$(POD_NAME)", "${POD_NAME}" */
static bool is_reference(struct str s)
{
	char close = s.len > 3 && s.ptr[1] == '(' ? ')' : '}';

	if (s.len < 4 || s.ptr[0] != '$' || (s.ptr[1] != '(' && s.ptr[1] != '{') ||
	    s.ptr[s.len - 1] != close)
		return false;
	for (size_t i = 2; i < s.len - 1; i++)
		if (!ascii_is_upper(s.ptr[i]) && !ascii_is_digit(s.ptr[i]) && s.ptr[i] != '_')
			return false;
	return true;
}

/* "/var/lib/app": words in lower case, at most two digits in each. */
static bool is_plain_path(struct str s)
{
	size_t digits = 0;

	if (s.len < 2 || *s.ptr != '/')
		return false;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];

		digits = c == '/' ? 0 : digits + ascii_is_digit(c);
		if (digits > 2 || !(ascii_is_lower(c) || ascii_is_digit(c) || strchr("/-._", c)))
			return false;
	}
	return true;
}

bool rec__is_plain_value(struct str s)
{
	static const struct str words[] = {
		S(""),		 S("true"),    S("false"),	 S("True"),	   S("False"),
		S("yes"),	 S("no"),      S("on"),		 S("off"),	   S("null"),
		S("none"),	 S("nil"),     S("auto"),	 S("default"),	   S("debug"),
		S("info"),	 S("warn"),    S("warning"),	 S("error"),	   S("trace"),
		S("INFO"),	 S("DEBUG"),   S("WARN"),	 S("ERROR"),	   S("prod"),
		S("production"), S("staging"), S("dev"),	 S("development"), S("test"),
		S("json"),	 S("text"),    S("UTC"),	 S("localhost"),   S("0.0.0.0"),
		S("127.0.0.1"),	 S("::"),      S("kube-system"), S("Opaque"),	   S("root"),
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eq(s, words[i]))
			return true;
	return is_quantity(s) || is_address(s) || is_reference(s) || is_plain_path(s);
}
#undef S

bool rec__is_redacted(struct str s)
{
	enum { PREFIX = sizeof("redacted-") - 1, HEX = 16 };

	if (str_eqz(s, "redacted"))
		return true;
	if (s.len != PREFIX + HEX || memcmp(s.ptr, "redacted-", PREFIX) != 0)
		return false;
	for (size_t i = PREFIX; i < s.len; i++)
		if (!ascii_is_digit(s.ptr[i]) && !(s.ptr[i] >= 'a' && s.ptr[i] <= 'f'))
			return false;
	return true;
}
