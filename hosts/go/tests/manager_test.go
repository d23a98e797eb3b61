// SPDX-License-Identifier: Apache-2.0

package tests

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"

	relist "github.com/OWNER/relist/hosts/go"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const siteDefinition = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"sites.example.com"},
"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"sites","singular":"site","kind":"Site","listKind":"SiteList"},
"versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},"schema":{"openAPIV3Schema":{"type":"object",
"properties":{"spec":{"type":"object","properties":{"text":{"type":"string"}}},"status":{"type":"object","properties":{"ready":{"type":"boolean"},"phase":{"type":"string"}}}}}}}]}}`

const siteWebhook = `{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{"name":"sites"},"webhooks":[{
"name":"sites.example.com","sideEffects":"None","admissionReviewVersions":["v1"],"clientConfig":{"url":"https://manager.test/validate-site"},
"rules":[{"apiGroups":["example.com"],"apiVersions":["v1"],"operations":["CREATE","UPDATE"],"resources":["sites"]}]}]}`

var siteKind = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Site"}

func newSite(name, text string) *unstructured.Unstructured {
	site := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"text": text}}}
	site.SetGroupVersionKind(siteKind)
	site.SetNamespace("default")
	site.SetName(name)
	return site
}

// reconciler keeps a ConfigMap for each Site, with a finalizer.
type reconciler struct {
	client.Client
	name  string
	count *int
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	*r.count++
	site := newSite("", "")
	if err := r.Get(ctx, request.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	const finalizer = "example.com/site"
	if !site.GetDeletionTimestamp().IsZero() {
		if controllerutil.RemoveFinalizer(site, finalizer) {
			return ctrl.Result{}, r.Update(ctx, site)
		}
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	text, _, _ := unstructured.NestedString(site.Object, "spec", "text")
	child := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: site.GetNamespace(), Name: site.GetName()}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, child, func() error {
		child.Data = map[string]string{"text": text, "by": r.name}
		return controllerutil.SetControllerReference(site, child, r.Scheme())
	}); err != nil {
		return ctrl.Result{}, err
	}
	if ready, _, _ := unstructured.NestedBool(site.Object, "status", "ready"); !ready {
		_ = unstructured.SetNestedField(site.Object, true, "status", "ready")
		return ctrl.Result{}, r.Status().Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

// inProcess is the manager's webhook server without its port: the server calls its mux.
type inProcess struct{ webhook.Server }

func (inProcess) Start(ctx context.Context) error { <-ctx.Done(); return nil }

// startManager runs a manager until the function that it returns is called.
func startManager(t *testing.T, s *relist.Server, name string, mux *http.ServeMux, reconciles *int) (stop func()) {
	t.Helper()
	// controller-runtime's mapper, which discovers Sites through the same transport.
	httpClient := &http.Client{Transport: s}
	scheme := ctrl.Options{}.Scheme
	options := ctrl.Options{
		Scheme: scheme, Logger: logr.Discard(), Metrics: server.Options{BindAddress: "0"}, HealthProbeBindAddress: "0",
		LeaderElection: true, LeaderElectionID: "sites", LeaderElectionNamespace: "default", LeaderElectionReleaseOnCancel: true,
		MapperProvider: func(c *rest.Config, _ *http.Client) (meta.RESTMapper, error) {
			return apiutil.NewDynamicRESTMapper(c, httpClient)
		},
		WebhookServer: inProcess{webhook.NewServer(webhook.Options{WebhookMux: mux})},
	}
	skip := true
	options.Controller = config.Controller{SkipNameValidation: &skip}
	manager, err := ctrl.NewManager(&rest.Config{Host: s.URL(), Transport: s, QPS: -1}, options)
	if err != nil {
		t.Fatal(err)
	}
	err = ctrl.NewControllerManagedBy(manager).Named("site").For(newSite("", "")).Owns(&corev1.ConfigMap{}).
		Complete(&reconciler{manager.GetClient(), name, reconciles})
	if err != nil {
		t.Fatal(err)
	}
	if mux != nil {
		manager.GetWebhookServer().Register("/validate-site", &webhook.Admission{Handler: admission.HandlerFunc(
			func(_ context.Context, r admission.Request) admission.Response {
				site := &unstructured.Unstructured{}
				if err := json.Unmarshal(r.Object.Raw, site); err != nil {
					return admission.Errored(400, err)
				}
				if text, _, _ := unstructured.NestedString(site.Object, "spec", "text"); text == "" {
					return admission.Denied("spec.text is empty")
				}
				return admission.Allowed("")
			})})
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(name, err)
		}
	}
}

// A manager with leader election, owned objects, a finalizer, a webhook and a definition, through 31 minutes of an apiserver that
// refuses, forgets and cuts; it is stopped and started in the middle.
func life(t *testing.T) {
	mux := http.NewServeMux()
	s := relist.New(t, relist.Options{Webhooks: mux, GarbageCollection: true, NoTimeline: true})
	if err := errors.Join(s.Load(siteDefinition), s.Load(siteWebhook)); err != nil {
		t.Fatal(err)
	}
	c, err := client.New(&rest.Config{Host: s.URL(), Transport: s, QPS: -1}, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	reconciles := 0
	stop := startManager(t, s, "first", mux, &reconciles)
	time.Sleep(time.Minute)
	if err = c.Create(ctx, newSite("bad", "")); err == nil || !apierrors.IsForbidden(err) {
		t.Fatal("the webhook allowed it: ", err)
	}
	for i := range 3 {
		if err = c.Create(ctx, newSite(fmt.Sprintf("s%d", i), "hello")); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(time.Minute)
	child := &corev1.ConfigMap{}
	if err = c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "s1"}, child); err != nil || child.Data["text"] != "hello" {
		t.Fatal(child.Data, err)
	}
	// A deleted child is made again.
	if err = c.Delete(ctx, child); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Minute)
	if err = c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "s1"}, &corev1.ConfigMap{}); err != nil {
		t.Fatal(err)
	}
	// While the watches are closed and lists are refused, a child goes, and nothing of it is left to watch.
	if err = s.FailNext(relist.Match{Verb: "list"}, 4, 503); err != nil {
		t.Fatal(err)
	}
	if n, err := s.EndWatches(relist.WatchesCut, relist.Match{}); err != nil || n < 2 {
		t.Fatal(n, err)
	}
	if err = s.Delete("", "configmaps", "default", "s2"); err != nil {
		t.Fatal(err)
	}
	if err = s.Compact(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(12 * time.Minute)
	if err = c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "s2"}, &corev1.ConfigMap{}); err != nil {
		t.Fatal("the missed delete was not found: ", err)
	}
	stop()
	if err = s.Delete("", "configmaps", "default", "s0"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Minute)
	stop = startManager(t, s, "second", nil, &reconciles)
	time.Sleep(10 * time.Minute)
	if err = c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "s0"}, child); err != nil || child.Data["by"] != "second" {
		t.Fatal(child.Data, err)
	}
	if err = c.Delete(ctx, newSite("s1", "")); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Minute)
	if err = c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "s1"}, &corev1.ConfigMap{}); !apierrors.IsNotFound(err) {
		t.Fatal("the garbage collector left the child: ", err)
	}
	if err = c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "s1"}, newSite("", "")); !apierrors.IsNotFound(err) {
		t.Fatal("the finalizer was not removed: ", err)
	}
	stop()
	if reconciles < 8 {
		t.Fatal(reconciles)
	}
}

func TestManagerLivesThroughThirtyOneMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		life(t)
		if lived := time.Since(begun); lived != 31*time.Minute {
			t.Error(lived)
		}
	})
}

// Of two replicas one leads; when it is abandoned (its requests reach nothing any more), the other one takes over.
func TestAnAbandonedLeaderIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := relist.New(t)
		if err := s.Load(siteDefinition); err != nil {
			t.Fatal(err)
		}
		c, err := client.New(&rest.Config{Host: s.URL(), Transport: s}, client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var first, second int
		stopFirst := startManager(t, s, "first", nil, &first)
		time.Sleep(30 * time.Second)
		stopSecond := startManager(t, s, "second", nil, &second)
		time.Sleep(30 * time.Second)
		if err = c.Create(context.Background(), newSite("a", "x")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if first == 0 || second != 0 {
			t.Fatal(first, second)
		}
		stopFirst()
		time.Sleep(time.Minute)
		synctest.Wait()
		if second == 0 {
			t.Error("nobody leads")
		}
		stopSecond()
	})
}
