// SPDX-License-Identifier: Apache-2.0

// Command widgets has controllers of the type of ../crd.yaml, as people write them with client-go and
// controller-runtime, for relist perturb: `widgets NAME`. WIDGETS_BUG is one mistake; the program's comment says which.
package main

import (
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var (
	widgetKind = schema.GroupVersionKind{Group: "example.org", Version: "v1", Kind: "Widget"}
	bug        = os.Getenv("WIDGETS_BUG")
)

func newWidget() *unstructured.Unstructured {
	w := &unstructured.Unstructured{}
	w.SetGroupVersionKind(widgetKind)
	return w
}

func sizeOf(w *unstructured.Unstructured) int {
	n, _, _ := unstructured.NestedInt64(w.Object, "spec", "size")
	return int(n)
}

func colorOf(w *unstructured.Unstructured) string {
	s, _, _ := unstructured.NestedString(w.Object, "spec", "color")
	return s
}

func ownerOf(w *unstructured.Unstructured) metav1.OwnerReference {
	return *metav1.NewControllerRef(w, widgetKind)
}

func part(w *unstructured.Unstructured, i int) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.GetNamespace(), Name: fmt.Sprintf("%s-%d", w.GetName(), i),
			OwnerReferences: []metav1.OwnerReference{ownerOf(w)}, Labels: map[string]string{"widget": w.GetName()}},
		Data: map[string]string{"color": colorOf(w)},
	}
}

// startManager runs one controller of Widgets and of the ConfigMaps and Secrets that they own.
func startManager(leader bool, reconciler func(manager ctrl.Manager) reconcile.Reconciler, more ...func(*ctrl.Builder) *ctrl.Builder) error {
	log.SetLogger(zap.New())
	lease, renew, retry := 4*time.Second, 3*time.Second, time.Second
	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Metrics: server.Options{BindAddress: "0"}, HealthProbeBindAddress: "0",
		Client:         client.Options{Cache: &client.CacheOptions{Unstructured: true}},
		LeaderElection: leader, LeaderElectionID: "widgets", LeaderElectionNamespace: "default",
		LeaseDuration: &lease, RenewDeadline: &renew, RetryPeriod: &retry,
	})
	if err != nil {
		return err
	}
	b := ctrl.NewControllerManagedBy(manager).Named("widgets").For(newWidget()).Owns(&corev1.ConfigMap{}).Owns(&corev1.Secret{})
	for _, f := range more {
		b = f(b)
	}
	if err := b.Complete(reconciler(manager)); err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

func main() {
	programs := map[string]func() error{
		"informer": informer, "finalizer": finalizer, "apply": apply, "generate": generate, "status": status, "adopt": adopt,
	}
	if len(os.Args) != 2 || programs[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: widgets informer|finalizer|apply|generate|status|adopt")
		os.Exit(2)
	}
	if err := programs[os.Args[1]](); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
