// SPDX-License-Identifier: Apache-2.0

//go:build ignore

// gen-typeinfo makes fakeapi/tbl/typeinfo.h: every built-in type of Kubernetes with its fields as Go
// encodes them, its strategic-merge tags and its server-side-apply markers.
//
//	mkdir t && cd t && go mod init t
//	go get k8s.io/client-go@v0.34.4 k8s.io/apiextensions-apiserver@v0.34.4 \
//		k8s.io/kube-aggregator@v0.34.4
//	cp .../scripts/gen-typeinfo.go main.go
//	go run main.go KUBERNETES/api/openapi-spec/swagger.json > .../fakeapi/tbl/typeinfo.h
//
// KUBERNETES is the unpacked Go module k8s.io/kubernetes@v1.34.4. The Go types tell names, order,
// omitempty and the patch tags; the published specification tells the list and map types.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type prop struct {
	ListType string          `json:"x-kubernetes-list-type"`
	ListKeys []string        `json:"x-kubernetes-list-map-keys"`
	MapType  string          `json:"x-kubernetes-map-type"`
	Default  json.RawMessage `json:"default"`
}

type definition struct {
	MapType    string          `json:"x-kubernetes-map-type"`
	Properties map[string]prop `json:"properties"`
}

var definitions map[string]definition

type field struct {
	name, flags, mergeKey, listKeys string
	typ                             int
}

type typeRow struct {
	name, kind, flags string
	elem              int
	fields            []field
}

var (
	rows  []*typeRow
	index = map[reflect.Type]int{}
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The name under which the specification knows a Go type.
func specName(t reflect.Type) string {
	p := t.PkgPath()
	p = strings.ReplaceAll(p, "k8s.io/", "io.k8s.")
	return strings.ReplaceAll(p, "/", ".") + "." + t.Name()
}

// Served when asked for (scripts/gen-resources).
var optional = map[string]bool{
	"admissionregistration.k8s.io MutatingAdmissionPolicy":        true,
	"admissionregistration.k8s.io MutatingAdmissionPolicyBinding": true,
}

var special = map[string]string{
	"resource.Quantity":          "QUANTITY",
	"intstr.IntOrString":         "INTSTR",
	"v1.Time":                    "TIME",
	"v1.MicroTime":               "MICROTIME",
	"v1.Duration":                "DURATION",
	"v1.FieldsV1":                "ANY",
	"runtime.RawExtension":       "RAW",
	"v1.JSON":                    "ANY",
	"v1.JSONSchemaPropsOrBool":   "SCHEMA_OR_BOOL",
	"v1.JSONSchemaPropsOrArray":  "SCHEMA_OR_ARRAY",
	"v1.JSONSchemaPropsOrStringArray": "SCHEMA_OR_STRINGS",
}

func deref(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

func typeOf(t reflect.Type) int {
	t = deref(t)
	if i, ok := index[t]; ok {
		return i
	}
	r := &typeRow{name: t.String(), elem: -1, flags: "0"}
	i := len(rows)
	rows = append(rows, r)
	index[t] = i
	if k, ok := special[t.String()]; ok {
		r.kind = k
		if strings.HasPrefix(k, "SCHEMA_OR") {
			r.elem = typeOf(reflect.TypeOf(apiextensions.JSONSchemaProps{}))
		}
		return i
	}
	switch t.Kind() {
	case reflect.String:
		r.kind = "STRING"
	case reflect.Bool:
		r.kind = "BOOL"
	case reflect.Int32:
		r.kind = "INT32"
	case reflect.Int64, reflect.Int:
		r.kind = "INT64"
	case reflect.Uint8:
		r.kind = "UINT8"
	case reflect.Uint32, reflect.Uint64:
		r.kind = "UINT64"
	case reflect.Float64, reflect.Float32:
		r.kind = "FLOAT"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			r.kind = "BYTES"
		} else {
			r.kind = "LIST"
			r.elem = typeOf(t.Elem())
		}
	case reflect.Map:
		r.kind = "MAP"
		r.elem = typeOf(t.Elem())
	case reflect.Struct:
		r.kind = "STRUCT"
		if definitions[specName(t)].MapType == "atomic" {
			r.flags = "ATOMIC"
		}
		structFields(t, r, definitions[specName(t)])
	default:
		check(fmt.Errorf("%v: kind %v", t, t.Kind()))
	}
	return i
}

func structFields(t reflect.Type, r *typeRow, d definition) {
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		if tag[0] == "-" || !f.IsExported() {
			continue
		}
		if f.Anonymous && tag[0] == "" {
			ft := deref(f.Type)
			if p, ok := definitions[specName(ft)]; ok && p.Properties != nil {
				for k, v := range p.Properties {
					if _, have := d.Properties[k]; !have && d.Properties != nil {
						d.Properties[k] = v
					}
				}
			}
			structFields(ft, r, d)
			continue
		}
		var flags []string
		for _, o := range tag[1:] {
			switch o {
			case "omitempty":
				flags = append(flags, "OE")
			case "omitzero":
				flags = append(flags, "OZ")
			}
		}
		if f.Type.Kind() == reflect.Pointer {
			flags = append(flags, "PTR")
		}
		for _, s := range strings.Split(f.Tag.Get("patchStrategy"), ",") {
			switch s {
			case "merge":
				flags = append(flags, "PM")
			case "replace":
				flags = append(flags, "PR")
			case "retainKeys":
				flags = append(flags, "RK")
			}
		}
		p := d.Properties[tag[0]]
		switch p.ListType {
		case "set":
			flags = append(flags, "LS")
		case "map":
			flags = append(flags, "LM")
		}
		switch p.MapType {
		case "atomic":
			flags = append(flags, "ATOMIC")
		case "granular":
			flags = append(flags, "GRANULAR")
		}
		if len(flags) == 0 {
			flags = []string{"0"}
		}
		r.fields = append(r.fields, field{name: tag[0], flags: strings.Join(flags, "|"),
			mergeKey: f.Tag.Get("patchMergeKey"), listKeys: strings.Join(p.ListKeys, ","),
			typ: typeOf(f.Type)})
	}
}

