// SPDX-License-Identifier: Apache-2.0

// Package v1 is the stored version of gears.
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var GroupVersion = schema.GroupVersion{Group: "gears.example.com", Version: "v1"}

type GearSpec struct {
	Teeth  int    `json:"teeth,omitempty"`
	Colour string `json:"colour,omitempty"`
}

type GearStatus struct {
	Turning bool `json:"turning,omitempty"`
}

type Gear struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              GearSpec   `json:"spec,omitempty"`
	Status            GearStatus `json:"status,omitempty"`
}

type GearList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Gear `json:"items"`
}

// Hub marks v1 as what all versions convert to.
func (*Gear) Hub() {}

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
