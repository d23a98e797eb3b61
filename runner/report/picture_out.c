/* SPDX-License-Identifier: Apache-2.0 */
/* picture_out.c - writes a drawing as JSON for the page and as an SVG file. */
#include "base/alloc.h"
#include "runner/report/impl.h"
#include "runner/report/page.h"
#include "runner/report/picture.h"

void runner__drawing_json(const struct runner__drawing *d, struct strbuf *out)
{
	static const char letters[] = {
		[PICTURE_RECT] = 'r', [PICTURE_DOT] = 'd',   [PICTURE_TEXT] = 't',
		[PICTURE_PATH] = 'p', [PICTURE_CROSS] = 'x',
	};

	strbuf_addf(out, "{\"width\":%d,\"height\":%d,\"shapes\":[", d->width, d->height);
	for (size_t i = 0; i < d->len; i++) {
		const struct runner__shape *s = &d->items[i];

		strbuf_addf(out, "%s[\"%c\",\"%s lane-%s\",%d,%d,%d,%d,%ld,", i ? ",\n" : "",
			    letters[s->shape], s->class, s->lane, s->x, s->y, s->w, s->h, s->event);
		runner__add_script_text(out, str_of(s->text));
		strbuf_addc(out, ']');
	}
	strbuf_addz(out, "]}");
	out->failed |= d->failed;
}

/* The colours of web/show.css. */
static const char style[] =
    "svg{--bg:#fff;--fg:#1c2026;--line:#d9dde2;--server:#704500;--wire:#00558f;--reflect:#6a3d9a;"
    "--queue:#8f3900;--store:#005f53;--notify:#8a1253;--control:#3f5a00;--sim:#565e67;"
    "--bad:#a8231b;--good:#17643a}\n"
    "@media(prefers-color-scheme:dark){svg{--bg:#15181c;--fg:#e3e6ea;--line:#343a42;"
    "--server:#e0b060;--wire:#7cc4ff;--reflect:#c9a6ff;--queue:#ffab70;--store:#6fd6c4;"
    "--notify:#ff9ecb;--control:#b9d36a;--sim:#b0b9c2;--bad:#ff8a80;--good:#7fd39b}}\n"
    "text{font:11.5px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:currentColor;"
    "paint-order:stroke;stroke:var(--bg);stroke-width:3px;stroke-opacity:.75}\n"
    ".title{font:600 18px system-ui,sans-serif;fill:var(--fg)}"
    ".about{font:13px system-ui,sans-serif;fill:var(--fg)}\n"
    ".name{font-weight:700}.page{fill:var(--bg)}.band{fill:currentColor;fill-opacity:.04}"
    ".odd{fill-opacity:.08}.gap{fill:var(--line);fill-opacity:.6}"
    ".span{fill:currentColor;fill-opacity:.07}\n"
    ".bar{fill:currentColor;fill-opacity:.14;stroke:currentColor}.open{stroke-dasharray:4 3}"
    ".dot{fill:currentColor}\n"
    ".path{fill:none;stroke:currentColor;stroke-opacity:.35;stroke-width:1.4}"
    ".missed,.found,.cross,.wrong{fill:none;stroke:var(--bad);stroke-opacity:1;stroke-width:2.2}"
    ".found{stroke-dasharray:5 4}.severed{stroke-dasharray:2 2}.moment{fill:none;"
    "stroke:var(--bad);stroke-dasharray:1 3}\n"
    ".lane-server{color:var(--server)}.lane-wire{color:var(--wire)}"
    ".lane-reflect{color:var(--reflect)}.lane-queue{color:var(--queue)}"
    ".lane-store{color:var(--store)}.lane-notify{color:var(--notify)}"
    ".side{fill:var(--bg);stroke:currentColor;stroke-width:1.5}.fails{font-weight:700}\n"
    ".lane-control{color:var(--control)}.lane-sim{color:var(--sim)}.lane-bad{color:var(--bad)}"
    ".lane-good{color:var(--good)}\n";

enum { HEAD = 58, LETTER = 8, WIDTH_MIN = 560 };

