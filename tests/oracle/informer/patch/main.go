// SPDX-License-Identifier: Apache-2.0

// patch DIR COPY copies the client-go module in DIR, without its generated clients, and changes what
// the oracle needs. None of it changes what an informer does:
//
//   - DeltaFIFO's Pop asks a hook before it takes a key, so that a story can hold the queue
//     (holdStore of profile classic) where it would also wait if nothing had come;
//   - an informer's reflector has the page size of a story (pageSize), which Config of cache.New takes
//     and SharedIndexInformer has no option for;
//   - a channel on which nothing is ever sent is made where it is used: a global one is older than
//     the bubble of testing/synctest, which then takes whoever waits for it as busy for ever;
//   - dynamicinformer names one interface of its own instead of the package with the informers of
//     every built-in type, which would be 200 packages to build.
//
// A text that a version does not have is left alone: later versions need fewer of these.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

var leftOut = map[string]bool{"applyconfigurations": true, "examples": true, "informers": true, "kubernetes": true}

var added = map[string]string{
	"tools/cache/oracle_hook.go": `package cache

import (
	"sync"
	_ "unsafe" // for go:linkname
)

// oracleHeld is asked, with the queue's lock held, whether the next key has to wait.
//
//go:linkname oracleHeld
var oracleHeld func(cond *sync.Cond, queued int) bool

// oraclePageSize is the WatchListPageSize of informers.
//
//go:linkname oraclePageSize
var oraclePageSize int64
`,
	"dynamic/dynamicinformer/oracle_generic.go": `package dynamicinformer

import "k8s.io/client-go/tools/cache"

// GenericInformer is the interface of that name of package informers.
type GenericInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() cache.GenericLister
}
`,
}

type edit struct{ file, old, new string }

var edits = []edit{
	{"tools/cache/delta_fifo.go", "\t\tisInInitialList := !f.hasSynced_locked()\n", `		if oracleHeld != nil && oracleHeld(&f.cond, len(f.queue)) {
			f.cond.Wait()
			continue
		}
		isInInitialList := !f.hasSynced_locked()
`},
	{"tools/cache/shared_informer.go", "\t\tcfg := &Config{\n", "\t\tcfg := &Config{\n\t\t\tWatchListPageSize: oraclePageSize,\n"},
	{"tools/cache/reflector.go", "\t\treturn neverExitWatch, func", "\t\treturn make(chan time.Time), func"},
	{"dynamic/dynamicinformer/informer.go", "\t\"k8s.io/client-go/informers\"\n", ""},
	{"dynamic/dynamicinformer/informer.go", "informers.GenericInformer", "GenericInformer"},
	{"dynamic/dynamicinformer/interface.go", "\t\"k8s.io/client-go/informers\"\n", ""},
	{"dynamic/dynamicinformer/interface.go", "informers.GenericInformer", "GenericInformer"},
}

func edited(file, text string) string {
	for _, e := range edits {
		if e.file == file {
			text = strings.ReplaceAll(text, e.old, e.new)
		}
	}
	return text
}

func run(dir, out string) error {
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if leftOut[name] || entry.Name() == "testdata" {
				return fs.SkipDir
			}
			return os.MkdirAll(filepath.Join(out, name), 0o755)
		}
		if strings.HasSuffix(name, "_test.go") || !strings.HasSuffix(name, ".go") && name != "go.mod" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(out, name), []byte(edited(name, string(text))), 0o644)
	})
	if err != nil {
		return err
	}
	for name, text := range added {
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: patch DIR COPY")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "patch:", err)
		os.Exit(1)
	}
}
