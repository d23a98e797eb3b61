// SPDX-License-Identifier: Apache-2.0

// Encodes objects as client-go does and writes, for each, the protobuf body and the JSON that Go
// prints for it: NAME.bin and NAME.json.
//
//	go run . OUT              the objects of objects.yaml (what tests/golden/protobuf holds)
//	go run . -random N OUT    every registered kind, each filled N times at random
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"sigs.k8s.io/randfill"
	"sigs.k8s.io/yaml"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func write(out, name string, obj runtime.Object) {
	gvks, _, err := scheme.Scheme.ObjectKinds(obj)
	check(err)
	kind := obj.GetObjectKind().GroupVersionKind()
	if kind.Empty() {
		obj.GetObjectKind().SetGroupVersionKind(gvks[0])
	}
	body, err := runtime.Encode(protobuf.NewSerializer(scheme.Scheme, scheme.Scheme), obj)
	check(err)
	text, err := json.Marshal(obj)
	check(err)
	check(os.WriteFile(filepath.Join(out, name+".bin"), body, 0o644))
	check(os.WriteFile(filepath.Join(out, name+".json"), append(text, '\n'), 0o644))
}

func filler(seed int64) *randfill.Filler {
	return randfill.NewWithSeed(seed).NilChance(0.2).NumElements(1, 2).MaxDepth(20).Funcs(
		func(q *resource.Quantity, c randfill.Continue) { *q = *resource.NewQuantity(int64(c.Intn(1000)), resource.DecimalSI) },
		func(v *intstr.IntOrString, c randfill.Continue) {
			if c.Bool() {
				*v = intstr.FromInt32(int32(c.Intn(70000)))
			} else {
				*v = intstr.FromString("s" + fmt.Sprint(c.Intn(100)))
			}
		},
		func(t *metav1.Time, c randfill.Continue) { *t = metav1.Unix(int64(c.Intn(2000000000)), 0) },
		func(t *metav1.MicroTime, c randfill.Continue) {
			*t = metav1.MicroTime{Time: metav1.Unix(int64(c.Intn(2000000000)), int64(c.Intn(1000000))*1000).Time}
		},
		func(f *metav1.FieldsV1, c randfill.Continue) { f.Raw = []byte(`{"f:a":{".":{},"f:b":{}}}`) },
		func(r *runtime.RawExtension, c randfill.Continue) { r.Raw = []byte(`{"a":{"b":[1,2,"x"]}}`) },
		func(r *apiextensionsv1.JSON, c randfill.Continue) { r.Raw = []byte(`{"d":[1,"x",null]}`) },
		func(d *metav1.Duration, c randfill.Continue) { d.Duration = 90 * 1e9 },
		func(s *string, c randfill.Continue) { *s = fmt.Sprintf("s%d", c.Intn(1000)) },
		func(i *int64, c randfill.Continue) { *i = int64(c.Intn(1<<30)) - 1<<29 },
		func(i *float64, c randfill.Continue) { *i = float64(c.Intn(100)) + 0.5 },
		func(p *apiextensionsv1.JSONSchemaProps, c randfill.Continue) {
			p.Type, p.Description, p.XListType = "object", "d", new(string)
			*p.XListType = "map"
			max := 4.5
			p.Maximum = &max
			p.Default = &apiextensionsv1.JSON{Raw: []byte(`{"x":1}`)}
			p.Enum = []apiextensionsv1.JSON{{Raw: []byte(`"a"`)}, {Raw: []byte(`2`)}}
			p.Properties = map[string]apiextensionsv1.JSONSchemaProps{"p": {Type: "string", Pattern: "^a$"}}
			p.Items = &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{Type: "integer"}}
			p.AdditionalProperties = &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true}
			p.AdditionalItems = &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: &apiextensionsv1.JSONSchemaProps{Type: "string"}}
			p.Dependencies = apiextensionsv1.JSONSchemaDependencies{"a": {Property: []string{"b", "c"}}}
			p.Not = &apiextensionsv1.JSONSchemaProps{Items: &apiextensionsv1.JSONSchemaPropsOrArray{JSONSchemas: []apiextensionsv1.JSONSchemaProps{{Type: "a"}, {Type: "b"}}}}
			p.XValidations = apiextensionsv1.ValidationRules{{Rule: "self.x > 0", Message: "m"}}
		},
		func(u *runtime.TypeMeta, c randfill.Continue) {},
		func(u *metav1.TypeMeta, c randfill.Continue) {},
		func(s *corev1.PodSignature, c randfill.Continue) {},
	)
}

func main() {
	random := flag.Int("random", 0, "fill every kind so many times")
	flag.Parse()
	out := flag.Arg(0)
	check(apiextensionsv1.AddToScheme(scheme.Scheme))
	check(apiregistrationv1.AddToScheme(scheme.Scheme))
	check(os.MkdirAll(out, 0o755))
	if *random > 0 {
		n := 0
		kinds := scheme.Scheme.AllKnownTypes()
		var names []string
		for k := range kinds {
			names = append(names, k.String())
		}
		sort.Strings(names)
		for k := range kinds {
			if strings.HasSuffix(k.Kind, "List") || strings.HasSuffix(k.Kind, "Options") && k.Kind != "DeleteOptions" {
				continue
			}
			for i := 0; i < *random; i++ {
				obj, err := scheme.Scheme.New(k)
				check(err)
				if _, ok := obj.(interface{ Marshal() ([]byte, error) }); !ok {
					continue
				}
				filler(rand.New(rand.NewSource(int64(i))).Int63()).Fill(obj)
				obj.GetObjectKind().SetGroupVersionKind(k)
				write(out, fmt.Sprintf("%s_%s_%s_%d", k.Group, k.Version, k.Kind, i), obj)
				n++
			}
		}
		fmt.Println(n)
		return
	}
	text, err := os.ReadFile("objects.yaml")
	check(err)
	for _, part := range strings.Split(string(text), "\n---\n") {
		body, err := yaml.YAMLToJSON([]byte(part))
		check(err)
		obj, gvk, err := scheme.Codecs.UniversalDeserializer().Decode(body, nil, nil)
		check(err)
		obj.GetObjectKind().SetGroupVersionKind(*gvk)
		write(out, strings.ToLower(gvk.Kind)+"-"+gvk.Version, obj)
	}
}