static void add_shape(const struct runner__shape *s, struct strbuf *out)
{
	int middle = (s->y + s->h) / 2;

	switch (s->shape) {
	case PICTURE_RECT:
		strbuf_addf(
		    out,
		    "<rect class=\"%s lane-%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
		    s->class, s->lane, s->x, s->y, s->w, s->h);
		break;
	case PICTURE_DOT:
		strbuf_addf(out, "<circle class=\"%s lane-%s\" cx=\"%d\" cy=\"%d\" r=\"3.5\"/>",
			    s->class, s->lane, s->x, s->y);
		break;
	case PICTURE_TEXT:
		strbuf_addf(out, "<text class=\"%s lane-%s\" x=\"%d\" y=\"%d\" textLength=\"%d\">",
			    s->class, s->lane, s->x, s->y, s->w);
		runner__add_xml(out, str_of(s->text));
		strbuf_addz(out, "</text>");
		break;
	case PICTURE_PATH:
		strbuf_addf(out, "<path class=\"%s lane-%s\" d=\"M%d,%d C%d,%d %d,%d %d,%d\"/>",
			    s->class, s->lane, s->x, s->y, s->x, middle, s->w, middle, s->w, s->h);
		break;
	case PICTURE_CROSS:
		strbuf_addf(out, "<path class=\"%s lane-%s\" d=\"M%d,%d l12,12 m0,-12 l-12,12\"/>",
			    s->class, s->lane, s->x - 6, s->y - 6);
		break;
	}
	strbuf_addc(out, '\n');
}

/* Adds one line of text, cut to the width of the picture. */
static void add_line(const char *class, int y, int width, struct str text, struct strbuf *out)
{
	size_t max = (size_t)(width / LETTER), len = 0;

	while (len < text.len && len < max && text.ptr[len] != '\n')
		len++;
	while (len && len < text.len && ((unsigned char)text.ptr[len] & 0xc0) == 0x80)
		len--;
	strbuf_addf(out, "<text class=\"%s\" x=\"10\" y=\"%d\">", class, y);
	runner__add_xml(out, (struct str) { text.ptr, len });
	strbuf_addz(out, len < text.len && text.ptr[len] != '\n' ? "\xe2\x80\xa6</text>\n"
								 : "</text>\n");
}

const char *runner__drawing_style(void)
{
	return style;
}

static void add_shapes(const struct runner__drawing *d, struct strbuf *out)
{
	for (size_t i = 0; i < d->len; i++)
		add_shape(&d->items[i], out);
	out->failed |= d->failed;
}

void runner__drawing_inline(const struct runner__drawing *d, struct str title, struct strbuf *out)
{
	strbuf_addf(out,
		    "<svg role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n<title>",
		    d->width, d->height, d->width, d->height);
	runner__add_xml(out, title);
	strbuf_addz(out, "</title>\n");
	add_shapes(d, out);
	strbuf_addz(out, "</svg>\n");
}

void runner__drawing_svg(const struct runner__drawing *d, const struct runner__page_head *head,
			 struct strbuf *out)
{
	AUTO_STRBUF title = STRBUF_INIT;
	int width = d->width > WIDTH_MIN ? d->width : WIDTH_MIN;

	strbuf_adds(&title, head->title);
	if (head->cell.len)
		strbuf_addf(&title, " [" STR_FMT "]", STR_ARG(head->cell));
	strbuf_addf(&title, ": %s", head->verdict);
	strbuf_addf(out,
		    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\" "
		    "width=\"%d\" height=\"%d\">\n<title>",
		    width, d->height + HEAD, width, d->height + HEAD);
	runner__add_xml(out, strbuf_str(&title));
	strbuf_addz(out, "</title>\n");
	strbuf_addf(out, "<style>\n%s</style>\n", style);
	strbuf_addf(out, "<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", width,
		    d->height + HEAD);
	add_line("title", 24, width, strbuf_str(&title), out);
	add_line("about", 46, width, head->what[0] ? str_of(head->what) : head->about, out);
	strbuf_addf(out, "<g transform=\"translate(0 %d)\">\n", HEAD);
	add_shapes(d, out);
	strbuf_addz(out, "</g>\n</svg>\n");
	out->failed |= title.failed;
}
