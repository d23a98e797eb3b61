// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
)

// The viewer is that of `relist show --html`.
var (
	//go:embed show.html
	showHTML string
	//go:embed show.css
	showCSS string
	//go:embed show.js
	showJS string
)

// Timeline returns a page of all requests and events so far: one HTML file that needs nothing else. Only servers of New record them.
func (s *Server) Timeline(title, what string) (string, error) {
	e := s.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	record := appendString(nil, title, what)
	at := e.put(record)
	code := int32(e.call("relist_timeline", e.server, at, uint64(len(record))))
	e.call("relist_free", at)
	if e.broken != nil {
		return "", e.broken
	}
	if code != 0 {
		return "", errors.New("relist: the server records no timeline")
	}
	return page(title, string(e.out())), nil
}

func page(title, model string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src ` + hash(showCSS) +
		`; script-src ` + hash(showJS) + `">
<title>` + html.EscapeString(title) + "</title>\n<style>" + showCSS + "</style></head>\n" + showHTML +
		`<script type="application/json" id="data">` + model + "</script>\n<script>" + showJS + "</script>\n</body></html>\n"
}

// writeTimeline writes the page of a failed test into RELIST_TIMELINES, or the system's folder for temporary files.
func (s *Server) writeTimeline() {
	text, err := s.Timeline(s.t.Name(), "the test failed")
	if err == nil {
		var path string
		if path, err = writePage(s.t.Name(), text); err == nil {
			s.t.Logf("relist: timeline of the test: %s", path)
			return
		}
	}
	if s.engine.broken == nil || !errors.Is(err, s.engine.broken) {
		s.t.Logf("relist: no timeline: %v", err)
	}
}

func writePage(name, text string) (string, error) {
	folder := os.Getenv("RELIST_TIMELINES")
	if folder == "" {
		folder = os.TempDir()
	} else if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, name)
	file, err := os.CreateTemp(folder, fmt.Sprintf("relist-%.80s-*.html", plain))
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(text)
	return filepath.Clean(file.Name()), errors.Join(err, file.Close())
}
