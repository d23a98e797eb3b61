/* SPDX-License-Identifier: Apache-2.0 */
/* sniff.c - recognizes a file's format by its first bytes, above all unusable formats. */
#include "runner/import/impl.h"

enum { SNIFF_BYTES = 512 };

const char *imp__unreadable(struct str s)
{
	if (str_begins(s, "age-encryption.org/"))
		return "encrypted with age: decrypt it first (age --decrypt, kshrk decrypt)";
	if (str_begins(s, "\x28\xB5\x2F\xFD"))
		return "compressed with zstd: unpack it first (zstd -d); gzip is read as it is";
	if (str_begins(s, "\xFF\xFE") || str_begins(s, "\xFE\xFF") ||
	    (s.len >= 4 && ((!s.ptr[0] && s.ptr[1] && !s.ptr[2] && s.ptr[3]) ||
			    (s.ptr[0] && !s.ptr[1] && s.ptr[2] && !s.ptr[3]))))
		return "UTF-16: it has to be UTF-8 (iconv -f UTF-16 -t UTF-8; in PowerShell "
		       "Out-File -Encoding utf8)";
	if (str_begins(s, "BZh") || str_begins(s, "\xFD"
						  "7zXZ"))
		return "compressed with bzip2 or xz: unpack it first; gzip is read as it is";
	if (str_begins(s, "k8s\0"))
		return "protobuf: request JSON";
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.ptr[i] < ' ' && !memchr("\t\r\n\f", s.ptr[i], 4))
			return "binary, of no kind that is known";
	return NULL;
}

/* Skips lines that a tool printed before, such as a warning of kubectl; these are reported. */
bool imp__begins_json(struct str text)
{
	for (size_t i = 0; i < text.len; i++)
		if ((!i || text.ptr[i - 1] == '\n') &&
		    (text.ptr[i] == '{' || (!i && text.ptr[i] == '[')))
			return true;
	return false;
}

static bool has_text(struct str s, const char *part)
{
	size_t n = strlen(part);

	for (size_t i = 0; i + n <= s.len && i < SNIFF_BYTES; i++)
		if (memcmp(s.ptr + i, part, n) == 0)
			return true;
	return false;
}

/* "NAME   READY   AGE": capitalized words, separated by several spaces. */
static bool is_table(struct str s)
{
	static const char *const first[] = { "NAME", "NAMESPACE", "EVENT", "LAST SEEN" };
	const char *nl = s.len ? memchr(s.ptr, '\n', s.len) : NULL;
	struct str head = { s.ptr, nl ? (size_t)(nl - s.ptr) : s.len };

	for (size_t i = 0; i < head.len; i++)
		if (head.ptr[i] >= 'a' && head.ptr[i] <= 'z')
			return false;
	for (size_t i = 0; i < ARRAY_LEN(first); i++)
		if (str_begins(head, first[i]) &&
		    (head.len == strlen(first[i]) || head.ptr[strlen(first[i])] == ' '))
			return true;
	return false;
}

/* "configmap/a", "deployment.apps/web" */
static bool is_name(struct str s)
{
	const char *nl = s.len ? memchr(s.ptr, '\n', s.len) : NULL;
	struct str line = { s.ptr, nl ? (size_t)(nl - s.ptr) : s.len };
	size_t slashes = 0;

	for (size_t i = 0; i < line.len; i++) {
		char c = line.ptr[i];

		slashes += c == '/' && i;
		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || strchr("/.-\r", c)))
			return false;
	}
	return slashes == 1;
}

/* Recognizes text for people, which has no object data. */
const char *imp__for_people(struct str s)
{
	if (is_table(s))
		return "a table, as kubectl get prints it for people: -o json, with -w "
		       "--output-watch-events as well, has the objects";
	if (is_name(s))
		return "names, as kubectl get -o name prints them: -o json has the objects";
	if (str_begins(s, "Name:  "))
		return "what kubectl describe prints for people: kubectl get -o json has the "
		       "objects";
	if (str_begins(s, "No resources found"))
		return "kubectl found nothing: there is no object in it";
	if (str_begins(s, "Error from server") || str_begins(s, "error: ") ||
	    str_begins(s, "The connection to the server"))
		return "an error of kubectl's: there is no object in it";
	if (has_text(s, " AUDIT: id=\""))
		return "an audit log in the legacy format, which has no objects and is not read: "
		       "--audit-log-format=json";
	return NULL;
}
