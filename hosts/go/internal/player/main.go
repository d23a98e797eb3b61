// SPDX-License-Identifier: Apache-2.0

// player REQUESTS ANSWERS plays requests to the package and writes the answers: see hosts/conformance/conform.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	relist "github.com/OWNER/relist/hosts/go"
)

type request struct {
	Op, Method, Target, Body string
	Headers                  map[string]string
	Watch, Bytes             int
}

// Bodies are bytes, written as the characters U+0000 to U+00FF.
func bytesOf(latin string) string {
	var b strings.Builder
	for _, r := range latin {
		b.WriteByte(byte(r))
	}
	return b.String()
}

func latinOf(bytes []byte) string {
	var b strings.Builder
	for _, c := range bytes {
		b.WriteRune(rune(c))
	}
	return b.String()
}

func send(server *relist.Server, r *request) (*http.Response, map[string]any, error) {
	if r.Method == "" {
		r.Method = "GET"
	}
	q, err := http.NewRequest(r.Method, server.URL(), strings.NewReader(bytesOf(r.Body)))
	if err != nil {
		return nil, nil, err
	}
	// As it stands, whatever a URL parser would make of it.
	q.URL.Opaque = r.Target
	q.Host = "127.0.0.1"
	for name, value := range r.Headers {
		q.Header[name] = []string{value}
	}
	response, err := server.RoundTrip(q)
	if err != nil {
		return nil, nil, err
	}
	headers := map[string]string{}
	for name, values := range response.Header {
		headers[strings.ToLower(name)] = values[len(values)-1] // as the recorder keeps them
	}
	return response, map[string]any{"status": response.StatusCode, "headers": headers}, nil
}

func play(requests io.Reader, answers io.Writer) error {
	server, err := relist.Start()
	if err != nil {
		return err
	}
	defer server.Close()
	streams := map[int]io.ReadCloser{}
	in, out := bufio.NewReader(requests), json.NewEncoder(answers)
	out.SetEscapeHTML(false)
	for decoder := json.NewDecoder(in); ; {
		var r request
		if err = decoder.Decode(&r); err != nil {
			break
		}
		var answer map[string]any
		var response *http.Response
		var body []byte
		switch r.Op {
		case "open":
			if response, answer, err = send(server, &r); err == nil {
				streams[r.Watch] = response.Body
			}
		case "request":
			if response, answer, err = send(server, &r); err == nil {
				body, err = io.ReadAll(response.Body)
				_ = response.Body.Close()
				answer["body"] = latinOf(body)
			}
		default:
			body = make([]byte, r.Bytes)
			_, err = io.ReadFull(streams[r.Watch], body)
			_ = streams[r.Watch].Close()
			answer = map[string]any{"body": latinOf(body)}
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", r.Method, r.Target, err)
		}
		if err = out.Encode(answer); err != nil {
			return err
		}
	}
	if err == io.EOF {
		err = nil
	}
	return err
}

func run() error {
	if len(os.Args) != 3 {
		return fmt.Errorf("usage: player REQUESTS ANSWERS")
	}
	in, err := os.Open(os.Args[1])
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(os.Args[2])
	if err != nil {
		return err
	}
	if err = play(in, out); err != nil {
		return err
	}
	return out.Close()
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "player:", err)
		os.Exit(1)
	}
}
