/* SPDX-License-Identifier: Apache-2.0 */
/* Certificates of CAs in PEM: which blocks count. */
#include "informer/pem.h"
#include "tests/kit/testing.h"

#define A "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n"
#define B "-----BEGIN CERTIFICATE-----\nMAMCAQI=\n-----END CERTIFICATE-----\n"

static void only_complete_certificates_are_kept(void **state)
{
	static const struct {
		const char *pem;
		size_t count;
		const char *kept;
	} cases[] = {
		{ "", 0, "" },
		{ "no certificate\n", 0, "" },
		{ A, 1, A },
		{ A B, 2, A B },
		{ "before\n" A "between\n" B "behind", 2, A B },
		{ " " A, 0, "" }, /* not at the start of a line */
		{ A "-----BEGIN CERTIFICATE-----\nMAMCAQI=\n", 1, A },
		{ "-----BEGIN CERTIFICATE-----\nMAMC\n" A, 1, A },
		{ "-----BEGIN CERTIFICATE-----\nMAMC\n-----BEGIN X-----\n-----END "
		  "CERTIFICATE-----\n" A,
		  1, A },
		{ "-----BEGIN CERTIFICATE-----\nMA?CAQE=\n-----END CERTIFICATE-----\n" B, 1, B },
		{ "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", 0, "" },
		{ "-----BEGIN CERTIFICATE-----\n\n-----END CERTIFICATE-----\n", 0, "" },
		{ "-----BEGIN EC PRIVATE KEY-----\nMAMCAQE=\n-----END EC PRIVATE KEY-----\n" A, 1,
		  A },
		{ "-----BEGIN CERTIFICATE-----\r\nMAMC\r\nAQE=\r\n-----END CERTIFICATE-----\r\n", 1,
		  "-----BEGIN CERTIFICATE-----\r\nMAMC\r\nAQE=\r\n-----END CERTIFICATE-----\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF kept = STRBUF_INIT;
		size_t count = inf__pem_certificates(str_of(cases[i].pem), &kept);

		if (count != cases[i].count || strcmp(kept.ptr, cases[i].kept) != 0)
			fail_msg("case %zu: %zu, %s", i, count, kept.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_complete_certificates_are_kept),
	};

	return cmocka_run_group_tests_name("informer/pem", tests, NULL, NULL);
}
