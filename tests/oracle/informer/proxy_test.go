// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/http/httpproxy"
)

// Which proxy net/http takes from the environment. tests/informer/test_proxy_env.c gives the same to
// relist's client.

const proxyFile = "../../golden/client-go-proxies.jsonl"

type proxyCase struct {
	HTTP  string `json:"http,omitempty"`
	HTTPS string `json:"https,omitempty"`
	No    string `json:"no,omitempty"`
	URL   string `json:"url"`
	Want  string `json:"want"`
}

func TestProxies(t *testing.T) {
	data, err := os.ReadFile(proxyFile)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(data)) {
		var c proxyCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		config := httpproxy.Config{HTTPProxy: c.HTTP, HTTPSProxy: c.HTTPS, NoProxy: c.No}
		target, err := url.Parse(c.URL)
		if err != nil {
			t.Fatal(err)
		}
		proxy, err := config.ProxyFunc()(target)
		got := ""
		if err != nil {
			got = "error"
		} else if proxy != nil {
			got = proxy.String()
		}
		if got != c.Want && !*update {
			t.Errorf("%s: %q, not %q", line, got, c.Want)
		}
		c.Want = got
		out.WriteString(encode(c) + "\n")
	}
	if *update {
		if err := os.WriteFile(proxyFile, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
