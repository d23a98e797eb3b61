/* SPDX-License-Identifier: Apache-2.0 */
/* redact_issued.c - recognizes credentials by their form: an issuer's mark ("ghp_x"), random
 * letters of both cases with digits, bootstrap tokens. */
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum {
	ISSUED_BYTES_MIN = 12,
	DIGITS_MIN = 3,
	LINE_BYTES_MAX = 256,
	MIXED_BYTES_MIN = 20,
	AWS_SECRET_BYTES = 40,
	BOOTSTRAP_BYTES = 23, /* "abcdef.0123456789abcdef" */
	BOOTSTRAP_DOT = 6,
	MIXED_BYTES_MAX = 512, /* longer words are files in base64 */
};

/* --- random bytes --- */

/* Whether a character of another kind occurs at least every `every` bytes, among letters of both
 * cases and digits. Names and hashes do not look like that. */
static bool changes_kind(struct str s, size_t every)
{
	size_t changes = 0, digits = 0, lower = 0, upper = 0;
	int kind = 0;

	for (size_t i = 0; i < s.len; i++) {
		bool digit = ascii_is_digit(s.ptr[i]), small = ascii_is_lower(s.ptr[i]);
		int now = digit ? 1 : small ? 2 : ascii_is_upper(s.ptr[i]) ? 3 : 0;

		digits += now == 1;
		lower += now == 2;
		upper += now == 3;
		changes += now && kind && now != kind;
		kind = now ? now : kind;
	}
	return digits && lower >= 2 && upper >= 2 && every * changes >= s.len;
}

static bool is_mixed(struct str s)
{
	return s.len >= MIXED_BYTES_MIN && changes_kind(s, 3);
}

static bool is_base64(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!ascii_is_alnum(s.ptr[i]) && s.ptr[i] != '+' && s.ptr[i] != '/')
			return false;
	return true;
}

/* The offset of the first part, between slashes and dots, that is mixed. */
static size_t mixed_at(struct str word)
{
	size_t from = 0;

	if (word.len > MIXED_BYTES_MAX && !rec__starts(word, 0, "MII")) /* a key in DER */
		return SIZE_MAX;
	if (word.len == AWS_SECRET_BYTES && is_base64(word) && changes_kind(word, 4))
		return 0;
	for (size_t i = 0; i <= word.len; i++) {
		if (i < word.len && word.ptr[i] != '/' && word.ptr[i] != '.')
			continue;
		if (is_mixed(rec__part(word, from, i)))
			return from;
		from = i + 1;
	}
	return SIZE_MAX;
}

/* "abcdef.0123456789abcdef" of kubeadm */
static bool is_bootstrap_token(struct str word)
{
	size_t digits = 0, letters = 0;

	if (word.len != BOOTSTRAP_BYTES || word.ptr[BOOTSTRAP_DOT] != '.')
		return false;
	for (size_t i = 0; i < word.len; i++) {
		if (i == BOOTSTRAP_DOT)
			continue;
		if (!ascii_is_digit(word.ptr[i]) && !ascii_is_lower(word.ptr[i]))
			return false;
		digits += i > BOOTSTRAP_DOT && ascii_is_digit(word.ptr[i]);
		letters += i > BOOTSTRAP_DOT && ascii_is_lower(word.ptr[i]);
	}
	return digits >= DIGITS_MIN && letters >= DIGITS_MIN;
}

/* --- marks --- */

/* "sk-learn-operator" is a name. */
static bool is_credential_text(struct str s)
{
	size_t digits = 0, letters = 0;

	s.len = s.len < LINE_BYTES_MAX ? s.len : LINE_BYTES_MAX;
	for (size_t i = 0; i < s.len; i++) {
		digits += ascii_is_digit(s.ptr[i]);
		letters += ascii_is_alnum(s.ptr[i]);
	}
	return s.len >= ISSUED_BYTES_MIN && (digits >= DIGITS_MIN || letters == s.len);
}

