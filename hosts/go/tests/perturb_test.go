// SPDX-License-Identifier: Apache-2.0

package tests

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-logr/logr"

	relist "github.com/OWNER/relist/hosts/go"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var everyFamily = []relist.Family{relist.Crash, relist.Refused, relist.Unobserved, relist.Stale, relist.Held, relist.Wire, relist.Drift}

func siteStory(t *testing.T, steps ...relist.Step) relist.Story {
	t.Helper()
	return relist.Story{Options: relist.Options{Manifests: []string{writeFile(t, "site.json", siteDefinition)}}, Steps: steps}
}

func site(text string) *unstructured.Unstructured { return newSite("web", text) }

// twoGenerations changes a Site, deletes it, and makes another one of the same name.
func twoGenerations() []relist.Step {
	return []relist.Step{relist.Create(site("one")), relist.Patch(site("two")), relist.Patch(site("three")), relist.Delete(site("")),
		relist.Create(site("four")), relist.Patch(site("five"))}
}

// mapper is what discovery says: it is the same in every life.
var mapper = sync.OnceValue(func() meta.RESTMapper {
	m := meta.NewDefaultRESTMapper(nil)
	m.Add(siteKind, meta.RESTScopeNamespace)
	m.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
	m.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
	return m
})

// managedBy is how a manager and its controller are made.
type managedBy struct {
	options    ctrl.Options
	predicates []predicate.Predicate
}

func predicates(p ...predicate.Predicate) func(*managedBy) {
	return func(m *managedBy) { m.predicates = p }
}

// managed is a manager with one controller of Sites and their ConfigMaps and Secrets.
func managed(reconciler func(c client.Client, api *relist.Endpoint) reconcile.Reconciler, configure ...func(*managedBy)) relist.Program {
	return func(ctx context.Context, api *relist.Endpoint) error {
		skip := true
		m := managedBy{options: ctrl.Options{
			Logger: logr.Discard(), Metrics: server.Options{BindAddress: "0"}, HealthProbeBindAddress: "0",
			Client:         client.Options{Cache: &client.CacheOptions{Unstructured: true}},
			Controller:     config.Controller{SkipNameValidation: &skip},
			MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return mapper(), nil },
		}}
		for _, f := range configure {
			f(&m)
		}
		manager, err := ctrl.NewManager(&rest.Config{Host: api.URL(), Transport: api, QPS: -1}, m.options)
		if err != nil {
			return err
		}
		err = ctrl.NewControllerManagedBy(manager).Named("site").For(newSite("", ""), builder.WithPredicates(m.predicates...)).
			Owns(&corev1.ConfigMap{}).Owns(&corev1.Secret{}).Complete(reconciler(manager.GetClient(), api))
		if err != nil {
			return err
		}
		return manager.Start(ctx)
	}
}

const finalizer = "example.com/site"

// careful keeps a ConfigMap and a Secret for each Site, with a finalizer and a status. Its mistakes are switched on one by one.
type careful struct {
	client.Client
	api *relist.Endpoint

	deletesByName bool // a deleted Site's ConfigMap is deleted by its name alone
	halfMade      bool // the Secret is made only with a new ConfigMap
	noSecondTry   bool // a create that fails is sent again, and a ConfigMap that exists then is a failure for ever
	anyName       bool // ConfigMaps have generated names, and are looked for in the cache
	panics        bool // a ConfigMap without an owner is not expected
}

