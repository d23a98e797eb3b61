/* SPDX-License-Identifier: Apache-2.0 */
/* certificate_subject.c - the plug-in CertificateSubjectRestriction: a request for a client
 * certificate of the API server must not name the group system:masters. Parses PKCS #10 only up to
 * the subject. */
#include "base/base64.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"

enum { DER_INTEGER = 0x02, DER_OID = 0x06, DER_SEQUENCE = 0x30, DER_SET = 0x31 };

struct der {
	const unsigned char *at;
	size_t left;
};

/* Reads the next element, which must have that type (0: any), from `from`. False: invalid. */
static bool der_next(struct der *from, unsigned type, struct der *content)
{
	size_t len, head = 2;

	if (from->left < 2 || (type && from->at[0] != type))
		return false;
	len = from->at[1];
	if (len & 0x80) {
		size_t bytes = len & 0x7f;

		if (bytes == 0 || bytes > 4 || from->left < 2 + bytes)
			return false;
		len = 0;
		for (size_t i = 0; i < bytes; i++)
			len = len << 8 | from->at[2 + i];
		head += bytes;
	}
	if (len > from->left - head)
		return false;
	*content = (struct der) { from->at + head, len };
	from->at += head + len;
	from->left -= head + len;
	return true;
}

/* CertificationRequest { CertificationRequestInfo { version, subject, ... }, ... } */
static bool names_masters(struct der csr, bool *valid)
{
	static const unsigned char organization[] = { 0x55, 0x04, 0x0a };
	static const char masters[] = "system:masters";
	struct der all, info, ignored, subject, set, pair, oid, value;
	bool found = false;

	*valid = der_next(&csr, DER_SEQUENCE, &all) && der_next(&all, DER_SEQUENCE, &info) &&
		 der_next(&info, DER_INTEGER, &ignored) && der_next(&info, DER_SEQUENCE, &subject);
	while (*valid && subject.left) {
		*valid = der_next(&subject, DER_SET, &set);
		while (*valid && set.left) {
			*valid = der_next(&set, DER_SEQUENCE, &pair) &&
				 der_next(&pair, DER_OID, &oid) && der_next(&pair, 0, &value);
			found |= *valid && oid.left == sizeof(organization) &&
				 memcmp(oid.at, organization, oid.left) == 0 &&
				 value.left == sizeof(masters) - 1 &&
				 memcmp(value.at, masters, value.left) == 0;
		}
	}
	return *valid && found;
}

/* Decodes the lines between the PEM markers. False: no request. */
static bool decode_pem(struct str pem, struct strbuf *der)
{
	static const char begin[] = "-----BEGIN CERTIFICATE REQUEST-----";
	static const char end[] = "-----END CERTIFICATE REQUEST-----";
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF whole = STRBUF_INIT;
	const char *from, *to;
	size_t bad;

	strbuf_adds(&whole, pem);
	if (whole.failed)
		return false;
	from = strstr(whole.ptr, begin);
	to = from ? strstr(from, end) : NULL;
	if (!to)
		return false;
	for (const char *p = from + sizeof(begin) - 1; p < to; p++)
		if (*p != '\n' && *p != '\r' && *p != ' ' && *p != '\t')
			strbuf_addc(&text, *p);
	return !text.failed && base64_decode(der, strbuf_str(&text), BASE64_STD, &bad);
}

int fakeapi__certificate_subject_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	static const char signer[] = "kubernetes.io/kube-apiserver-client";
	const cJSON *spec = fakeapi__member(obj, "spec");
	AUTO_STRBUF pem = STRBUF_INIT;
	AUTO_STRBUF der = STRBUF_INIT;
	bool valid = false, masters = false;
	size_t bad;

	if (old || strcmp(fakeapi__string(spec, "signerName"), signer) != 0)
		return 0;
	if (base64_decode(&pem, str_of(fakeapi__string(spec, "request")), BASE64_STD, &bad) &&
	    decode_pem(strbuf_str(&pem), &der))
		masters =
		    names_masters((struct der) { (const unsigned char *)der.ptr, der.len }, &valid);
	if (!valid)
		return fakeapi__forbid_why(
		    c, obj,
		    "failed to parse CSR: PEM block type must be CERTIFICATE "
		    "REQUEST");
	return masters ? fakeapi__forbid_why(
			     c, obj, "use of %s signer with system:masters group is not allowed",
			     signer)
		       : 0;
}
