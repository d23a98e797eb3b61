// SPDX-License-Identifier: Apache-2.0

// client-go MODE URL PODS EVENTS HANDLERS LATENCY measures one informer of client-go and prints the
// numbers of bench/informer_client.h. MODE: typed, dynamic or metadata.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

func statusMiB(name string) float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			kib, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kib / 1024
		}
	}
	return 0
}

// meter counts updates; done gets one value when want of them have come.
type meter struct {
	seen      atomic.Int64
	want      int64
	done      chan struct{}
	measuring bool
	latency   []int64
}

func (m *meter) OnAdd(any, bool) {}
func (m *meter) OnDelete(any)    {}
func (m *meter) OnUpdate(_, obj any) {
	if m.measuring {
		object, err := meta.Accessor(obj)
		if err != nil {
			log.Fatal(err)
		}
		sent, _ := strconv.ParseInt(object.GetAnnotations()["relist.dev/sent"], 10, 64)
		m.latency = append(m.latency, time.Now().UnixNano()-sent)
	}
	if m.seen.Add(1) == m.want {
		m.done <- struct{}{}
	}
}

func newInformer(mode, url string) cache.SharedIndexInformer {
	config := &rest.Config{Host: url, QPS: -1}
	config.ContentType, config.AcceptContentTypes = "application/json", "application/json"
	pods := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	indexers := cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
	switch mode {
	case "typed":
		factory := informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(config), 0)
		return factory.Core().V1().Pods().Informer()
	case "dynamic":
		client := dynamic.NewForConfigOrDie(config)
		return dynamicinformer.NewFilteredDynamicInformer(client, pods, "", 0, indexers, nil).Informer()
	case "metadata":
		client := metadata.NewForConfigOrDie(config)
		return metadatainformer.NewFilteredMetadataInformer(client, pods, "", 0, indexers, nil).Informer()
	}
	log.Fatalf("no mode %q", mode)
	return nil
}

func ask(url string, events, rate int64) {
	answer, err := http.Post(fmt.Sprintf("%s/go?m=%d&rate=%d", url, events, rate), "", nil)
	if err != nil {
		log.Fatal(err)
	}
	_ = answer.Body.Close()
}

func main() {
	if len(os.Args) != 7 {
		log.Fatal("usage: client-go MODE URL PODS EVENTS HANDLERS LATENCY")
	}
	url := os.Args[2]
	var numbers [4]int64
	for i := range numbers {
		n, err := strconv.ParseInt(os.Args[3+i], 10, 64)
		if err != nil {
			log.Fatal(err)
		}
		numbers[i] = n
	}
	pods, events, handlers, latency := numbers[0], numbers[1], numbers[2], numbers[3]
	informer := newInformer(os.Args[1], url)
	m := &meter{want: events * handlers, done: make(chan struct{}, 1)}
	for range handlers {
		if _, err := informer.AddEventHandler(m); err != nil {
			log.Fatal(err)
		}
	}

	cpu, start := cpuSeconds(), time.Now()
	go informer.RunWithContext(context.Background())
	<-informer.HasSyncedChecker().Done()
	fmt.Print(time.Since(start).Seconds(), " ", cpuSeconds()-cpu, " ", statusMiB("VmHWM"), " ")
	if n := len(informer.GetStore().ListKeys()); int64(n) != pods {
		log.Fatalf("%d pods of %d", n, pods)
	}

	time.Sleep(200 * time.Millisecond)
	runtime.GC()
	debug.FreeOSMemory()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Print(statusMiB("VmRSS"), " ", float64(memory.HeapAlloc)/float64(pods), " 0 ")

	perSecond, perEvent := 0.0, 0.0
	if events > 0 {
		cpu, start = cpuSeconds(), time.Now()
		ask(url, events, 0)
		<-m.done
		perSecond = float64(events) / time.Since(start).Seconds()
		perEvent = (cpuSeconds() - cpu) / float64(events) * 1e6
	}
	fmt.Print(perSecond, " ", perEvent, " ")

	p50, p99 := 0.0, 0.0
	if latency > 0 && handlers == 1 {
		m.seen.Store(0)
		m.want, m.measuring = latency, true
		ask(url, latency, 1000)
		<-m.done
		slices.Sort(m.latency)
		p50 = float64(m.latency[len(m.latency)/2]) / 1e3
		p99 = float64(m.latency[len(m.latency)*99/100]) / 1e3
	}
	fmt.Println(p50, p99)
}
