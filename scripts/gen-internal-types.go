// SPDX-License-Identifier: Apache-2.0

//go:build ignore

// gen-internal-types prints the fields of some of the server's internal types of one release, in
// order: what scripts/gen-kubernetes merges into fakeapi/tbl/internal_types.h. A refused update of a
// pod shows the difference of two specs in that form, other messages the value that they are about.
// It is compiled in a module that requires that release of k8s.io/kubernetes.
//
// The names on the wire come from the field of the same name in the public type of the same name.
package main

import (
	"fmt"
	"os"
	"reflect"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	v1 "k8s.io/api/core/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	networkingv1 "k8s.io/api/networking/v1"
	resourcev1 "k8s.io/api/resource/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/kubernetes/pkg/apis/apps"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/flowcontrol"
	"k8s.io/kubernetes/pkg/apis/networking"
	"k8s.io/kubernetes/pkg/apis/resource"
	"k8s.io/kubernetes/pkg/apis/storage"
)

type row struct {
	kind string
	elem int
	own  []string
}

var (
	rows   []*row
	index  = map[reflect.Type]int{}
	public = map[string]reflect.Type{}
)

func collect(t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || public[t.Name()] != nil {
		return
	}
	public[t.Name()] = t
	for i := 0; i < t.NumField(); i++ {
		collect(t.Field(i).Type)
	}
}

func wireName(owner reflect.Type, name string) string {
	if p := public[owner.Name()]; p != nil {
		if f, ok := p.FieldByName(name); ok {
			if tag := strings.Split(f.Tag.Get("json"), ",")[0]; tag != "" {
				return tag
			}
		}
	}
	if f, ok := reflect.TypeOf(v1.PodSpec{}).FieldByName(name); ok {
		return "^" + strings.Split(f.Tag.Get("json"), ",")[0]
	}
	return strings.ToLower(name[:1]) + name[1:]
}

func fields(r *row, t, owner reflect.Type) {
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		if f.Anonymous && tag[0] == "" {
			ft := f.Type
			for ft.Kind() == reflect.Pointer {
				ft = ft.Elem()
			}
			if ft.String() == "v1.TypeMeta" { // an internal object has no kind
				continue
			}
			if ft.String() == "v1.ObjectMeta" { // its members are shown, its name is not
				meta(r, ft)
				continue
			}
			fields(r, ft, owner)
			continue
		}
		if !f.IsExported() || tag[0] == "-" {
			continue
		}
		shown, wire, omit := f.Name, wireName(owner, f.Name), 0
		if tag[0] != "" {
			shown, wire = tag[0], tag[0]
		}
		for _, o := range tag[1:] {
			if strings.HasPrefix(o, "omit") {
				omit = 1
			}
		}
		ptr := 0
		if f.Type.Kind() == reflect.Pointer {
			ptr = 1
		}
		r.own = append(r.own, fmt.Sprintf("FIELD(%q, %q, %d, %d, %d)", shown, wire, typeOf(f.Type), ptr, omit))
	}
}

func meta(r *row, t reflect.Type) {
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		ptr := 0
		if f.Type.Kind() == reflect.Pointer {
			ptr = 1
		}
		r.own = append(r.own, fmt.Sprintf("FIELD(%q, %q, %d, %d, 1)", tag[0], "@"+tag[0], typeOf(f.Type), ptr))
	}
}

func typeOf(t reflect.Type) int {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if i, ok := index[t]; ok {
		return i
	}
	r := &row{elem: -1}
	i := len(rows)
	rows = append(rows, r)
	index[t] = i
	switch t.String() {
	case "resource.Quantity":
		r.kind = "STRING0"
		return i
	case "intstr.IntOrString":
		r.kind = "NUMBER"
		return i
	case "v1.Time", "runtime.RawExtension", "v1.FieldsV1", "v1.ManagedFieldsEntry", "v1.OwnerReference":
		r.kind = "ANY"
		return i
	}
	switch t.Kind() {
	case reflect.String:
		r.kind = "STRING"
	case reflect.Bool:
		r.kind = "BOOL"
	case reflect.Int32, reflect.Int64, reflect.Int:
		r.kind = "NUMBER"
	case reflect.Slice:
		r.kind = "LIST"
		r.elem = typeOf(t.Elem())
	case reflect.Map:
		r.kind = "MAP"
		r.elem = typeOf(t.Elem())
	case reflect.Struct:
		r.kind = "STRUCT"
		fields(r, t, t)
	default:
		fmt.Fprintln(os.Stderr, t, t.Kind())
		os.Exit(1)
	}
	return i
}