func (r *careful) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	if r.panics {
		defer r.api.Recover()
	}
	site := newSite("", "")
	if err := r.Get(ctx, request.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.GetDeletionTimestamp().IsZero() {
		if r.deletesByName {
			child := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: site.GetNamespace(), Name: site.GetName()}}
			if err := client.IgnoreNotFound(r.Delete(ctx, child)); err != nil {
				return ctrl.Result{}, err
			}
		}
		if controllerutil.RemoveFinalizer(site, finalizer) {
			return ctrl.Result{}, client.IgnoreNotFound(r.Update(ctx, site))
		}
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	made, err := r.keep(ctx, site)
	if err != nil {
		return ctrl.Result{}, err
	}
	if r.anyName && made {
		return ctrl.Result{RequeueAfter: time.Second}, nil // a second is enough for a cache, most of the time
	}
	if !r.halfMade || made {
		if err = r.keepSecret(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, r.report(ctx, site, "Ready")
}

func (r *careful) report(ctx context.Context, site *unstructured.Unstructured, phase string) error {
	if now, _, _ := unstructured.NestedString(site.Object, "status", "phase"); now == phase || now == "Failed" {
		return nil
	}
	_ = unstructured.SetNestedField(site.Object, phase, "status", "phase")
	return r.Status().Update(ctx, site)
}

var errOtherOwner = errors.New("the child is of another Site of this name: it will be collected")

// keep makes the ConfigMap, or changes its text; true: it was made.
func (r *careful) keep(ctx context.Context, site *unstructured.Unstructured) (made bool, err error) {
	text, _, _ := unstructured.NestedString(site.Object, "spec", "text")
	child := &corev1.ConfigMap{}
	if r.anyName {
		var all corev1.ConfigMapList
		if err = r.List(ctx, &all, client.InNamespace(site.GetNamespace()), client.MatchingLabels{"site": string(site.GetUID())}); err != nil {
			return false, err
		}
		if len(all.Items) > 0 {
			child = &all.Items[0]
		}
	} else if err = client.IgnoreNotFound(r.Get(ctx, client.ObjectKeyFromObject(site), child)); err != nil {
		return false, err
	}
	if child.UID == "" {
		child = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: site.GetNamespace(), Name: site.GetName()}}
		if r.anyName {
			child.Name, child.GenerateName, child.Labels = "", site.GetName()+"-", map[string]string{"site": string(site.GetUID())}
		}
		child.Data = map[string]string{"text": text}
		if err = controllerutil.SetControllerReference(site, child, r.Scheme()); err != nil {
			return false, err
		}
		err = r.Create(ctx, child)
		if err != nil && r.noSecondTry && !apierrors.IsAlreadyExists(err) {
			if err = r.Create(ctx, child); apierrors.IsAlreadyExists(err) {
				return false, r.report(ctx, site, "Failed")
			}
		}
		return err == nil, err
	}
	if owner := metav1.GetControllerOf(child); owner != nil && owner.UID != site.GetUID() {
		return false, errOtherOwner
	}
	if r.panics && metav1.GetControllerOf(child).Name != site.GetName() {
		return false, errOtherOwner
	}
	if child.Data["text"] == text && metav1.GetControllerOf(child) != nil {
		return false, nil
	}
	child.Data = map[string]string{"text": text}
	if err = controllerutil.SetControllerReference(site, child, r.Scheme()); err != nil {
		return false, err
	}
	return false, r.Update(ctx, child)
}

func (r *careful) keepSecret(ctx context.Context, site *unstructured.Unstructured) error {
	child := &corev1.Secret{}
	err := r.Get(ctx, client.ObjectKeyFromObject(site), child)
	if err == nil {
		if owner := metav1.GetControllerOf(child); owner != nil && owner.UID != site.GetUID() {
			return errOtherOwner
		} else if owner != nil && string(child.Data["for"]) == site.GetName() {
			return nil
		}
		child.Data = map[string][]byte{"for": []byte(site.GetName())}
		if err = controllerutil.SetControllerReference(site, child, r.Scheme()); err != nil {
			return err
		}
		return r.Update(ctx, child)
	}
	if client.IgnoreNotFound(err) != nil {
		return err
	}
	child = &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: site.GetNamespace(), Name: site.GetName()}}
	child.Data = map[string][]byte{"for": []byte(site.GetName())}
	if err = controllerutil.SetControllerReference(site, child, r.Scheme()); err != nil {
		return err
	}
	return r.Create(ctx, child)
}

func twin(mistake func(*careful)) relist.Program {
	return managed(func(c client.Client, api *relist.Endpoint) reconcile.Reconciler {
		r := &careful{Client: c, api: api}
		mistake(r)
		return r
	})
}

func TestPerturbFindsNothingInACarefulReconciler(t *testing.T) {
	relist.Perturb(t, siteStory(t, twoGenerations()...), twin(func(*careful) {}), relist.PerturbOptions{Families: everyFamily})
}

