// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// What clientcmd and rest make of kubeconfig files. tests/informer/test_kubeconfig_cases.c reads the same
// files with relist's client.

const kubeconfigFile = "../../golden/client-go-kubeconfig.json"

type kubeconfigCase struct {
	Name    string   `json:"name"`
	Files   []string `json:"files"` // "": there is none of this name
	Context string   `json:"context,omitempty"`
	Want    string   `json:"want"`
}

type kubeconfigRecord struct {
	// Beside the kubeconfig files.
	Beside map[string]string `json:"beside"`
	Cases  []*kubeconfigCase `json:"cases"`
}

type headers struct{ seen http.Header }

func (h *headers) RoundTrip(req *http.Request) (*http.Response, error) {
	h.seen = req.Header
	return &http.Response{StatusCode: 200, Body: http.NoBody, Request: req}, nil
}

// either names the data, or the file, that counts.
func either(data []byte, file string) string {
	if len(data) > 0 {
		return fmt.Sprintf("%d bytes", len(data))
	}
	return filepath.Base("/" + file)
}

func kubeconfigOutcome(c *kubeconfigCase, dir string) string {
	rules := &clientcmd.ClientConfigLoadingRules{}
	for i, text := range c.Files {
		path := filepath.Join(dir, fmt.Sprintf("config-%d", i))
		os.Remove(path)
		if text != "" {
			os.WriteFile(path, []byte(text), 0o600)
		}
		rules.Precedence = append(rules.Precedence, path)
	}
	config := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules,
		&clientcmd.ConfigOverrides{CurrentContext: c.Context})
	cfg, err := config.ClientConfig()
	if err != nil {
		return "error"
	}
	if _, err := rest.HTTPClientFor(cfg); err != nil {
		return "error"
	}
	namespace, _, err := config.Namespace()
	if err != nil {
		return "error"
	}
	url, _, err := rest.DefaultServerUrlFor(cfg)
	if err != nil {
		return "error"
	}
	out := []string{strings.TrimSuffix(url.String(), "/"), "namespace " + namespace}
	add := func(name, value string) {
		if value != "" && value != "/" {
			out = append(out, name+" "+value)
		}
	}
	tls := cfg.TLSClientConfig
	add("ca", either(tls.CAData, tls.CAFile))
	add("cert", either(tls.CertData, tls.CertFile))
	add("key", either(tls.KeyData, tls.KeyFile))
	add("serverName", tls.ServerName)
	if tls.Insecure {
		add("insecure", "true")
	}
	if cfg.DisableCompression {
		add("compression", "off")
	}
	if cfg.Proxy != nil {
		req, _ := http.NewRequest("GET", url.String(), nil)
		proxy, err := cfg.Proxy(req)
		if err == nil && proxy != nil {
			add("proxy", proxy.String())
		}
	}
	if cfg.ExecProvider != nil {
		command := cfg.ExecProvider.Command
		if rel, err := filepath.Rel(dir, command); err == nil && filepath.IsAbs(command) {
			command = "./" + rel
		}
		add("exec", strings.Join(append([]string{command}, cfg.ExecProvider.Args...), " "))
		return strings.Join(out, "; ")
	}
	var h headers
	wrapped, err := rest.HTTPWrappersForConfig(cfg, &h)
	if err != nil {
		return "error"
	}
	req, _ := http.NewRequest("GET", url.String(), nil)
	if _, err := wrapped.RoundTrip(req); err != nil {
		return "error"
	}
	var names []string
	for name := range h.seen {
		if name != "User-Agent" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		for _, value := range h.seen[name] {
			add(name+":", value)
		}
	}
	return strings.Join(out, "; ")
}

func TestKubeconfig(t *testing.T) {
	data, err := os.ReadFile(kubeconfigFile)
	if err != nil {
		t.Fatal(err)
	}
	var record kubeconfigRecord
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range record.Beside {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "NO_PROXY", "no_proxy"} {
		t.Setenv(name, "")
	}
	for _, c := range record.Cases {
		got := kubeconfigOutcome(c, dir)
		if got != c.Want && !*update {
			t.Errorf("%s: %s, not %s", c.Name, got, c.Want)
		}
		c.Want = got
	}
	if !*update {
		return
	}
	out := "{\"beside\":" + encode(record.Beside) + ",\n\"cases\":[\n"
	for i, c := range record.Cases {
		if i > 0 {
			out += ",\n"
		}
		out += encode(c)
	}
	if err := os.WriteFile(kubeconfigFile, []byte(out+"\n]}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
