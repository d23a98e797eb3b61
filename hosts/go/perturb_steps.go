// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// Create is a step that creates an object: JSON text, or a value that encodes as JSON. It needs apiVersion, kind and a name; a
// namespaced object without a namespace is created in "default".
func Create(object any) Step { return manifestStep("create", http.MethodPost, object) }

// Patch is a step that changes the members that the object has, as a merge patch; null removes a member.
func Patch(object any) Step { return manifestStep("update", http.MethodPatch, object) }

// Delete is a step that deletes the object of that apiVersion, kind, namespace and name.
func Delete(object any) Step { return manifestStep("delete", http.MethodDelete, object) }

type manifest struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Metadata   struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace"`
	} `json:"metadata"`
}

func manifestStep(word, method string, object any) Step {
	text, isText := object.(string)
	body, err := []byte(text), error(nil)
	if !isText {
		body, err = json.Marshal(object)
	}
	var m manifest
	if err == nil {
		err = json.Unmarshal(body, &m)
	}
	if err == nil && (m.APIVersion == "" || m.Kind == "" || m.Metadata.Name == "") {
		err = fmt.Errorf("wanted apiVersion, kind and metadata.name in %.100s", body)
	}
	return Step{Name: fmt.Sprintf("%s %s %s", word, strings.ToLower(m.Kind), m.Metadata.Name), Do: func(ctx context.Context, users *Endpoint) error {
		if err != nil {
			return err
		}
		return users.sendManifest(ctx, method, m, body)
	}}
}

func (e *Endpoint) sendManifest(ctx context.Context, method string, m manifest, body []byte) error {
	path, err := e.life.kinds.path(ctx, e, m)
	if err != nil {
		return err
	}
	contentType := "application/json"
	switch method {
	case http.MethodPatch:
		contentType = "application/merge-patch+json"
	case http.MethodDelete:
		body = nil
	}
	if method != http.MethodPost {
		path += "/" + m.Metadata.Name
	}
	return e.sendJSON(ctx, method, path, contentType, body, nil)
}

func (e *Endpoint) sendJSON(ctx context.Context, method, path, contentType string, body []byte, out any) error {
	request, err := http.NewRequestWithContext(ctx, method, e.URL()+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("User-Agent", "users")
	response, err := e.RoundTrip(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return readAnswer(response, method+" "+path, out)
}

// kinds keeps what discovery says; it is the same in all lives.
type kinds struct {
	mu      sync.Mutex
	plurals map[[2]string]resource // by apiVersion and kind
}

type resource struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	Namespaced bool   `json:"namespaced"`
}

func (k *kinds) get(m manifest) (resource, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r, ok := k.plurals[[2]string{m.APIVersion, m.Kind}]
	return r, ok
}

func rootOf(apiVersion string) string {
	if strings.Contains(apiVersion, "/") {
		return "/apis/" + apiVersion
	}
	return "/api/" + apiVersion
}

// path is that of the collection of an object.
func (k *kinds) path(ctx context.Context, e *Endpoint, m manifest) (string, error) {
	r, ok := k.get(m)
	if !ok {
		var list struct {
			Resources []resource `json:"resources"`
		}
		if err := e.sendJSON(ctx, http.MethodGet, rootOf(m.APIVersion), "", nil, &list); err != nil {
			return "", err
		}
		k.mu.Lock()
		if k.plurals == nil {
			k.plurals = map[[2]string]resource{}
		}
		for _, r := range list.Resources {
			if !strings.Contains(r.Name, "/") {
				k.plurals[[2]string{m.APIVersion, r.Kind}] = r
			}
		}
		k.mu.Unlock()
		if r, ok = k.get(m); !ok {
			return "", fmt.Errorf("%s has no kind %s", m.APIVersion, m.Kind)
		}
	}
	path := rootOf(m.APIVersion)
	if r.Namespaced {
		namespace := m.Metadata.Namespace
		if namespace == "" {
			namespace = "default"
		}
		path += "/namespaces/" + namespace
	}
	return path + "/" + r.Name, nil
}
