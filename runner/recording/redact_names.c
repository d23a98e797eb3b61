/* SPDX-License-Identifier: Apache-2.0 */
/* redact_names.c - the names of credentials. */
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
	return c && strchr("-_. :/$+@", c);
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

	for (size_t i = name.len; i > 0 && !rec__in("./:", name.ptr[i - 1]); i--)
		if (ascii_is_lower(name.ptr[i - 1]))
			return false;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (name.len > ends[i].len &&
		    memcmp(name.ptr + name.len - ends[i].len, ends[i].ptr, ends[i].len) == 0)
			return true;
	return false;
}

/* Removes a last word that names the form of a value or which of several it is:
 * "passwordFileContent", "TOKEN_PROD", "clientsecretnew". */
static bool drop_form(struct tail *t)
{
	static const struct str forms[] = {
		S("value"),	   S("text"),	     S("data"),		S("string"),
		S("str"),	   S("filecontent"), S("filecontents"), S("content"),
		S("contents"),	   S("plain"),	     S("plaintext"),	S("raw"),
		S("base"),	   S("enc"),	     S("encoded"),	S("encrypted"),
		S("literal"),	   S("hash"),	     S("json"),		S("pem"),
		S("hex"),	   S("old"),	     S("new"),		S("current"),
		S("previous"),	   S("primary"),     S("backup"),	S("secondary"),
		S("main"),	   S("legacy"),	     S("tmp"),		S("temp"),
		S("prod"),	   S("production"),  S("dev"),		S("staging"),
		S("test"),	   S("override"),    S("default"),	S("fallback"),
		S("inline"),	   S("body"),	     S("txt"),		S("confirm"),
		S("confirmation"), S("repeat"),	     S("again"),	S("verify"),
		S("dummy"),
	};
	static const struct str letters[] = { S("a"), S("b"), S("c"), S("v"), S("x") };
	size_t drop = 0;

	for (size_t i = 0; i < ARRAY_LEN(forms) && !drop; i++)
		drop = ends_with_any(t, &forms[i], 1, false) ? forms[i].len : 0;
	for (size_t i = 0; i < ARRAY_LEN(letters) && !drop; i++)
		drop = ends_with_any(t, &letters[i], 1, true) ? letters[i].len : 0;
	t->len -= drop;
	while (drop && t->len && ascii_is_digit(t->text[t->len - 1])) /* "secret1.txt" */
		t->len--;
	return drop;
}

/* Whether "for" or "of" of length n is a word at i. In "passwdforroot" words have no marks: not
 * "tokenformat", and "of" would be a part of many words. */
static bool is_preposition(const struct tail *t, size_t i, size_t n)
{
	static const char *const others[] = { "format", "force", "form" };

	if (t->begins[i] || n < 3)
		return t->begins[i] && t->begins[i + n];
	for (size_t k = 0; k < ARRAY_LEN(others); k++)
		if (t->len - i >= strlen(others[k]) &&
		    memcmp(t->text + i, others[k], strlen(others[k])) == 0)
			return false;
	return true;
}

/* Removes "ForSlack", "of_root", "forroot" from the end. */
static bool drop_owner(struct tail *t)
{
	static const char *const words[] = { "for", "of" };

	for (size_t i = 1; i < t->len; i++)
		for (size_t w = 0; w < ARRAY_LEN(words); w++) {
			size_t n = strlen(words[w]);

			if (i + n >= t->len || memcmp(t->text + i, words[w], n) != 0 ||
			    !is_preposition(t, i, n))
				continue;
			t->len = i;
			return true;
		}
	return false;
}

/* "apiKeys"; not "imagePullSecrets", which holds names, and "maxTokens", a number. */
static bool is_plural(const struct tail *t)
{
	static const struct str ends[] = { S("keys"), S("passwords"), S("passwds"),
					   S("passphrases"), S("tokens") };
	static const struct str counts[] = { S("maxtokens"),	S("mintokens"),
					     S("numtokens"),	S("totaltokens"),
					     S("prompttokens"), S("completiontokens"),
					     S("inputtokens"),	S("outputtokens"),
					     S("newtokens") };

	return ends_with_any(t, ends, ARRAY_LEN(ends), false) &&
	       !ends_with_any(t, counts, ARRAY_LEN(counts), false);
}

