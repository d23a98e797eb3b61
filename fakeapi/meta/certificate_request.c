/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/certificate_request.h"

#include <string.h>

#include "base/base64.h"
#include "base/text/ascii.h"

enum { TAG_INTEGER = 2, TAG_BITS = 3, TAG_SEQUENCE = 16, TAG_HIGH = 0x1f };
enum { LENGTH_MAX = 1 << 23 };

struct der {
	const unsigned char *at;
	size_t left;
	size_t offset; /* of `at` in the innermost sequence that Go parses separately */
};

struct element {
	unsigned class, tag;
	bool compound;
	size_t length, head;
};

static bool syntax(struct strbuf *why, const char *text)
{
	strbuf_addf(why, "asn1: syntax error: %s", text);
	return false;
}

static bool structure(struct strbuf *why, const char *text)
{
	strbuf_addf(why, "asn1: structure error: %s", text);
	return false;
}

/* parseTagAndLength */
static bool read_head(const struct der *from, struct element *e, struct strbuf *why)
{
	size_t bytes, i = 2;

	if (!from->left)
		return syntax(why, "sequence truncated");
	e->class = from->at[0] >> 6;
	e->compound = (from->at[0] & 0x20) != 0;
	e->tag = from->at[0] & 0x1f;
	if (e->tag == TAG_HIGH)
		return syntax(why, "truncated base 128 integer");
	if (from->left < 2)
		return syntax(why, "truncated tag or length");
	e->length = from->at[1];
	if (e->length & 0x80) {
		bytes = e->length & 0x7f;
		e->length = 0;
		if (!bytes)
			return syntax(why, "indefinite length found (not DER)");
		for (; bytes; bytes--) {
			if (i >= from->left)
				return syntax(why, "truncated tag or length");
			if (e->length >= LENGTH_MAX)
				return structure(why, "length too large");
			e->length = e->length << 8 | from->at[i++];
			if (!e->length)
				return structure(why, "superfluous leading zeros in length");
		}
		if (e->length < 0x80)
			return structure(why, "non-minimal length");
	}
	e->head = i;
	return true;
}

/* Reads the next element of `from`, which Go calls `name`. `inner` may be NULL. */
static bool take(struct der *from, unsigned tag, const char *name, struct der *inner,
		 struct strbuf *why)
{
	struct element e;

	if (!read_head(from, &e, why))
		return false;
	if (e.class != 0 || e.tag != tag || e.compound != (tag == TAG_SEQUENCE)) {
		strbuf_addf(why,
			    "asn1: structure error: tags don't match (%u vs {class:%u tag:%u "
			    "length:%zu isCompound:%s}) {optional:false explicit:false "
			    "application:false private:false defaultValue:<nil> tag:<nil> "
			    "stringType:0 timeType:0 set:false omitEmpty:false} %s @%zu",
			    tag, e.class, e.tag, e.length, e.compound ? "true" : "false", name,
			    from->offset + e.head);
		return false;
	}
	if (e.length > from->left - e.head)
		return syntax(why, "data truncated");
	if (inner)
		*inner = (struct der) { from->at + e.head, e.length, 0 };
	from->at += e.head + e.length;
	from->left -= e.head + e.length;
	from->offset += e.head + e.length;
	return true;
}

/* CertificationRequest { info { version, subject, key { algorithm, bits }, ... }, algorithm, bits }
 */
static bool is_request(struct der all, struct strbuf *why)
{
	struct der request, info, key;

	if (!take(&all, TAG_SEQUENCE, "certificateRequest", &request, why))
		return false;
	if (!take(&request, TAG_SEQUENCE, "tbsCertificateRequest", &info, why) ||
	    !take(&info, TAG_INTEGER, "int", NULL, why) ||
	    !take(&info, TAG_SEQUENCE, "RawValue", NULL, why) ||
	    !take(&info, TAG_SEQUENCE, "publicKeyInfo", &key, why) ||
	    !take(&key, TAG_SEQUENCE, "AlgorithmIdentifier", NULL, why) ||
	    !take(&key, TAG_BITS, "BitString", NULL, why) ||
	    !take(&request, TAG_SEQUENCE, "AlgorithmIdentifier", NULL, why) ||
	    !take(&request, TAG_BITS, "BitString", NULL, why))
		return false;
	return !all.left || syntax(why, "trailing data");
}

/* Decodes the first block. False: it is no certificate request. */
static bool decode_pem(struct str pem, struct strbuf *der)
{
	static const char begin[] = "-----BEGIN ", end[] = "\n-----END CERTIFICATE REQUEST-----";
	static const char want[] = "CERTIFICATE REQUEST-----";
	AUTO_STRBUF whole = STRBUF_INIT, text = STRBUF_INIT;
	const char *from, *to;
	size_t bad;

	strbuf_adds(&whole, pem);
	strbuf_addc(&whole, '\n');
	from = whole.failed ? NULL : strstr(whole.ptr, begin);
	if (!from || strncmp(from + strlen(begin), want, strlen(want)) != 0)
		return false;
	from += strlen(begin) + strlen(want);
	to = strstr(from, end);
	for (; to && from < to; from++)
		if (!json_is_space(*from))
			strbuf_addc(&text, *from);
	return to && !text.failed && base64_decode(der, strbuf_str(&text), BASE64_STD, &bad);
}

bool fakeapi__certificate_request(struct str pem, struct strbuf *why)
{
	AUTO_STRBUF der = STRBUF_INIT;

	if (!decode_pem(pem, &der)) {
		strbuf_addz(why, "PEM block type must be CERTIFICATE REQUEST");
		return false;
	}
	return is_request((struct der) { (const unsigned char *)der.ptr, der.len, 0 }, why);
}
