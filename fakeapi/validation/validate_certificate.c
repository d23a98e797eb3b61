/* SPDX-License-Identifier: Apache-2.0 */
/* validate_certificate.c - CertificateSigningRequests, their approval and their status
 * (pkg/apis/certificates/validation). */
#include "base/base64.h"

#include "fakeapi/meta/certificate_request.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t status_at = { NULL, "status", 0, { NULL, 0 } };

static void check_condition(causes_t *c, const path_t *at, const cJSON *m)
{
	static const char *const ends[] = { "Approved", "Denied", "Failed" };
	static const char *const only_true[] = { "True", NULL };
	static const char *const any[] = { "False", "True", "Unknown", NULL };
	const char *type = fakeapi__string(m, "type");
	const char *const *allowed = any;

	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (strcmp(type, ends[i]) == 0)
			allowed = only_true;
	if (!*type)
		fakeapi__cause_required(c, PATH(at, "type"), NULL);
	if (!*fakeapi__string(m, "status"))
		fakeapi__cause_required(c, PATH(at, "status"), NULL);
	else
		fakeapi__check_one_of(c, PATH(at, "status"), fakeapi__member(m, "status"), allowed);
}

static void check_conditions(causes_t *c, const cJSON *list)
{
	const path_t *at = PATH(&status_at, "conditions");
	bool approved = false, denied = false;
	struct fakeapi__lookup types;
	const cJSON *m;
	size_t i = 0;

	fakeapi__lookup_items(&types, list, "type", list);
	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *type = fakeapi__string(m, "type");

		i++;
		check_condition(c, here, m);
		approved |= strcmp(type, "Approved") == 0;
		denied |= strcmp(type, "Denied") == 0;
		if (approved && denied &&
		    (strcmp(type, "Approved") == 0 || strcmp(type, "Denied") == 0))
			fakeapi__cause_invalid(c, at, fakeapi__member(m, "type"),
					       "Approved and Denied conditions are mutually "
					       "exclusive");
		if (fakeapi__lookup_again(&types, m))
			fakeapi__cause_duplicate(c, PATH(here, "type"), fakeapi__member(m, "type"));
	}
	fakeapi__lookup_fini(&types);
}

static size_t count_of(const cJSON *list, const char *type)
{
	const cJSON *m;
	size_t n = 0;

	cJSON_ArrayForEach(m, list) n += strcmp(fakeapi__string(m, "type"), type) == 0;
	return n;
}

/* Checks for PEM blocks of certificates, but not their content. */
static void check_issued(causes_t *c, const path_t *at, const char *base64)
{
	static const char begin[] = "-----BEGIN ", dashes[] = "-----";
	AUTO_STRBUF raw = STRBUF_INIT, text = STRBUF_INIT;
	const char *head, *end;
	size_t blocks = 0;

	(void)base64_decode(&raw, str_of(base64), BASE64_STD, NULL);
	strbuf_addc(&raw, '\n');
	c->nomem |= raw.failed;
	head = raw.failed ? NULL : raw.ptr;
	while (*base64 && head && (head = strstr(head, begin)) &&
	       (end = strstr(head + strlen(begin), dashes))) {
		struct str type = { head + strlen(begin), 0 };

		type.len = (size_t)(end - type.ptr);
		if (!str_eqz(type, "CERTIFICATE")) {
			strbuf_addz(&text, "only CERTIFICATE PEM blocks are allowed, found ");
			fakeapi__go_quote(&text, type);
			break;
		}
		blocks++;
		head = strstr(end, "-----END CERTIFICATE-----");
		head = head ? head + strlen("-----END CERTIFICATE-----") : NULL;
	}
	if (*base64 && !blocks && !text.len)
		strbuf_addz(&text, "must contain at least one CERTIFICATE PEM block");
	c->nomem |= text.failed;
	if (text.len && !text.failed)
		fakeapi__cause_invalid_str(c, at, STR("<certificate data>"), text.ptr);
}

static void check_certificate(causes_t *c, const cJSON *obj, const cJSON *old, bool decides,
			      bool issues)
{
	static const char *const ends[] = { "Approved", "Denied", "Failed" };
	const path_t *at = PATH(&status_at, "conditions"),
		     *issued = PATH(&status_at, "certificate");
	const cJSON *now = fakeapi__dig(obj, "status", "conditions", NULL);
	const cJSON *before = fakeapi__dig(old, "status", "conditions", NULL);
	const char *had = fakeapi__string(fakeapi__member(old, "status"), "certificate");
	const char *has = fakeapi__string(fakeapi__member(obj, "status"), "certificate");
	AUTO_STRBUF text = STRBUF_INIT;

	check_conditions(c, now);
	if (strcmp(had, has) != 0)
		check_issued(c, issued, has);
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		if (count_of(now, ends[i]) >= count_of(before, ends[i]))
			continue;
		strbuf_clear(&text);
		strbuf_addf(&text, "updates may not remove a condition of type \"%s\"", ends[i]);
		fakeapi__cause_forbidden(c, at, text.ptr);
	}
	for (size_t i = 0; i < 2 && !decides; i++) {
		if (count_of(now, ends[i]) <= count_of(before, ends[i]))
			continue;
		strbuf_clear(&text);
		strbuf_addf(&text, "updates may not add a condition of type \"%s\"", ends[i]);
		fakeapi__cause_forbidden(c, at, text.ptr);
	}
	if (strcmp(had, has) != 0 && !issues)
		fakeapi__cause_forbidden(c, issued, "updates may not set certificate content");
	else if (strcmp(had, has) != 0 && *had)
		fakeapi__cause_forbidden(c, issued,
					 "updates may not modify existing certificate content");
}