/* Names of credentials, behind any prefix. */
static const struct str credential_ends[] = {
	S("password"),
	S("passwords"),
	S("passwd"),
	S("pwd"),
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
	S("deploykey"),
	S("consumerkey"),
	S("cookiekey"),
	S("walletkey"),
	S("walletseed"),
	S("privkey"),
	S("seckey"),
	S("peerkey"),
	S("vpnkey"),
	S("wireguardkey"),
	S("stripekey"),
	S("openaikey"),
	S("activationkey"),
	S("productkey"),
	S("partnerkey"),
	S("merchantkey"),
	S("ingestionkey"),
	S("instrumentationkey"),
	S("authenticationkey"),
	S("authorizationkey"),
	S("tokenkey"),
	S("sealkey"),
	S("rootpass"),
	S("adminpass"),
	S("authpass"),
	S("sslpass"),
	S("certpass"),
	S("p12pass"),
	S("adminpw"),
	S("dbpw"),
	S("userpw"),
	S("authheader"),
	S("authstring"),
	S("authcode"),
	S("mnemonicphrase"),
	S("servicekey"),
	S("applicationkey"),
	S("appkey"),
	S("adminkey"),
	S("writekey"),
	S("webhookkey"),
	S("cipherkey"),
	S("cryptkey"),
	S("cryptokey"),
	S("aeskey"),
	S("rsakey"),
	S("gossipkey"),
	S("accesscode"),
	S("verificationcode"),
	S("connstr"),
	S("connectionuri"),
	S("routingkey"),
	S("integrationkey"),
	S("pincode"),
	S("userkey"),
	S("sonarlogin"),
	S("sessid"),
	S("securejsondata"),
	S("githuboauth"),
	S("gitlaboauth"),
	S("bitbucketoauth"),
	S("motdepasse"),
	S("contrasena"),
	S("contrase\xc3\xb1"
	  "a"),
};

/* Names of credentials, only as a word of their own. */
static const struct str credential_words[] = {
	S("pass"),    S("pwd"),	      S("pw"),	    S("auth"),	S("sid"),  S("sig"),
	S("session"), S("cred"),      S("otp"),	    S("psk"),	S("jwt"),  S("sas"),
	S("pin"),     S("senha"),     S("dsn"),	    S("totp"),	S("hmac"), S("salt"),
	S("pepper"),  S("unlockkey"), S("certkey"), S("csrf"),	S("xsrf"), S("kek"),
	S("psw"),     S("pswd"),      S("passw"),   S("pword"), S("dek"),  S("passe")
};

/* Whole names. */
static const struct str credential_names[] = { S("certificate"), S("tokens"),	S("pgpass"),
					       S("dbpass"),	 S("userpass"), S("stringdata") };

/* Words that count in front of an owner or a form only. */
static const struct str short_words[] = { S("pass"), S("pwd"), S("pw") };

static bool names_credential(struct str name)
{
	struct tail t;

	name = trim_index(name);
	/* "/api/.../token": the path of an OpenAPI document */
	if (!name.len || *name.ptr == '/')
		return false;
	read_tail(name, &t);
	if (t.len && (ends_with_any(&t, credential_words, ARRAY_LEN(credential_words), true) ||
		      is_any(&t, credential_names, ARRAY_LEN(credential_names)) ||
		      is_sensitive_constant(name)))
		return true;
	if (is_plural(&t))
		t.len--;
	for (bool first = true;; first = false) {
		if (t.len &&
		    (ends_with_any(&t, credential_ends, ARRAY_LEN(credential_ends), false) ||
		     (!first && ends_with_any(&t, short_words, ARRAY_LEN(short_words), true))))
			return true;
		/* the owner first: the last word of "passwordForX" is no form */
		if (!(first && drop_owner(&t)) && !drop_form(&t))
			return false;
	}
}

/* Documents repeat the same few names, so the last results are kept. */
bool rec__is_sensitive(struct str name)
{
	enum { SLOTS = 256, NAME_MAX_BYTES = 30 };
	static _Thread_local struct {
		char text[NAME_MAX_BYTES];
		uint8_t len; /* 0: free */
		bool sensitive;
	} slots[SLOTS];
	uint32_t hash = 2166136261U;

	if (!name.len || name.len > NAME_MAX_BYTES)
		return names_credential(name);
	for (size_t i = 0; i < name.len; i++)
		hash = (hash ^ (unsigned char)name.ptr[i]) * 16777619U;
	hash = (hash ^ hash >> 16) % SLOTS;
	if (slots[hash].len != name.len || memcmp(slots[hash].text, name.ptr, name.len) != 0) {
		slots[hash].sensitive = names_credential(name);
		slots[hash].len = (uint8_t)name.len;
		memcpy(slots[hash].text, name.ptr, name.len);
	}
	return slots[hash].sensitive;
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
#undef S
