/* SPDX-License-Identifier: Apache-2.0 */
/* Words after the name of a credential: values, or words of the sentence. */
#include "runner/recording/redact_impl.h"
#include "tests/kit/testing.h"

struct word {
	const char *text;
	bool is;
};

static void check_words(bool (*is)(struct str), const struct word *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is(str_of(words[i].text)) != words[i].is)
			fail_msg("\"%s\": wanted %d", words[i].text, words[i].is);
}

static void random_words_mix_characters_that_words_do_not(void **state)
{
	static const struct word words[] = {
		/* five bytes: a strong sign, a digit and a letter of either case */
		{ "a1!bc", true },
		{ "A1!BC", true },
		{ "!1aaa", true },
		{ "a1!b", false },
		{ "ab!cd", false },
		{ "12!34", false },
		{ "a1#bc", false },
		{ "a1bcd", false },
		{ "a1$bc", true },
		{ "a1%bc", true },
		{ "a1*bc", true },
		{ "a1^bc", true },
		/* eight: a sign, or two kinds of letters and digits */
		{ "abcdefgh", false },
		{ "ABCDEFGH", false },
		{ "Abcdefgh", false },
		{ "abcdEfgh", true },
		{ "abcdefg1", true },
		{ "ABCDEFG1", true },
		{ "12345678", false },
		{ "abcdef~g", true },
		{ "abc+defg", true },
		{ "abc&defg", true },
		{ "abc=defg", true },
		{ "abc#defg", true },
		{ "abcdEfg", false },
		{ "abcdef1", false },
		{ "a~cdefg", false },
		/* names of hosts, versions and paths */
		{ "abc-1def", false },
		{ "abc.1def", false },
		{ "abc/1def", false },
		{ "abc:1def", false },
		{ "a-B-c-d9", false },
		{ "a-bcdef~", true },
		{ "", false },
	};

	(void)state;
	check_words(rec__is_random_word, words, ARRAY_LEN(words));
}

