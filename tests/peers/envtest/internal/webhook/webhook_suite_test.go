// SPDX-License-Identifier: Apache-2.0

// The suite of a project's webhooks, laid out as kubebuilder does: a manager serves them, envtest points the
// configurations and the definition at it.
package webhook

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	v1 "relist.example/envtest/api/v1"
	v2 "relist.example/envtest/api/v2"
)

var (
	ctx = context.Background()
	env *envtest.Environment
	cfg *rest.Config
	c   client.WithWatch
)

type gearWebhook struct{}

func (gearWebhook) Default(_ context.Context, g *v1.Gear) error {
	if g.Spec.Teeth == 0 {
		g.Spec.Teeth = 12
	}
	return nil
}

func (gearWebhook) check(g *v1.Gear) (admission.Warnings, error) {
	if g.Spec.Teeth < 3 {
		return nil, fmt.Errorf("%d teeth are no gear", g.Spec.Teeth)
	}
	if g.Spec.Colour == "red" {
		return admission.Warnings{"red rusts"}, nil
	}
	return nil, nil
}

func (w gearWebhook) ValidateCreate(_ context.Context, g *v1.Gear) (admission.Warnings, error) {
	return w.check(g)
}

func (w gearWebhook) ValidateUpdate(_ context.Context, _, g *v1.Gear) (admission.Warnings, error) {
	return w.check(g)
}

func (gearWebhook) ValidateDelete(_ context.Context, g *v1.Gear) (admission.Warnings, error) {
	if g.Status.Turning {
		return nil, fmt.Errorf("it turns")
	}
	return nil, nil
}

func start() error {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{clientgoscheme.AddToScheme, v1.AddToScheme, v2.AddToScheme} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	env = &envtest.Environment{
		Scheme:                scheme,
		CRDDirectoryPaths:     []string{filepath.Join("..", "..", "config", "crd", "bases")},
		ErrorIfCRDPathMissing: true,
		CRDInstallOptions:     envtest.CRDInstallOptions{Scheme: scheme},
		WebhookInstallOptions: envtest.WebhookInstallOptions{
			Paths: []string{filepath.Join("..", "..", "config", "webhook")},
		},
	}
	var err error
	if cfg, err = env.Start(); err != nil {
		return err
	}
	if c, err = client.NewWithWatch(cfg, client.Options{Scheme: scheme}); err != nil {
		return err
	}
	at := env.WebhookInstallOptions
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
		WebhookServer: webhook.NewServer(webhook.Options{
			Host: at.LocalServingHost, Port: at.LocalServingPort, CertDir: at.LocalServingCertDir,
		}),
	})
	if err != nil {
		return err
	}
	err = ctrl.NewWebhookManagedBy(mgr, &v1.Gear{}).WithDefaulter(gearWebhook{}).WithValidator(gearWebhook{}).Complete()
	if err != nil {
		return err
	}
	go func() {
		if err := mgr.Start(ctx); err != nil {
			panic(err)
		}
	}()
	address := fmt.Sprintf("%s:%d", at.LocalServingHost, at.LocalServingPort)
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		conn, err := tls.DialWithDialer(&net.Dialer{Timeout: time.Second}, "tcp", address,
			&tls.Config{InsecureSkipVerify: true})
		if err == nil {
			return conn.Close()
		}
	}
	return fmt.Errorf("the webhook server does not answer")
}

func TestMain(m *testing.M) {
	status := 1
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		status = m.Run()
	}
	if err := env.Stop(); err != nil {
		panic(err)
	}
	os.Exit(status)
}

func gear(name string, teeth int) *v1.Gear {
	return &v1.Gear{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}, Spec: v1.GearSpec{Teeth: teeth}}
}

func TestDefaults(t *testing.T) {
	g := gear("plain", 0)
	if err := c.Create(ctx, g); err != nil {
		t.Fatal(err)
	}
	if g.Spec.Teeth != 12 {
		t.Fatalf("%d teeth", g.Spec.Teeth)
	}
}