/* The length of the mark at `at`, or 0. */
static size_t mark_at(struct str word, size_t at)
{
	static const char *const marks[] = { "ghp_",
					     "gho_",
					     "ghu_",
					     "ghs_",
					     "ghr_",
					     "github_pat_",
					     "glpat-",
					     "gldt-",
					     "glrt-",
					     "glft-",
					     "glsoat-",
					     "glagent-",
					     "glptt-",
					     "glcbt-",
					     "glimt-",
					     "gloas-",
					     "glffct-",
					     "gta_",
					     "sk_live_",
					     "sk_test_",
					     "rk_live_",
					     "rk_test_",
					     "sk-",
					     "xoxb-",
					     "xoxp-",
					     "xoxa-",
					     "xoxr-",
					     "xoxs-",
					     "xoxe-",
					     "xoxe.",
					     "xoxc-",
					     "xoxd-",
					     "xapp-",
					     "AKIA",
					     "ASIA",
					     "AIza",
					     "ya29.",
					     "npm_",
					     "dckr_",
					     "hvs.",
					     "hvb.",
					     "hf_",
					     "pypi-",
					     "dop_v1_",
					     "doo_v1_",
					     "dor_v1_",
					     "shpat_",
					     "shpss_",
					     "shpca_",
					     "shppa_",
					     "sha256~",
					     "SG.",
					     "SK",
					     "AGE-SECRET-",
					     "lin_api_",
					     "glsa_",
					     "glc_",
					     "whsec_",
					     "sq0csp-",
					     "sq0atp-",
					     "EAAA",
					     "rubygems_",
					     "oy2",
					     "pul-",
					     "dapi",
					     "NRAK-",
					     "PMAK-",
					     "dp.pt.",
					     "sntrys_",
					     "sntryu_",
					     "figd_",
					     "ATATT",
					     "HRKU-",
					     "sess-",
					     "ops_",
					     "xai-",
					     "gsk_",
					     "r8_",
					     "nvapi-",
					     "nfp_",
					     "bkua_",
					     "CCIPAT_",
					     "atlasv1.",
					     "vercel_blob_rw_",
					     "b3BlbnNzaC1rZXkt",
					     "phc_",
					     "key-",
					     "services/T",
					     "bearer.authorization.k8s.io." };

	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		if (*marks[i] == word.ptr[at] && rec__starts(word, at, marks[i]))
			return strlen(marks[i]);
	return 0;
}

/* Marks that are also prefixes of other words. */
static bool is_weak_mark(struct str mark)
{
	static const char *const weak[] = { "SK", "key-", "dapi", "sess-", "ops_", "pul-" };

	for (size_t i = 0; i < ARRAY_LEN(weak); i++)
		if (str_eqz(mark, weak[i]))
			return true;
	return false;
}

/* 32 letters of one case and digits: random bytes as text. */
static bool is_code(struct str s)
{
	size_t n = 0, digits = 0;

	while (n < s.len && ascii_is_alnum(s.ptr[n])) {
		digits += ascii_is_digit(s.ptr[n]);
		n++;
	}
	return n >= 32 && digits >= 5;
}

/* The start of the part that contains `at`: "x.atlasv1.y". */
static size_t segment_at(struct str word, size_t at)
{
	size_t from = at;

	if (at == 0 || word.ptr[at - 1] != '.')
		return at;
	while (from > 0 && word.ptr[from - 1] != '/' && word.ptr[from - 1] != '=')
		from--;
	return from;
}

static size_t marked_at(struct str word)
{
	for (size_t at = 0; at + ISSUED_BYTES_MIN < word.len; at++) {
		struct str rest;
		size_t n;

		if (at > 0 && ascii_is_alnum(word.ptr[at - 1]))
			continue;
		n = mark_at(word, at);
		rest = rec__part(word, at + n, word.len);
		if (n && is_credential_text(rest) &&
		    (!is_weak_mark(rec__part(word, at, at + n)) || is_code(rest) ||
		     is_mixed(rec__part(rest, 0, rest.len < 32 ? rest.len : 32))))
			return word.ptr[at + n - 2] == '/' ? at + n : segment_at(word, at);
	}
	return SIZE_MAX;
}

size_t rec__issued_at(struct str word, bool free)
{
	size_t marked, mixed;

	if (word.len <= ISSUED_BYTES_MIN)
		return SIZE_MAX;
	marked = marked_at(word);
	if (!free)
		return marked;
	if (is_bootstrap_token(word))
		return 0;
	mixed = mixed_at(word);
	return mixed < marked ? mixed : marked;
}
