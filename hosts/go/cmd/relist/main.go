// SPDX-License-Identifier: Apache-2.0

// relist is the relist command wherever Go runs, without C:
//
//	go run github.com/OWNER/relist/hosts/go/cmd/relist run scenarios
//
// It has everything that needs no socket or process: run, check, fmt, show, explain, explore, lift, import, upgrade, shrink, new,
// scenarios and report, with the output of the native program. The compiled program is kept in the user's cache folder.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

//go:embed command.wasm
var program []byte

const statusMachine = 5 // it failed

func main() {
	status, err := run(context.Background(), os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "relist: %v\n", err)
		status = statusMachine
	}
	os.Exit(status)
}

// inRoot turns a path of the system into one below the folder that the program sees as its root.
func inRoot(root, path string) string {
	return "/" + filepath.ToSlash(strings.TrimPrefix(path, root))
}

func config(ctx context.Context) wazero.RuntimeConfig {
	c := wazero.NewRuntimeConfig()
	folder, err := os.UserCacheDir()
	if err != nil {
		return c
	}
	// Without a cache it compiles each time, a second or two.
	if cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(folder, "relist-command")); err == nil {
		c = c.WithCompilationCache(cache)
	}
	return c
}

func run(ctx context.Context, args []string) (int, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	root := filepath.VolumeName(cwd) + string(filepath.Separator)
	argv := []string{"relist"}
	for _, a := range args {
		if root != "/" && strings.HasPrefix(a, root) {
			a = inRoot(root, a)
		}
		argv = append(argv, a)
	}
	r := wazero.NewRuntimeWithConfig(ctx, config(ctx))
	defer r.Close(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		return 0, err
	}
	c := wazero.NewModuleConfig().WithArgs(argv...).WithStdin(os.Stdin).WithStdout(os.Stdout).WithStderr(os.Stderr).
		WithSysWalltime().WithSysNanotime().WithFSConfig(wazero.NewFSConfig().WithDirMount(root, "/"))
	for _, e := range os.Environ() {
		if name, value, ok := strings.Cut(e, "="); ok && name != "" && name != "PWD" {
			c = c.WithEnv(name, value)
		}
	}
	_, err = r.InstantiateWithConfig(ctx, program, c.WithEnv("PWD", inRoot(root, cwd)))
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		return int(exit.ExitCode()), nil
	}
	return 0, err
}
