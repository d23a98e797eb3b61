#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""page.py WASM DIR - the playground as one file that needs nothing else: DIR/index.html. The same input gives the same bytes."""
import base64
import gzip
import hashlib
import json
import pathlib
import sys

web = pathlib.Path("web")
here = web / "playground"


def read(path):
    return path.read_text(encoding="utf-8")


def packed(data):
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def allowed(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def in_script(value):
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def main():
    wasm, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    css, js = read(here / "playground.css"), read(here / "playground.js")
    viewer = {"css": read(web / "show.css"), "html": read(web / "show.html"), "js": read(web / "show.js"),
              "worker": read(here / "worker.js")}
    lessons_first = lambda p: (p.parent.name != "lessons", str(p))
    files = {str(p): read(p) for p in sorted(pathlib.Path("scenarios").glob("*/*.yaml"), key=lessons_first)}
    for name, text in (("playground.js", js), ("show.js", viewer["js"])):
        if "</script" in text or "<!--" in text:
            sys.exit(f"{name}: would end its own element")
    policy = ("default-src 'none'; base-uri 'none'; form-action 'none'; worker-src blob:; "
              f"style-src {allowed(css)} {allowed(viewer['css'])}; "
              f"script-src {allowed(js)} {allowed(viewer['js'])} 'wasm-unsafe-eval'")
    page = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>relist playground</title>
<style>{css}</style></head>
<body>
{read(here / "playground.html")}
<script type="application/json" id="parts">{in_script(viewer)}</script>
<script type="text/plain" id="scenarios">{packed(json.dumps(files, ensure_ascii=False).encode())}</script>
<script type="text/plain" id="wasm">{packed(wasm.read_bytes())}</script>
<script>{js}</script>
</body></html>
"""
    out.mkdir(parents=True, exist_ok=True)
    (out / "index.html").write_text(page, encoding="utf-8")
    print(f"{out}/index.html: {len(page.encode())} bytes, {len(gzip.compress(page.encode(), 9))} compressed; "
          f"{len(files)} scenarios, module {wasm.stat().st_size} bytes")


main()
