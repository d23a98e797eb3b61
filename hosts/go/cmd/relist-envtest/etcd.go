// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

var etcdPages = map[string]string{
	"/health":  `{"health":"true","reason":""}`,
	"/readyz":  "ok\n",
	"/livez":   "ok\n",
	"/version": `{"etcdserver":"3.6.0","etcdcluster":"3.6.0"}`,
}

// etcd says that it is healthy: envtest waits for that. No client stores anything in it.
func etcd(args []string, out, _ io.Writer) error {
	if hasOption(args, "--help", "-h") {
		_, err := io.WriteString(out, "This is relist in the place of etcd: it takes all flags, heeds\n--listen-client-urls, and says that it is healthy.\n")
		return err
	}
	if hasOption(args, "--version") {
		_, err := io.WriteString(out, "etcd Version: 3.6.0+relist\n")
		return err
	}
	address, err := etcdAddress(args)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{ReadHeaderTimeout: 30 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, known := etcdPages[r.URL.Path]
		if !known {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = io.WriteString(w, text)
	})}
	go func() {
		waitForEnd()
		_ = server.Close()
	}()
	if err = server.Serve(listener); err == http.ErrServerClosed {
		err = nil
	}
	return err
}

// etcdAddress is that of the first client URL.
func etcdAddress(args []string) (string, error) {
	urls := "http://127.0.0.1:2379"
	for i, arg := range args {
		if value, is := strings.CutPrefix(arg, "--listen-client-urls="); is {
			urls = value
		} else if arg == "--listen-client-urls" && i+1 < len(args) {
			urls = args[i+1]
		}
	}
	first, _, _ := strings.Cut(urls, ",")
	if _, rest, found := strings.Cut(first, "://"); found {
		first = rest
	}
	first = strings.TrimSuffix(first, "/")
	if _, port, err := net.SplitHostPort(first); err != nil || port == "" {
		return "", usage("--listen-client-urls is %q, must be as http://127.0.0.1:2379", urls)
	}
	return first, nil
}
