// SPDX-License-Identifier: Apache-2.0

// Package v2 calls the teeth of gears cogs.
package v2

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/conversion"

	v1 "relist.example/envtest/api/v1"
)

var GroupVersion = schema.GroupVersion{Group: "gears.example.com", Version: "v2"}

type GearSpec struct {
	Cogs   int    `json:"cogs,omitempty"`
	Colour string `json:"colour,omitempty"`
}

type Gear struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              GearSpec      `json:"spec,omitempty"`
	Status            v1.GearStatus `json:"status,omitempty"`
}

type GearList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Gear `json:"items"`
}

func (g *Gear) ConvertTo(hub conversion.Hub) error {
	dst := hub.(*v1.Gear)
	dst.ObjectMeta = g.ObjectMeta
	dst.Spec = v1.GearSpec{Teeth: g.Spec.Cogs, Colour: g.Spec.Colour}
	dst.Status = g.Status
	return nil
}

func (g *Gear) ConvertFrom(hub conversion.Hub) error {
	src := hub.(*v1.Gear)
	g.ObjectMeta = src.ObjectMeta
	g.Spec = GearSpec{Cogs: src.Spec.Teeth, Colour: src.Spec.Colour}
	g.Status = src.Status
	return nil
}

func (g *Gear) DeepCopyObject() runtime.Object {
	out := *g
	g.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	return &out
}

func (l *GearList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = nil
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].DeepCopyObject().(*Gear))
	}
	return &out
}

func AddToScheme(s *runtime.Scheme) error {
	s.AddKnownTypes(GroupVersion, &Gear{}, &GearList{})
	metav1.AddToGroupVersion(s, GroupVersion)
	return nil
}
