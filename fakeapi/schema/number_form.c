/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/number_form.h"

#include <float.h>
#include <math.h>

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

bool fakeapi__number_format_known(const char *type, const char *format)
{
	if (strcmp(type, "integer") == 0)
		return strcmp(format, "int32") == 0 || strcmp(format, "int64") == 0;
	return strcmp(format, "float") == 0 || strcmp(format, "double") == 0;
}

static bool fits_integer(const cJSON *v, const char *format)
{
	bool narrow = strcmp(format, "int32") == 0;
	double x = v->valuedouble;

	if (fakeapi__is_int64(v))
		return !narrow || (x >= -0x1p31 && x < 0x1p31);
	return floor(x) >= x && (narrow ? x >= -0x1p31 && x < 0x1p31 : x >= -0x1p63 && x < 0x1p63);
}

bool fakeapi__check_number_form(struct fakeapi__causes *causes, const cJSON *schema, const cJSON *v,
				const struct fakeapi__path *at)
{
	const char *type = fakeapi__string(schema, "type");
	const char *format = fakeapi__string(schema, "format");
	bool whole = strcmp(type, "integer") == 0;
	AUTO_STRBUF text = STRBUF_INIT;

	if (!fakeapi__number_format_known(type, format))
		format = "";
	if (whole			   ? fits_integer(v, format)
	    : strcmp(type, "number") != 0  ? true
	    : strcmp(format, "float") == 0 ? fabs(v->valuedouble) <= (double)FLT_MAX
					   : true)
		return true;
	if (!causes)
		return false;
	strbuf_addf(&text, "Checked value must be of type %s ", type);
	if (*format)
		strbuf_addf(&text, "with format %s in ", format);
	else
		strbuf_addz(&text, "(default format) in ");
	fakeapi__path_add(&text, at);
	fakeapi__cause_invalid_str(causes, NULL, str_of(""), text.ptr);
	return false;
}
