// SPDX-License-Identifier: Apache-2.0

// relist-envtest [DIR] fills a folder for KUBEBUILDER_ASSETS and prints its path: copies of itself under the names of the programs that
// controller-runtime's envtest starts, kube-apiserver and etcd, and a link to kubectl if there is one. It needs no C, so it runs wherever
// Go does:
//
//	KUBEBUILDER_ASSETS=$(go run github.com/OWNER/relist/hosts/go/cmd/relist-envtest) go test ./...
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

const (
	statusUsage   = 2
	statusMachine = 5 // it failed
)

// failure is an error with the exit status of the program.
type failure struct {
	error
	status int
}

func usage(format string, args ...any) error {
	return failure{fmt.Errorf(format, args...), statusUsage}
}

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	programs := map[string]func([]string, io.Writer, io.Writer) error{"kube-apiserver": apiserver, "etcd": etcd}
	run := programs[name]
	if run == nil {
		name, run = "relist-envtest", assets
	}
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err == nil {
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	status := statusMachine
	var f failure
	if errors.As(err, &f) {
		status = f.status
	}
	os.Exit(status)
}

func waitForEnd() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	<-signals
}

func hasOption(args []string, words ...string) bool {
	for _, arg := range args {
		for _, word := range words {
			if arg == word {
				return true
			}
		}
	}
	return false
}

// --- the folder ---

func assets(args []string, out, _ io.Writer) error {
	if len(args) > 1 || hasOption(args, "-h", "--help") {
		return usage("usage: relist-envtest [DIR]")
	}
	folder, err := folderOf(args)
	if err == nil {
		folder, err = filepath.Abs(folder)
	}
	if err == nil {
		err = os.MkdirAll(folder, 0o700)
	}
	if err == nil {
		err = fill(folder)
	}
	if err == nil {
		_, err = fmt.Fprintln(out, folder)
	}
	return err
}

func folderOf(args []string) (string, error) {
	if len(args) == 1 {
		return args[0], nil
	}
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "relist", "envtest-go"), err
}

func suffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// fill puts copies into the folder, not links: `go run` removes its program.
func fill(folder string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	program, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	for _, name := range []string{"kube-apiserver", "etcd"} {
		if err = put(filepath.Join(folder, name+suffix()), program); err != nil {
			return err
		}
	}
	kubectl, err := exec.LookPath("kubectl")
	if err != nil {
		return nil // a suite that wants it says so
	}
	if kubectl, err = filepath.Abs(kubectl); err != nil {
		return err
	}
	link := filepath.Join(folder, "kubectl"+suffix())
	if _, err = os.Lstat(link); err == nil || filepath.Dir(kubectl) == folder {
		return nil
	}
	_ = os.Symlink(kubectl, link) // Windows allows it to few users
	return nil
}

// put writes a program whole or not at all: packages of a suite start at once, and may run the one that is there.
func put(path string, program []byte) error {
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, program) {
		return nil
	}
	fresh, err := os.CreateTemp(filepath.Dir(path), ".relist-*")
	if err != nil {
		return err
	}
	_, err = fresh.Write(program)
	err = errors.Join(err, fresh.Chmod(0o700), fresh.Close())
	if err == nil {
		err = os.Rename(fresh.Name(), path)
	}
	if err != nil {
		_ = os.Remove(fresh.Name())
	}
	return err
}
