// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd/api"
)

// What client-go makes of the output of exec plugins. tests/informer/test_exec_outputs.c gives the same to
// relist's client.

const execFile = "../../golden/client-go-exec.jsonl"

type execCase struct {
	Name   string `json:"name"`
	Output string `json:"output"`
	Exit   int    `json:"exit,omitempty"`
	// The first response is 401.
	Refused bool   `json:"refused,omitempty"`
	Want    string `json:"want"`
}

// execOutcome is what three requests carry, and how often the plugin ran.
func execOutcome(t *testing.T, c *execCase) string {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	output := write("output", c.Output)
	runs := write("runs", "")
	plugin := write("plugin", fmt.Sprintf("#!/bin/sh\necho >>%s\ncat %s\nexit %d\n", runs, output, c.Exit))
	requests := 0
	var seen string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		requests++
		seen = req.Header.Get("Authorization")
		if c.Refused && requests == 1 {
			w.WriteHeader(401)
		}
	}))
	defer server.Close()
	client, err := rest.HTTPClientFor(&rest.Config{Host: server.URL, ExecProvider: &api.ExecConfig{
		Command: plugin, APIVersion: "client.authentication.k8s.io/v1", InteractiveMode: api.NeverExecInteractiveMode,
	}})
	if err != nil {
		return "refused"
	}
	var out []string
	for range 3 {
		seen = ""
		res, err := client.Get(server.URL)
		switch {
		case err != nil:
			out = append(out, "error")
		case seen == "":
			out = append(out, "none")
		default:
			out = append(out, seen)
		}
		if err == nil {
			res.Body.Close()
		}
	}
	ran, err := os.ReadFile(runs)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s; %d runs", strings.Join(out, ", "), strings.Count(string(ran), "\n"))
}

func TestExec(t *testing.T) {
	data, err := os.ReadFile(execFile)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(data)) {
		var c execCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		got := execOutcome(t, &c)
		if got != c.Want && !*update {
			t.Errorf("%s: %s, not %s", c.Name, got, c.Want)
		}
		c.Want = got
		out.WriteString(encode(c) + "\n")
	}
	if *update {
		if err := os.WriteFile(execFile, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
