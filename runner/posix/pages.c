/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/pages.h"

#include <sys/stat.h>

#include "runner/posix/files.h"
#include "runner/report/page.h"
#include "runner/report/report.h"
#include "runner/report/story.h"

static void add_name(struct strbuf *out, struct str text)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			     (c >= '0' && c <= '9') || c == '-' || c == '=' || (c == '.' && i);

		strbuf_addc(out, plain ? c : '_');
	}
}

/* The path without its suffix and without a prefix that leads up to the folder. */
static struct str stem_of(struct str path)
{
	while (path.len > 1 && path.ptr[0] == '.' && (path.ptr[1] == '/' || path.ptr[1] == '.'))
		path = (struct str) { path.ptr + 1, path.len - 1 };
	while (path.len && path.ptr[0] == '/')
		path = (struct str) { path.ptr + 1, path.len - 1 };
	for (size_t i = path.len; i-- > 0 && path.ptr[i] != '/';)
		if (path.ptr[i] == '.')
			path.len = i;
	return path;
}

static int write_page(const char *dir, struct str path, struct str cell, bool complete,
		      const struct strbuf *html, struct strbuf *file, struct relist_err *err)
{
	(void)mkdir(dir, 0777); /* the write reports an error of the folder */
	strbuf_addf(file, "%s/", dir);
	add_name(file, stem_of(path));
	if (cell.len) {
		strbuf_addc(file, '.');
		add_name(file, cell);
	}
	strbuf_addz(file, ".html");
	if (!complete || html->failed || file->failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return runner__replace_file(file->ptr, strbuf_str(html), err);
}

void runner__filling_init(struct runner__filling *f)
{
	runner__page_init(&f->page);
	runner__show_init(&f->show);
	f->show.page = &f->page;
}

void runner__filling_fini(struct runner__filling *f)
{
	runner__show_fini(&f->show);
	runner__page_fini(&f->page);
}

int runner__filling_write(struct runner__filling *f, const char *dir, const char *path,
			  const struct scn__cell *cell, const struct runner__result *result,
			  struct strbuf *file, struct relist_err *err)
{
	AUTO_STRBUF source = STRBUF_INIT;
	AUTO_STRBUF html = STRBUF_INIT;
	bool ok;
	int code = runner__read_file(path, SCN_FILE_BYTES_MAX, &source, err);

	if (code)
		return code;
	ok = runner__show_html(&f->show, cell, strbuf_str(&source), result, &html);
	return write_page(dir, str_of(path), cell->name, ok, &html, file, err);
}

int runner__page_of_cell(const char *dir, const char *path, const struct scn__cell *cell,
			 const struct scn__run_options *opt, struct strbuf *file,
			 struct relist_err *err)
{
	struct scn__run_options mine = *opt;
	struct runner__result result;
	struct runner__filling filling;
	int code;

	runner__filling_init(&filling);
	runner__result_init(&result);
	mine.show = &filling.show;
	mine.events = (struct trace_sink) { NULL, NULL };
	scn__run(cell, &mine, &result);
	code = runner__filling_write(&filling, dir, path, cell, &result, file, err);
	runner__result_fini(&result);
	runner__filling_fini(&filling);
	return code;
}

int runner__page_of_trace(const char *dir, const struct runner__trace *t,
			  const struct runner__replay_options *opt, struct strbuf *file,
			  struct relist_err *err)
{
	struct runner__replay_options mine = *opt;
	struct runner__page_head head;
	struct runner__result result;
	struct runner__page page;
	AUTO_STRBUF html = STRBUF_INIT;
	bool ok;
	int code;

	runner__page_init(&page);
	runner__result_init(&result);
	mine.events = runner__page_sink(&page);
	runner__replay(t, &mine, &result);
	head = runner__page_head_of(t, opt->seed, &result);
	ok = runner__page_write(&page, &head, &html);
	code = write_page(dir, t->path, STR(""), ok, &html, file, err);
	runner__result_fini(&result);
	runner__page_fini(&page);
	return code;
}

int runner__picture_write(const struct runner__picture *p, const struct runner__page_head *head,
			  const char *path, struct relist_err *err)
{
	AUTO_STRBUF svg = STRBUF_INIT;
	struct runner__drawing d;

	runner__picture_draw(p, head, &d);
	runner__drawing_svg(&d, head, &svg);
	runner__drawing_fini(&d);
	if (svg.failed)
		return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path);
	return runner__replace_file(path, strbuf_str(&svg), err);
}