func TestValidation(t *testing.T) {
	err := c.Create(ctx, gear("small", 2))
	if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(),
		`admission webhook "vgear-v1.gears.example.com" denied the request: 2 teeth are no gear`) {
		t.Fatalf("%v", err)
	}
	g := gear("fine", 20)
	if err := c.Create(ctx, g); err != nil {
		t.Fatal(err)
	}
	g.Spec.Teeth = 1
	if err := c.Update(ctx, g); !apierrors.IsForbidden(err) {
		t.Fatalf("update: %v", err)
	}
}

func TestRulesOfTheSchema(t *testing.T) {
	err := c.Create(ctx, gear("large", 2000))
	if !apierrors.IsInvalid(err) || !strings.Contains(err.Error(), "a gear has less than 1000 teeth") {
		t.Fatalf("%v", err)
	}
}

func TestDeletion(t *testing.T) {
	g := gear("turning", 8)
	if err := c.Create(ctx, g); err != nil {
		t.Fatal(err)
	}
	g.Status.Turning = true
	if err := c.Status().Update(ctx, g); err != nil {
		t.Fatal(err)
	}
	if err := c.Delete(ctx, g); !apierrors.IsForbidden(err) {
		t.Fatalf("%v", err)
	}
}

func TestConversion(t *testing.T) {
	two := &v2.Gear{ObjectMeta: metav1.ObjectMeta{Name: "two", Namespace: "default"}, Spec: v2.GearSpec{Cogs: 30}}
	watch, err := c.Watch(ctx, &v2.GearList{}, client.InNamespace("default"), client.MatchingFields{"metadata.name": "two"})
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Stop()
	if err := c.Create(ctx, two); err != nil {
		t.Fatal(err)
	}
	if two.Spec.Cogs != 30 || two.ResourceVersion == "" {
		t.Fatalf("created as %+v", two)
	}
	select {
	case e := <-watch.ResultChan():
		if g, ok := e.Object.(*v2.Gear); !ok || g.Spec.Cogs != 30 {
			t.Fatalf("watched %+v", e)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("no event")
	}
	one := &v1.Gear{}
	if err := c.Get(ctx, client.ObjectKeyFromObject(two), one); err != nil || one.Spec.Teeth != 30 {
		t.Fatalf("%v %+v", err, one.Spec)
	}
	// the webhook's rule is about v1, and hears of v2 as well
	two.Spec.Cogs = 1
	if err := c.Update(ctx, two); !apierrors.IsForbidden(err) {
		t.Fatalf("update: %v", err)
	}
	list := &v2.GearList{}
	if err := c.List(ctx, list, client.InNamespace("default")); err != nil {
		t.Fatal(err)
	}
	for _, g := range list.Items {
		if g.Spec.Cogs == 0 {
			t.Fatalf("not converted: %+v", g)
		}
	}
}

func TestRoles(t *testing.T) {
	user, err := env.AddUser(envtest.User{Name: "greta", Groups: []string{"makers"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	greta, err := client.New(user.Config(), client.Options{Scheme: c.Scheme()})
	if err != nil {
		t.Fatal(err)
	}
	if err := greta.List(ctx, &v1.GearList{}, client.InNamespace("default")); !apierrors.IsForbidden(err) {
		t.Fatalf("without a role: %v", err)
	}
	role := &rbacv1.Role{ObjectMeta: metav1.ObjectMeta{Name: "maker", Namespace: "default"},
		Rules: []rbacv1.PolicyRule{{APIGroups: []string{v1.GroupVersion.Group}, Resources: []string{"gears"},
			Verbs: []string{"list", "create"}}}}
	binding := &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "makers", Namespace: "default"},
		RoleRef:  rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "maker"},
		Subjects: []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: "Group", Name: "makers"}}}
	for _, obj := range []client.Object{role, binding} {
		if err := c.Create(ctx, obj); err != nil {
			t.Fatal(err)
		}
	}
	if err := greta.List(ctx, &v1.GearList{}, client.InNamespace("default")); err != nil {
		t.Fatal(err)
	}
	g := gear("greta", 9)
	if err := greta.Create(ctx, g); err != nil {
		t.Fatal(err)
	}
	if err := greta.Delete(ctx, g); !apierrors.IsForbidden(err) || !strings.Contains(err.Error(),
		`User "greta" cannot delete resource "gears" in API group "gears.example.com" in the namespace "default"`) {
		t.Fatalf("%v", err)
	}
}
