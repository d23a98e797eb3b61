// SPDX-License-Identifier: Apache-2.0

// relist serve --load crd.yaml --exec go test ./...
package recipe

import (
	"context"
	"strings"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// One call of the control API, on the same port and with the config's CA, certificate or token.
func control(t *testing.T, config *rest.Config, call, body string) {
	client, err := rest.HTTPClientFor(config)
	must(t, err)
	host, _, err := rest.DefaultServerUrlFor(config) // envtest's config has no scheme
	must(t, err)
	resp, err := client.Post(host.JoinPath("relist/v1", call).String(), "application/json", strings.NewReader(body))
	must(t, err)
	resp.Body.Close()
	if resp.StatusCode >= 300 {
		t.Fatal(call, resp.Status)
	}
}

func widget() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Widget",
		"metadata": map[string]any{"namespace": "default", "name": "w"}, "spec": map[string]any{"size": int64(3)}}}
}

func TestTheReconcilerGoesOnAfterFailures(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	config := ctrl.GetConfigOrDie() // reads KUBECONFIG
	manager, err := ctrl.NewManager(config, ctrl.Options{Metrics: server.Options{BindAddress: "0"}})
	must(t, err)
	c := manager.GetClient()
	calls := make(chan error, 100) // what each call of the reconciler came to
	sizes := reconcile.Func(func(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
		w := widget()
		err := c.Get(ctx, req.NamespacedName, w)
		if err == nil {
			w.Object["status"] = map[string]any{"size": w.Object["spec"].(map[string]any)["size"]}
			err = c.Status().Update(ctx, w)
		}
		calls <- err
		return ctrl.Result{}, client.IgnoreNotFound(err)
	})
	must(t, ctrl.NewControllerManagedBy(manager).For(widget()).Complete(sizes))
	go func() { _ = manager.Start(ctx) }()

	until := func(what string, is func(error) bool) {
		for {
			select {
			case err := <-calls:
				if is(err) {
					return
				}
			case <-ctx.Done():
				t.Fatal("never: ", what)
			}
		}
	}
	// The first update of a status is refused as if somebody else had been quicker.
	control(t, config, "faults", `{"kind":"fail","status":409,"match":{"verb":"update","resource":"widgets"}}`)
	must(t, c.Create(ctx, widget()))
	until("a conflict", apierrors.IsConflict)
	until("a second try", func(err error) bool { return err == nil })
	w := widget()
	must(t, manager.GetAPIReader().Get(ctx, client.ObjectKeyFromObject(w), w))
	if size, _, _ := unstructured.NestedInt64(w.Object, "status", "size"); size != 3 {
		t.Fatalf("status.size is %d", size)
	}
	// Nobody is told of the delete, and history is gone: only the list after the 410 can show it.
	control(t, config, "faults", `{"kind":"drop-event","match":{"verb":"delete","resource":"widgets"}}`)
	must(t, c.Delete(ctx, w))
	control(t, config, "compact", `{}`)
	control(t, config, "watches", `{"how":"end"}`)
	until("the missed delete", apierrors.IsNotFound)
	t.Log("done")
}