void fakeapi__check_certificate_approval(causes_t *c, const cJSON *obj, const cJSON *old)
{
	check_certificate(c, obj, old, true, false);
}

void fakeapi__check_certificate_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	check_certificate(c, obj, old, false, true);
}

static void check_request(causes_t *c, const path_t *at, const cJSON *request)
{
	AUTO_STRBUF pem = STRBUF_INIT, why = STRBUF_INIT;
	const char *base64 = fakeapi__text(request);

	(void)base64_decode(&pem, str_of(base64), BASE64_STD, NULL);
	if (!pem.failed && !fakeapi__certificate_request(strbuf_str(&pem), &why) && why.len)
		fakeapi__cause_invalid(c, at, request, why.ptr);
	c->nomem |= pem.failed || why.failed;
}

/* "example.com/signer": checks each label of one half (ValidateSignerName). */
static void check_signer_labels(causes_t *c, const path_t *at, struct str half,
				enum fakeapi__format format)
{
	for (size_t from = 0; from <= half.len;) {
		const char *dot = memchr(half.ptr + from, '.', half.len - from);
		size_t to = dot ? (size_t)(dot - half.ptr) : half.len;
		AUTO_STRBUF label = STRBUF_INIT, wrong = STRBUF_INIT;

		strbuf_add(&label, half.ptr + from, to - from);
		fakeapi__format_check(c->features, format, label.len ? label.ptr : "", &wrong);
		if (wrong.len) {
			AUTO_STRBUF why = STRBUF_INIT;

			strbuf_addf(&why, "validating label \"" STR_FMT "\": %s",
				    STR_ARG(strbuf_str(&label)), wrong.ptr);
			fakeapi__cause_invalid_str(c, at, half, why.ptr);
		}
		c->nomem |= label.failed || wrong.failed;
		from = to + 1;
	}
}

static void check_signer(causes_t *c, const path_t *at, const char *name)
{
	const char *slash = strchr(name, '/');
	struct str domain = { name, slash ? (size_t)(slash - name) : 0 };

	if (!*name) {
		fakeapi__cause_required(c, at, NULL);
		return;
	}
	if (strcmp(name, "kubernetes.io/legacy-unknown") == 0) {
		fakeapi__cause_invalid_str(c, at, str_of(name),
					   "the legacy signerName is not allowed via this API "
					   "version");
		return;
	}
	if (!slash || strchr(slash + 1, '/')) {
		fakeapi__cause_invalid_str(c, at, str_of(name),
					   "must be a fully qualified domain and path of the form "
					   "'example.com/signer-name'");
		return;
	}
	if (!memchr(domain.ptr, '.', domain.len))
		fakeapi__cause_invalid_str(c, at, domain,
					   "should be a domain with at least two segments "
					   "separated by dots");
	check_signer_labels(c, at, domain, FAKEAPI_DNS_LABEL);
	check_signer_labels(c, at, str_of(slash + 1), FAKEAPI_DNS_SUBDOMAIN);
}

void fakeapi__check_certificate_request(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const usages[] = {
		"any",
		"cert sign",
		"client auth",
		"code signing",
		"content commitment",
		"crl sign",
		"data encipherment",
		"decipher only",
		"digital signature",
		"email protection",
		"encipher only",
		"ipsec end system",
		"ipsec tunnel",
		"ipsec user",
		"key agreement",
		"key encipherment",
		"microsoft sgc",
		"netscape sgc",
		"ocsp signing",
		"s/mime",
		"server auth",
		"signing",
		"timestamping",
		NULL,
	};
	static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };
	const cJSON *spec = fakeapi__member(obj, "spec"), *list = fakeapi__member(spec, "usages"),
		    *u;
	const cJSON *seconds = fakeapi__member(spec, "expirationSeconds");
	const path_t *at = PATH(&spec_at, "usages");
	struct fakeapi__lookup known;
	size_t i = 0;

	(void)old;
	check_request(c, PATH(&spec_at, "request"), fakeapi__member(spec, "request"));
	fakeapi__check_some(c, at, list);
	fakeapi__lookup_items(&known, list, NULL, list);
	cJSON_ArrayForEach(u, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_one_of(c, here, u, usages);
	}
	i = 0;
	cJSON_ArrayForEach(u, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (fakeapi__lookup_again(&known, u))
			fakeapi__cause_duplicate(c, here, u);
	}
	fakeapi__lookup_fini(&known);
	check_signer(c, PATH(&spec_at, "signerName"), fakeapi__string(spec, "signerName"));
	if (cJSON_IsNumber(seconds) && seconds->valuedouble < 600)
		fakeapi__cause_invalid(c, PATH(&spec_at, "expirationSeconds"), seconds,
				       "may not specify a duration less than 600 seconds (10 "
				       "minutes)");
}
