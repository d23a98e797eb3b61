// SPDX-License-Identifier: Apache-2.0

package peers

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/dynamic/dynamicinformer"
	clientfeatures "k8s.io/client-go/features"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// What handlers were told, as lines, behind a lock.
type heard struct {
	sync.Mutex
	lines []string
}

func (h *heard) add(what string, obj any) {
	key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	_, name, _ := cache.SplitMetaNamespaceKey(key)
	h.Lock()
	defer h.Unlock()
	h.lines = append(h.lines, what+" "+name)
}

func (h *heard) has(lines ...string) bool {
	h.Lock()
	defer h.Unlock()
	return fmt.Sprint(h.lines) == fmt.Sprint(lines)
}

func (h *heard) handlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { h.add("add", o) },
		UpdateFunc: func(_, o any) { h.add("update", o) },
		DeleteFunc: func(o any) { h.add("delete", o) },
	}
}

// The gates as they are but for WatchListClient.
type gates struct {
	clientfeatures.Gates
	watchList bool
}

func (g gates) Enabled(f clientfeatures.Feature) bool {
	if f == clientfeatures.WatchListClient {
		return g.watchList
	}
	return g.Gates.Enabled(f)
}

func withWatchList(t *testing.T, on bool) {
	before := clientfeatures.FeatureGates()
	clientfeatures.ReplaceFeatureGates(gates{before, on})
	t.Cleanup(func() { clientfeatures.ReplaceFeatureGates(before) })
}

func informerLife(t *testing.T, c *kubernetes.Clientset, typed, watchList bool) {
	withWatchList(t, watchList)
	ctx, ns := setup(t)
	cms := c.CoreV1().ConfigMaps(ns)
	_, err := cms.Create(ctx, configMap("one", nil), metav1.CreateOptions{})
	must(t, err)

	var informer cache.SharedIndexInformer
	if typed {
		f := informers.NewSharedInformerFactoryWithOptions(c, 0, informers.WithNamespace(ns))
		informer = f.Core().V1().ConfigMaps().Informer()
	} else {
		f := dynamicinformer.NewFilteredDynamicSharedInformerFactory(dyn, 0, ns, nil)
		informer = f.ForResource(corev1.SchemeGroupVersion.WithResource("configmaps")).Informer()
	}
	var h heard
	_, err = informer.AddEventHandler(h.handlers())
	must(t, err)
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	go informer.Run(stop.Done())
	check(t, cache.WaitForCacheSync(ctx.Done(), informer.HasSynced), "never synced")

	cm, err := cms.Create(ctx, configMap("two", nil), metav1.CreateOptions{})
	must(t, err)
	cm.Data = map[string]string{"a": "1"}
	_, err = cms.Update(ctx, cm, metav1.UpdateOptions{})
	must(t, err)
	must(t, cms.Delete(ctx, "one", metav1.DeleteOptions{}))
	eventually(t, "the four events in order", func() bool {
		return h.has("add one", "add two", "update two", "delete one")
	})

	// The connection breaks and the informer goes on from where it was.
	match := map[string]any{"resource": "configmaps", "namespace": ns}
	control(t, "POST", "/watches", map[string]any{"how": "cut", "match": match})
	_, err = cms.Create(ctx, configMap("three", nil), metav1.CreateOptions{})
	must(t, err)
	// Over HTTP/2 a cut is the stream's INTERNAL_ERROR, after which client-go lists again.
	events := []string{"add one", "add two", "update two", "delete one", "add three"}
	if overHTTP2() {
		events = append(events, "update two")
	}
	eventually(t, "the event after a cut watch", func() bool { return h.has(events...) })
	eventually(t, "two objects in the store", func() bool {
		return len(informer.GetStore().ListKeys()) == 2
	})
}

func TestInformersFollowTheServer(t *testing.T) {
	for _, watchList := range []bool{false, true} {
		name := fmt.Sprintf("WatchList=%v/", watchList)
		t.Run(name+"typed-protobuf", func(t *testing.T) { informerLife(t, client, true, watchList) })
		t.Run(name+"typed-json", func(t *testing.T) { informerLife(t, jsonClient, true, watchList) })
		t.Run(name+"dynamic", func(t *testing.T) { informerLife(t, client, false, watchList) })
	}
}

// A write that no watch heard of, and a compaction: only a new list tells the informer.
func TestAnInformerFindsWhatItMissedWhenItsVersionExpired(t *testing.T) {
	withWatchList(t, false)
	ctx, ns := setup(t)
	cms := client.CoreV1().ConfigMaps(ns)
	f := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(ns))
	informer, lister := f.Core().V1().ConfigMaps().Informer(), f.Core().V1().ConfigMaps().Lister()
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	go informer.Run(stop.Done())
	check(t, cache.WaitForCacheSync(ctx.Done(), informer.HasSynced), "never synced")

	match := map[string]any{"resource": "configmaps", "namespace": ns}
	control(t, "POST", "/faults", map[string]any{"kind": "drop-event", "match": match})
	_, err := cms.Create(ctx, configMap("silent", nil), metav1.CreateOptions{})
	must(t, err)
	control(t, "POST", "/compact", map[string]any{})
	control(t, "POST", "/watches", map[string]any{"how": "end", "match": match})
	eventually(t, "the silent object", func() bool {
		found, _ := lister.List(labels.Everything())
		return len(found) == 1
	})
}

func TestLeadershipPassesOnWhenTheLeaderReleasesIt(t *testing.T) {
	ctx, ns := setup(t)
	leaders := make(chan string, 2)
	elect := func(ctx context.Context, id string) {
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: &resourcelock.LeaseLock{
				LeaseMeta:  metav1.ObjectMeta{Namespace: ns, Name: "leader"},
				Client:     client.CoordinationV1(),
				LockConfig: resourcelock.ResourceLockConfig{Identity: id},
			},
			LeaseDuration: 2 * time.Second, RenewDeadline: time.Second,
			RetryPeriod: 100 * time.Millisecond, ReleaseOnCancel: true,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { leaders <- id },
				OnStoppedLeading: func() {},
			},
		})
	}
	first, resign := context.WithCancel(ctx)
	go elect(first, "first")
	check(t, <-leaders == "first", "first does not lead")
	go elect(ctx, "second")
	resign()
	select {
	case who := <-leaders:
		check(t, who == "second", "%s leads", who)
	case <-ctx.Done():
		t.Fatal("nobody took over")
	}
	lease, err := client.CoordinationV1().Leases(ns).Get(ctx, "leader", metav1.GetOptions{})
	must(t, err)
	check(t, *lease.Spec.LeaseTransitions >= 1, "no transition counted")
}