// What messages show besides pods, by the name in the C sources.
var roots = []struct {
	name string
	t    any
}{
	{"POD_SPEC", core.PodSpec{}},
	{"POD_TEMPLATE", core.PodTemplateSpec{}},
	{"EPHEMERAL_CONTAINER", core.EphemeralContainer{}},
	{"OBJECT_REFERENCE", core.ObjectReference{}},
	{"SCOPE_SELECTOR", core.ScopeSelector{}},
	{"NODE_SELECTOR_TERM", core.NodeSelectorTerm{}},
	{"NODE_SELECTOR_TERMS", []core.NodeSelectorTerm{}},
	{"SECURITY_CONTEXT", core.SecurityContext{}},
	{"SECCOMP_PROFILE", core.SeccompProfile{}},
	{"EVENT_SOURCE", core.EventSource{}},
	{"VOLUME_NODE_AFFINITY", core.VolumeNodeAffinity{}},
	{"TOPOLOGY_TERM", core.TopologySelectorTerm{}},
	{"POD_FAILURE_POLICY", batch.PodFailurePolicy{}},
	{"SUCCESS_POLICY", batch.SuccessPolicy{}},
	{"STATEFUL_STRATEGY", apps.StatefulSetUpdateStrategy{}},
	{"STATEFUL_ROLLING", apps.RollingUpdateStatefulSetStrategy{}},
	{"ATTACHMENT_SPEC", storage.VolumeAttachmentSpec{}},
	{"CSI_NODE_DRIVER", storage.CSINodeDriver{}},
	{"TOKEN_REQUESTS", []storage.TokenRequest{}},
	{"CLAIM_SPEC", core.PersistentVolumeClaimSpec{}},
	{"CLAIM_TEMPLATES", []core.PersistentVolumeClaim{}},
	{"VOLUME_SOURCE", core.PersistentVolumeSource{}},
	{"DEVICE_CLAIM", resource.ResourceClaimSpec{}},
	{"DEVICE_CLAIM_TEMPLATE", resource.ResourceClaimTemplateSpec{}},
	{"FLOW_SCHEMA", flowcontrol.FlowSchemaSpec{}},
	{"PRIORITY_LEVEL", flowcontrol.PriorityLevelConfigurationSpec{}},
	{"PARENT_REFERENCE", networking.ParentReference{}},
}

func main() {
	collect(reflect.TypeOf(v1.PodSpec{}))
	for _, p := range []any{v1.PodTemplateSpec{}, v1.ObjectReference{}, v1.EventSource{}, v1.ScopeSelector{}, v1.VolumeNodeAffinity{}, v1.TopologySelectorTerm{},
		batchv1.JobSpec{}, appsv1.StatefulSetSpec{}, storagev1.VolumeAttachment{}, storagev1.CSINode{}, storagev1.CSIDriver{},
		resourcev1.ResourceClaimTemplate{}, flowcontrolv1.FlowSchema{}, flowcontrolv1.PriorityLevelConfiguration{}, networkingv1.IPAddress{}} {
		collect(reflect.TypeOf(p))
	}
	for _, r := range roots {
		typeOf(reflect.TypeOf(r.t))
	}
	n := 0
	for _, r := range rows {
		fmt.Printf("TYPE(%s, %d, %d, %d)\n", r.kind, r.elem, n, len(r.own))
		n += len(r.own)
	}
	for _, r := range roots {
		fmt.Printf("ROOT(%s, %d)\n", r.name, typeOf(reflect.TypeOf(r.t)))
	}
	for _, r := range rows {
		for _, f := range r.own {
			fmt.Println(f)
		}
	}
}