func find(t *testing.T, program relist.Program, o relist.PerturbOptions, steps ...relist.Step) *relist.Perturbations {
	t.Helper()
	found, err := relist.SearchPerturbations(t, siteStory(t, steps...), program, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(found.Summary())
	return found
}

// expectFinding: one of the groups has this kind, type and text, and comes from a plan of the family.
func expectFinding(t *testing.T, found *relist.Perturbations, family relist.Family, kind, typ, text string) {
	t.Helper()
	for _, group := range found.Groups {
		fromFamily := slices.ContainsFunc(group.Plans, func(name string) bool { return strings.HasPrefix(name, string(family)+":") })
		if group.Kind == kind && group.Type == typ && fromFamily && strings.Contains(group.Text, text) {
			return
		}
	}
	t.Errorf("no finding %q of %s with %q from %s among %d groups", kind, typ, text, family, len(found.Groups))
	for _, group := range found.Groups {
		t.Log(group.Kind, " ", group.Type, "\n", group.Text)
	}
}

func TestPerturbFindsTheDeleteByNameOfAStaleRestart(t *testing.T) {
	found := find(t, twin(func(r *careful) { r.deletesByName = true }), relist.PerturbOptions{Families: []relist.Family{relist.Stale, relist.Crash}},
		twoGenerations()...)
	expectFinding(t, found, relist.Stale, "deleted", "configmaps", "configmaps/default/web was deleted 2 times, undisturbed 1")
}

func TestPerturbFindsAHalfMadeStateAfterACrash(t *testing.T) {
	found := find(t, twin(func(r *careful) { r.halfMade = true }), relist.PerturbOptions{Families: []relist.Family{relist.Crash, relist.Wire}},
		twoGenerations()...)
	expectFinding(t, found, relist.Crash, "missing", "secrets", "secrets/default/web is missing at the end")
}

func TestPerturbFindsACreateThatDoesNotExpectItsObject(t *testing.T) {
	found := find(t, twin(func(r *careful) { r.noSecondTry = true }), relist.PerturbOptions{Only: "refused:504"}, relist.Create(site("one")))
	expectFinding(t, found, relist.Refused, "differs", "sites.example.com", `status.phase is "Failed", undisturbed "Ready"`)
}

func TestPerturbFindsDuplicatesOfALaggingCache(t *testing.T) {
	found := find(t, twin(func(r *careful) { r.anyName = true }), relist.PerturbOptions{Families: []relist.Family{relist.Held}},
		relist.Create(site("one")), relist.Patch(site("two")))
	expectFinding(t, found, relist.Held, "surplus", "configmaps", "configmaps/default/web-*: there are")
}

func TestPerturbFindsAPanic(t *testing.T) {
	found := find(t, twin(func(r *careful) { r.panics = true }), relist.PerturbOptions{Only: "drift:owner", Families: everyFamily},
		relist.Create(site("one")))
	expectFinding(t, found, relist.Drift, "panic", "", "panic: runtime error: invalid memory address or nil pointer dereference")
}

// An update event whose generation is not the next one is taken for a repetition.
func TestPerturbFindsAnEdgeTriggeredCompare(t *testing.T) {
	next := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		return e.ObjectNew.GetGeneration()-e.ObjectOld.GetGeneration() <= 1
	}}
	program := managed(func(c client.Client, api *relist.Endpoint) reconcile.Reconciler { return &careful{Client: c, api: api} }, predicates(next))
	found := find(t, program, relist.PerturbOptions{Families: []relist.Family{relist.Unobserved, relist.Crash}},
		relist.Create(site("one")), relist.Patch(site("two")), relist.Patch(site("three")))
	expectFinding(t, found, relist.Unobserved, "differs", "configmaps", `configmaps/default/web: data.text is "one", undisturbed "three"`)
}

// A killed leader's lease runs out before the next process may lead.
func TestPerturbWaitsForTheLeaseOfAKilledLeader(t *testing.T) {
	program := managed(func(c client.Client, api *relist.Endpoint) reconcile.Reconciler { return &careful{Client: c, api: api} }, func(m *managedBy) {
		m.options.LeaderElection, m.options.LeaderElectionID, m.options.LeaderElectionNamespace = true, "sites", "default"
	})
	found := find(t, program, relist.PerturbOptions{Families: []relist.Family{relist.Crash, relist.Stale, relist.Unobserved}}, relist.Create(site("one")),
		relist.Patch(site("two")))
	if len(found.Groups) != 0 || len(found.Missed) != 0 {
		t.Errorf("%+v", found)
	}
}

// The users' own client, and a story that ends with nothing.
func TestPerturbTakesStepsWithAClient(t *testing.T) {
	with := func(name string, do func(ctx context.Context, c client.Client) error) relist.Step {
		return relist.Step{Name: name, Do: func(ctx context.Context, users *relist.Endpoint) error {
			c, err := client.New(&rest.Config{Host: users.URL(), Transport: users, QPS: -1}, client.Options{Mapper: mapper()})
			if err != nil {
				return err
			}
			return do(ctx, c)
		}}
	}
	found := find(t, twin(func(*careful) {}), relist.PerturbOptions{Families: []relist.Family{relist.Crash, relist.Drift}},
		with("create", func(ctx context.Context, c client.Client) error { return c.Create(ctx, site("one")) }),
		with("delete", func(ctx context.Context, c client.Client) error { return c.Delete(ctx, site("")) }))
	if len(found.Groups) != 0 || len(found.Missed) != 0 || !slices.Contains(found.Plans, "crash:create/configmaps/default/web@1") {
		t.Errorf("%+v", found)
	}
}
