// SPDX-License-Identifier: Apache-2.0

// A suite as kubebuilder lays it out: it starts envtest.Environment and knows nothing of relist.
package envtest_test

import (
	"context"
	"os"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var (
	env *envtest.Environment
	cfg *rest.Config
)

func TestMain(m *testing.M) {
	env = &envtest.Environment{
		CRDDirectoryPaths:     []string{"crd.yaml"},
		ErrorIfCRDPathMissing: true,
	}
	var err error
	if cfg, err = env.Start(); err != nil {
		panic(err)
	}
	status := m.Run()
	if err := env.Stop(); err != nil {
		panic(err)
	}
	os.Exit(status)
}

func TestWhoAsks(t *testing.T) {
	ctx := context.Background()
	user, err := env.AddUser(envtest.User{Name: "jane", Groups: []string{"readers"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	jane := kubernetes.NewForConfigOrDie(user.Config())
	if _, err := jane.CoreV1().ConfigMaps("default").List(ctx, metav1.ListOptions{}); !apierrors.IsForbidden(err) {
		t.Fatalf("a reader without a role: %v", err)
	}
	anonymous := kubernetes.NewForConfigOrDie(rest.AnonymousClientConfig(cfg))
	if _, err := anonymous.CoreV1().Pods("default").List(ctx, metav1.ListOptions{}); !apierrors.IsForbidden(err) {
		t.Fatalf("anonymous: %v", err)
	}
	admin := kubernetes.NewForConfigOrDie(cfg)
	if _, err := admin.CoreV1().ConfigMaps("default").List(ctx, metav1.ListOptions{}); err != nil {
		t.Fatal(err)
	}
}

func TestManagerReconciles(t *testing.T) {
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan string, 1)
	err = ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(
		reconcile.Func(func(ctx context.Context, r ctrl.Request) (ctrl.Result, error) {
			if r.Name == "wanted" {
				select {
				case done <- r.Namespace:
				default:
				}
			}
			return ctrl.Result{}, nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		if err := mgr.Start(ctx); err != nil {
			t.Error(err)
		}
	}()
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "wanted", Namespace: "default"}}
	if err := mgr.GetClient().Create(ctx, cm); err != nil {
		t.Fatal(err)
	}
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("the reconciler was not called")
	}
}

func TestCustomResources(t *testing.T) {
	c, err := client.New(cfg, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	obj := &unstructured.Unstructured{}
	obj.SetGroupVersionKind(schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Widget"})
	obj.SetName("a")
	obj.SetNamespace("default")
	if err := c.Create(context.Background(), obj); err != nil {
		t.Fatal(err)
	}
	if err := c.Delete(context.Background(), obj); err != nil {
		t.Fatal(err)
	}
}
