// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func cpu() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

const (
	numbersObjects = 10000
	numbersWatches = 1000
	numbersLists   = 10
	numbersEvents  = 50
	numbersRounds  = 3
)

// partsOfTheCore does what bench/bench_module.c does, through the calls of the module: `plain` without net/http around them.
func partsOfTheCore(t *testing.T) map[string]float64 {
	s := New(t, Options{NoTimeline: true})
	seconds := map[string]float64{}
	measure := func(name string, f func()) {
		begun := cpu()
		f()
		seconds[name] = (cpu() - begun).Seconds()
	}
	create := func(namespace string, n int) {
		body := fmt.Sprintf(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"object-%d","labels":{"app":"web"}},"data":{"text":"hello"}}`, n)
		if status, text := do(t, s, "POST", "/api/v1/namespaces/"+namespace+"/configmaps", body); status != 201 {
			t.Fatal(status, text)
		}
	}
	measure("creates", func() {
		for n := range numbersObjects {
			create("default", n)
		}
	})
	measure("lists", func() {
		for range numbersLists {
			if status, _ := do(t, s, "GET", "/api/v1/configmaps", ""); status != 200 {
				t.Fatal(status)
			}
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	var read sync.WaitGroup // of an event by each watch
	var ended sync.WaitGroup
	for range numbersWatches {
		request, _ := http.NewRequestWithContext(ctx, "GET", s.URL()+"/api/v1/namespaces/kube-public/configmaps?watch=1", nil)
		response, err := s.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		ended.Add(1)
		go func() {
			defer ended.Done()
			buf := make([]byte, 4096)
			for {
				n, err := response.Body.Read(buf)
				if err != nil {
					return
				}
				for range strings.Count(string(buf[:n]), "\n") {
					read.Done()
				}
			}
		}()
	}
	measure("events", func() {
		for n := range numbersEvents {
			read.Add(numbersWatches)
			create("kube-public", n)
			read.Wait()
		}
	})
	cancel()
	ended.Wait()
	return seconds
}

// RELIST_NATIVE=build/release/bench/bench_module go test -run Numbers -v: CPU against the same core compiled for this machine, in one run.
func TestNumbers(t *testing.T) {
	native := os.Getenv("RELIST_NATIVE")
	if native == "" {
		t.Skip("RELIST_NATIVE is not set")
	}
	best := map[string]float64{}
	keep := func(prefix string, seconds map[string]float64) {
		for name, s := range seconds {
			if old, known := best[prefix+name]; !known || s < old {
				best[prefix+name] = s
			}
		}
	}
	for range numbersRounds {
		text, err := exec.Command(native, fmt.Sprint(numbersObjects), fmt.Sprint(numbersWatches)).Output()
		if err != nil {
			t.Fatal(err)
		}
		var seconds map[string]float64
		if err = json.Unmarshal(text, &seconds); err != nil {
			t.Fatal(err)
		}
		keep("native ", seconds)
		keep("go ", partsOfTheCore(t))
	}
	for _, name := range []string{"creates", "lists", "events"} {
		t.Logf("%s: native %.3f s of CPU, Go %.3f s: %.2f of the native rate", name, best["native "+name], best["go "+name],
			best["native "+name]/best["go "+name])
	}
}

// RELIST_NATIVE too: the first server of a process, without and with the cache of compiled modules, and a further one.
func TestNumbersOfStarts(t *testing.T) {
	if os.Getenv("RELIST_NATIVE") == "" {
		t.Skip("RELIST_NATIVE is not set")
	}
	first := func(cache string) time.Duration {
		begun := cpu()
		p, err := compile(moduleBytes, cache, memoryPagesMax)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = startServer(p, snapshotKey{seed: 1, options: "{}"}); err != nil {
			t.Fatal(err)
		}
		return cpu() - begun
	}
	folder := t.TempDir()
	t.Logf("the first server without a cache: %v of CPU", first(""))
	first(folder)
	t.Logf("the first server with a cache: %v of CPU", first(folder))
	New(t)
	const starts = 200
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begun := cpu()
	var kept []*Server
	for range starts {
		s, err := Start()
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, s)
	}
	used := cpu() - begun
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("a further server: %v of CPU, %.1f MiB", used/starts, float64(after.Sys-before.Sys)/starts/(1<<20))
	if response, err := kept[starts-1].Client().Get(kept[0].URL() + "/version"); err != nil {
		t.Error(err)
	} else {
		_, _ = io.Copy(io.Discard, response.Body)
	}
	for _, s := range kept {
		s.Close()
	}
}
