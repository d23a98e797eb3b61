// SPDX-License-Identifier: Apache-2.0

// ci TASK PRESUBMIT - decodes the files of ci/ with Tekton's and Prow's own types, strictly, and validates the task as Tekton's webhook does.
package main

import (
	"context"
	"fmt"
	"os"

	tekton "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	prow "sigs.k8s.io/prow/pkg/config"
	"sigs.k8s.io/yaml"
)

func check(paths []string) error {
	if len(paths) != 2 {
		return fmt.Errorf("wanted two files, TASK and PRESUBMIT")
	}
	var task tekton.Task
	var jobs prow.JobConfig
	for i, into := range []any{&task, &jobs} {
		text, err := os.ReadFile(paths[i])
		if err != nil {
			return err
		}
		if err := yaml.UnmarshalStrict(text, into); err != nil {
			return fmt.Errorf("%s: %w", paths[i], err)
		}
	}
	task.SetDefaults(context.Background())
	if err := task.Validate(context.Background()); err != nil {
		return fmt.Errorf("%s: %w", paths[0], err)
	}
	if len(jobs.PresubmitsStatic) != 1 {
		return fmt.Errorf("%s: it has no presubmit", paths[1])
	}
	return nil
}

func main() {
	if err := check(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ci:", err)
		os.Exit(1)
	}
}
