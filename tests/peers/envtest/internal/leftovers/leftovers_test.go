// SPDX-License-Identifier: Apache-2.0

// A hundred control planes, four at a time: what they leave behind is nothing.
package leftovers

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

const (
	starts   = 100
	together = 4
)

// startAndStop gives the address that the apiserver had.
func startAndStop() (string, error) {
	env := &envtest.Environment{}
	cfg, err := env.Start()
	if err != nil {
		return "", err
	}
	if _, err := env.AddUser(envtest.User{Name: "somebody"}, cfg); err != nil {
		return "", err
	}
	return strings.TrimPrefix(cfg.Host, "https://"), env.Stop()
}

// children are the processes that this one's threads have started and that are still there.
func children(t *testing.T) string {
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(files) == 0 {
		t.Skip("there is no /proc that tells")
	}
	var all []byte
	for _, file := range files {
		list, _ := os.ReadFile(file) // a thread that has ended has none
		all = append(all, list...)
	}
	return strings.TrimSpace(string(all))
}

func TestAHundredStartsLeaveNothing(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	hosts := make(chan string, starts)
	var group sync.WaitGroup
	for range together {
		group.Add(1)
		go func() {
			defer group.Done()
			for range starts / together {
				host, err := startAndStop()
				if err != nil {
					t.Error(err)
					return
				}
				hosts <- host
			}
		}()
	}
	group.Wait()
	close(hosts)
	if t.Failed() {
		return
	}
	if len(hosts) != starts {
		t.Errorf("%d of %d were started", len(hosts), starts)
	}
	for host := range hosts {
		if conn, err := net.Dial("tcp", host); err == nil {
			conn.Close()
			t.Errorf("somebody still listens on %s", host)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range left {
		t.Errorf("a file is left: %s", file.Name())
	}
	if c := children(t); c != "" {
		t.Errorf("processes are left: %s", c)
	}
}
