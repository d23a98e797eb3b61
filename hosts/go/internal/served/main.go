// SPDX-License-Identifier: Apache-2.0

// served stands in for `relist serve --tls --token-auth-file FILE --service-accounts --namespace-deletion`, with the package's Listen:
// tests/peers/kubectl.py runs kubectl against it.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	relist "github.com/OWNER/relist/hosts/go"
)

func run() error {
	var o relist.Options
	set := flag.NewFlagSet("served", flag.ContinueOnError)
	set.Bool("tls", true, "always")
	tokens := set.String("token-auth-file", "", "")
	set.BoolVar(&o.ServiceAccounts, "service-accounts", false, "")
	set.BoolVar(&o.NamespaceDeletion, "namespace-deletion", false, "")
	if len(os.Args) < 2 || os.Args[1] != "serve" {
		return fmt.Errorf("usage: served serve [FLAG...]")
	}
	if err := set.Parse(os.Args[2:]); err != nil {
		return err
	}
	text, err := os.ReadFile(*tokens)
	if err != nil {
		return err
	}
	o.Tokens = string(text)
	server, err := relist.Listen(o)
	if err != nil {
		return err
	}
	defer server.Close()
	fmt.Println("listening on", server.URL())
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt, syscall.SIGTERM)
	<-ended
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "served:", err)
		os.Exit(1)
	}
}
