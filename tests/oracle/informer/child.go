// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// A run happens in a child process: feature gates are read once a process, some stories bring the
// process down, and client-go may leave goroutines behind that a bubble cannot end with.

// job is what a child has to play, on its standard input.
type job struct {
	First string   `json:"first"`
	Lines []string `json:"lines"`
	Burst []bool   `json:"burst"`
	Runs  int      `json:"runs"`
	Eager bool     `json:"eager"`
	Seed  *uint64  `json:"seed,omitempty"` // make a random story instead of playing lines
}

// child plays a job and writes what it sees, a JSON object a line, at once: a crash loses nothing.
func child() error {
	var j job
	if err := json.NewDecoder(os.Stdin).Decode(&j); err != nil {
		return err
	}
	var head header
	if err := json.Unmarshal([]byte(j.First), &head); err != nil {
		return err
	}
	var lines []line
	for i, text := range j.Lines {
		l, err := parseLine(text)
		if err != nil {
			return err
		}
		l.burst = j.Burst[i]
		lines = append(lines, l)
	}
	utilruntime.ReallyCrash = false
	utilruntime.PanicHandlers = nil
	utilruntime.ErrorHandlers = nil // they sleep, which looks like being done
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	testing.Init()
	if err := flag.CommandLine.Parse(nil); err != nil {
		return err
	}
	write := func(rows []seen) {
		var b bytes.Buffer
		for _, r := range rows {
			b.WriteString(encode(r))
			b.WriteByte('\n')
		}
		if _, err := os.Stdout.Write(b.Bytes()); err != nil {
			panic(err)
		}
	}
	everything := func(string, string) (bool, error) { return true, nil }
	testing.Main(everything, []testing.InternalTest{{Name: "run", F: func(t *testing.T) {
		for range j.Runs {
			synctest.Test(t, func(*testing.T) {
				if err := run(&head, &j, lines, write); err != nil {
					write([]seen{{Kind: "error", Text: err.Error()}})
				}
			})
		}
	}}}, nil, nil)
	return errors.New("testing.Main came back")
}

func run(head *header, j *job, lines []line, write func([]seen)) error {
	w, err := newWorld(head, j.Eager, write)
	if err != nil {
		return err
	}
	defer w.end()
	w.queue.install()
	if j.Seed != nil {
		return fuzzStory(w, *j.Seed)
	}
	starts := false
	for i := range lines {
		starts = starts || lines[i].kind == "act" && lines[i].in.Do == "start"
	}
	if !starts {
		w.start()
	}
	for i := range lines {
		if err := w.play(&lines[i]); err != nil {
			return err
		}
	}
	for x := w.server.take(); x != nil; x = w.server.take() {
		w.request(x) // that the story does not have
	}
	write([]seen{{Kind: "end"}})
	return nil
}

// environment is the child's: feature gates and the mutation detector are read from it.
func environment(h *header) []string {
	env := append(os.Environ(), fmt.Sprintf("KUBE_FEATURE_WatchListClient=%t", h.Informer.WatchList),
		fmt.Sprintf("KUBE_CACHE_MUTATION_DETECTOR=%t", h.Informer.MutationDetector))
	if h.Client != "" {
		env = append(env, clientVariable+"="+h.Client)
	}
	for gate, on := range h.Informer.Gates {
		env = append(env, fmt.Sprintf("KUBE_FEATURE_%s=%t", gate, on))
	}
	return env
}

// childTime is how long (in real time) the runs of one child may take together.
const childTime = 15 * time.Second

// errHung tells of a run that could neither go on nor end.
var errHung = errors.New("the informer neither moves nor waits: something blocks on a lock")

// play plays j in children until all its runs are done.
func play(h *header, j job) ([][]seen, error) {
	var runs [][]seen
	for want := j.Runs; len(runs) < want; {
		j.Runs = want - len(runs)
		more, err := playSome(h, &j)
		if err != nil {
			return nil, err
		}
		runs = append(runs, more...)
	}
	return runs, nil
}

// playSome gives the runs that one child has finished, or has crashed in.
func playSome(h *header, j *job) ([][]seen, error) {
	input, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), childTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, "child")
	cmd.Env = environment(h)
	cmd.Stdin = bytes.NewReader(input)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	failed := cmd.Run()
	var runs [][]seen
	var now []seen
	for _, row := range strings.Split(stdout.String(), "\n") {
		if row == "" || row[0] != '{' {
			continue // the testing package's
		}
		var s seen
		if err := json.Unmarshal([]byte(row), &s); err != nil {
			return nil, err
		}
		switch s.Kind {
		case "end":
			runs = append(runs, now)
			now = nil
		case "error":
			return nil, errors.New(s.Text)
		default:
			now = append(now, s)
		}
	}
	if failed == nil && len(runs) == j.Runs {
		return runs, nil
	}
	if ctx.Err() != nil {
		return nil, errHung
	}
	why, crashed := panicOf(stderr.String())
	switch {
	case crashed && len(now) > 0 && !strings.HasPrefix(why, "deadlock:"):
		text := encode(map[string]any{"crash": map[string]string{"text": why}})
		runs = append(runs, append(now, seen{Kind: "crash", Text: text}))
	case len(runs) == 0:
		return nil, fmt.Errorf("child: %v\n%s%s", failed, stdout.String(), stderr.String())
	}
	return runs, nil
}

// panicOf gives the first line of what a Go process says when it dies of a panic.
func panicOf(stderr string) (string, bool) {
	_, text, ok := strings.Cut("\n"+stderr, "\npanic: ")
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(text, " [recovered, repanicked]"), ok
}