static void unlikely_words_are_too_long_for_a_number_or_a_word(void **state)
{
	static const struct {
		const char *keyword, *text;
		bool is;
	} cases[] = {
		{ "password", "123456789", true },
		{ "password", "12345678", false },
		{ "password", "correcthorseba", true },
		{ "password", "correcthorseb", false },
		{ "password", "correct_horse_battery", false },
		{ "password", "authentications", false },
		{ "password", "internationally", false },
		{ "password", "correcthorsebatteryist", true },
		{ "password", "abcd1fgh", true },
		/* objects may have such names */
		{ "secret", "correcthorseba", false },
		{ "Secrets", "123456789", false },
		{ "credential", "correcthorseba", false },
		{ "credentials", "correcthorseba", false },
		{ "session", "correcthorseba", false },
		{ "signature", "correcthorseba", false },
		{ "token", "correcthorseba", true },
		{ "secre", "correcthorseba", true },
		{ "secret", "abcd1fgh", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (rec__is_unlikely_word(str_of(cases[i].keyword), str_of(cases[i].text)) !=
		    cases[i].is)
			fail_msg("%s %s: wanted %d", cases[i].keyword, cases[i].text, cases[i].is);
}

static void statements_about_passwords_are_no_values(void **state)
{
	static const struct word words[] = {
		{ "required", true },
		{ "Required", true },
		{ "username", true },
		{ "irrelevant", true },
		{ "hunter", false },
		{ "require", false },
		{ "rotated", true },
		{ "missing", true },
		{ "guessable", true },
		{ "convertible", true },
		{ "silently", true },
		{ "ed", false },
		{ "ly", false },
		{ "aed", true },
		{ "overcomplicatedd", false },
		{ "overcomplicated", true },
		{ "aovercomplicated", true },
		{ "aaovercomplicated", false },
		{ "", false },
	};

	(void)state;
	check_words(rec__describes_password, words, ARRAY_LEN(words));
}

static void names_end_like_passwords(void **state)
{
	static const struct word words[] = {
		{ "password", true },  { "PASSWORD", true },   { "userPassword", true },
		{ "db_passwd", true }, { "passphrase", true }, { "userPass", true },
		{ "root-pwd", true },  { "my_pw", true },      { "rootpw", true },
		{ "pw", false },       { "passwords", false }, { "assword", false },
		{ "", false },
	};
	static const struct word types[] = {
		{ "secret", true },    { "Secrets", true },    { "token", true },
		{ "tokens", true },    { "CREDENTIAL", true }, { "credentials", true },
		{ "session", true },   { "signature", true },  { "sessions", false },
		{ "password", false }, { "secre", false },     { "", false },
	};

	(void)state;
	check_words(rec__is_password, words, ARRAY_LEN(words));
	check_words(rec__is_type_word, types, ARRAY_LEN(types));
}

/* '|' stands for the place. */
static size_t place_of(const char *text, struct strbuf *out)
{
	size_t at = strcspn(text, "|");

	assert_int_equal(text[at], '|');
	strbuf_add(out, text, at);
	strbuf_addz(out, text + at + 1);
	return at;
}

static void clause_ends_at_a_sign_or_before_a_conjunction(void **state)
{
	static const struct word cases[] = {
		{ "is x|", true },	 { "is x|.", true },	  { "is x|, so", true },
		{ "is x|; so", true },	 { "(is x|)", true },	  { "is x|!", true },
		{ "is x|\r\n", true },	 { "is x|\n", true },	  { "is x|  ", true },
		{ "is x| and y", true }, { "is x| but y", true }, { "is x| for y", true },
		{ "is x| (y)", true },	 { "is x| - y", true },	  { "is x|and y", false },
		{ "is x| y", false },	 { "is x| andy", false }, { "is x|(y)", false },
		{ "is x|- y", false },	 { "is x| -y", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		size_t at = place_of(cases[i].text, &text);

		if (rec__ends_clause(strbuf_str(&text), at) != cases[i].is)
			fail_msg("\"%s\": wanted %d", cases[i].text, cases[i].is);
	}
}

#define LONG "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static void word_before_is_the_part_after_the_last_blank(void **state)
{
	static const struct {
		const char *text, *word;
	} cases[] = {
		{ "a bc|", "bc" },  { "a bc |d", "bc" },    { "a bc \t|d", "bc" },
		{ "a\nbc|", "bc" }, { "a\r\nbc|", "bc" },   { "a\tbc|", "bc" },
		{ "bc|", "bc" },    { "  |", "" },	    { "|a", "" },
		{ LONG "|", LONG }, { "b" LONG "|", LONG },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		size_t at = place_of(cases[i].text, &text);
		struct str word = rec__word_before(strbuf_str(&text), at);

		if (!str_eqz(word, cases[i].word))
			fail_msg("\"%s\": \"" STR_FMT "\"", cases[i].text, STR_ARG(word));
	}
}

static void keys_are_named_by_the_word_before(void **state)
{
	static const struct word cases[] = {
		{ "api |key", true },	 { "API |Key", true },	   { "access |key", true },
		{ "secret |key", true }, { "private |key", true }, { "encryption |key", true },
		{ "api  |key", true },	 { "an api |key", true },  { "public |key", false },
		{ "the |key", false },	 { "|key", false },	   { "api |keys", false },
		{ "api |token", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		size_t at = place_of(cases[i].text, &text);

		if (rec__is_key_name(strbuf_str(&text), at, text.len) != cases[i].is)
			fail_msg("\"%s\": wanted %d", cases[i].text, cases[i].is);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_words_mix_characters_that_words_do_not),
		cmocka_unit_test(unlikely_words_are_too_long_for_a_number_or_a_word),
		cmocka_unit_test(statements_about_passwords_are_no_values),
		cmocka_unit_test(names_end_like_passwords),
		cmocka_unit_test(clause_ends_at_a_sign_or_before_a_conjunction),
		cmocka_unit_test(word_before_is_the_part_after_the_last_blank),
		cmocka_unit_test(keys_are_named_by_the_word_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