func main() {
	if len(os.Args) != 2 {
		check(fmt.Errorf("usage: gen-typeinfo swagger.json"))
	}
	spec, err := os.ReadFile(os.Args[1])
	check(err)
	var doc struct {
		Definitions map[string]definition `json:"definitions"`
	}
	check(json.Unmarshal(spec, &doc))
	definitions = doc.Definitions
	s := scheme.Scheme
	check(apiextensions.AddToScheme(s))
	check(apiregistration.AddToScheme(s))

	var kinds []schema.GroupVersionKind
	for gvk, t := range s.AllKnownTypes() {
		unstable := strings.Contains(gvk.Version, "alpha") || strings.Contains(gvk.Version, "beta")
		if unstable && !optional[gvk.Group+" "+gvk.Kind] || gvk.Version == "__internal" {
			continue
		}
		if strings.HasSuffix(t.PkgPath(), "meta/v1") && (gvk.Group != "" ||
			gvk.Kind != "DeleteOptions") {
			continue
		}
		if _, ok := t.FieldByName("ListMeta"); ok {
			continue
		}
		kinds = append(kinds, gvk)
	}
	sort.Slice(kinds, func(i, j int) bool {
		a, b := kinds[i], kinds[j]
		return a.Group+"/"+a.Version+"/"+a.Kind < b.Group+"/"+b.Version+"/"+b.Kind
	})
	for _, k := range kinds {
		typeOf(s.AllKnownTypes()[k])
	}

	fmt.Println("/* SPDX-License-Identifier: Apache-2.0 */")
	fmt.Println("/* Made by scripts/gen-typeinfo.go from Kubernetes 1.34's Go types and specification. */")
	fmt.Println("/* clang-format off */")
	fmt.Println("#ifdef KIND /* (group, version, kind, type) */")
	for _, k := range kinds {
		fmt.Printf("KIND(%q, %q, %q, %d)\n", k.Group, k.Version, k.Kind,
			index[s.AllKnownTypes()[k]])
	}
	fmt.Println("#undef KIND\n#endif")
	fmt.Println("#ifdef TYPE /* (Go name, kind, flags, element type, first field, fields) */")
	n := 0
	for i, r := range rows {
		fmt.Printf("TYPE(%q, %s, %s, %d, %d, %d) /* %d */\n", r.name, r.kind, r.flags, r.elem, n,
			len(r.fields), i)
		n += len(r.fields)
	}
	fmt.Println("#undef TYPE\n#endif")
	fmt.Println("#ifdef FIELD /* (name, type, flags, patch merge key, list map keys) */")
	for _, r := range rows {
		for _, f := range r.fields {
			fmt.Printf("FIELD(%q, %d, %s, %q, %q)\n", f.name, f.typ, f.flags, f.mergeKey, f.listKeys)
		}
	}
	fmt.Println("#undef FIELD\n#endif")
}
