// SPDX-License-Identifier: Apache-2.0

// The informer oracle plays stories (docs/trace-format.md) to the SharedIndexInformer of a client-go
// of one's choice and writes down what it does. README.md one folder up says what for.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

const usage = `usage: oracle record [-runs N] [-j N] [-out DIR] [-client typed|protobuf|metadata] STORY...
       oracle fuzz [-n N] [-seed N] [-j N] [-classic] [-relist PATH] [-out DIR] [-- OPTION OF RELIST RUN...]
`

func main() {
	if len(os.Args) < 2 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	var err error
	switch os.Args[1] {
	case "child":
		err = child()
	case "record":
		err = record(os.Args[2:])
	case "fuzz":
		err = fuzz(os.Args[2:])
	default:
		err = fmt.Errorf("unknown command %q\n%s", os.Args[1], usage)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

// clientGo is the version that was built in.
func clientGo() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "k8s.io/client-go" {
				return m.Version
			}
		}
	}
	return "unknown"
}

// jobOf makes what a child needs of a story.
func jobOf(s *story, runs int) job {
	j := job{First: s.first, Runs: runs}
	for _, l := range s.script() {
		j.Lines = append(j.Lines, l.text)
		j.Burst = append(j.Burst, l.burst)
	}
	return j
}

// recordStory gives the recording of s as text.
func recordStory(s *story, runs int) (string, error) {
	return recordJob(s, jobOf(s, runs))
}

func recordJob(s *story, j job) (string, error) {
	all, err := play(&s.header, j)
	if err != nil {
		return "", err
	}
	lines, err := merge(all)
	if err != nil {
		return "", err
	}
	return s.headerFor(clientGo()) + "\n" + strings.Join(lines, "\n") + "\n", nil
}

// record plays each story again and tells which recordings are no longer what they were.
func record(args []string) error {
	flags := flag.NewFlagSet("record", flag.ExitOnError)
	runs := flags.Int("runs", 80, "how often each story is played")
	jobs := flags.Int("j", runtime.NumCPU(), "stories at a time")
	out := flags.String("out", "", "write the recordings to this folder")
	client := flags.String("client", "", "typed, protobuf or metadata: another client than the dynamic one")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := os.Setenv(clientVariable, *client); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("no stories given")
	}
	if *out != "" {
		if err := os.MkdirAll(*out, 0o755); err != nil {
			return err
		}
	}
	results := make([]string, flags.NArg())
	gate := make(chan struct{}, *jobs)
	var all sync.WaitGroup
	for i, path := range flags.Args() {
		gate <- struct{}{}
		all.Go(func() {
			defer func() { <-gate }()
			results[i] = recordOne(path, *runs, *out)
		})
	}
	all.Wait()
	same, known := 0, 0
	for i, path := range flags.Args() {
		switch why := differsAs(path, *client); {
		case why != "" && results[i] != "":
			known++
		case why != "":
			fmt.Printf("%s: the same, although%s\n", path, why)
		case results[i] == "":
			same++
		default:
			fmt.Printf("%s: %s\n", path, results[i])
		}
	}
	fmt.Printf("client-go %s: %d of %d recordings are the same\n", clientGo(), same, len(results))
	if known > 0 {
		fmt.Printf("%d differ as they should from the %s client\n", known, *client)
	}
	if same+known != len(results) {
		return errors.New("not all recordings are as they should be")
	}
	return nil
}

// recordOne gives what is different now, or "".
func recordOne(path string, runs int, out string) string {
	s, err := readStory(path)
	if err != nil {
		return err.Error()
	}
	text, err := recordStory(s, runs)
	if err != nil {
		return err.Error()
	}
	if out != "" {
		if err := os.WriteFile(filepath.Join(out, filepath.Base(path)), []byte(text), 0o644); err != nil {
			return err.Error()
		}
	}
	was, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return difference(string(was), text)
}

// difference gives the first line that differs, but for the version in the first.
func difference(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "nothing", "nothing"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if i == 0 {
			x, y = recordedFrom.ReplaceAllString(x, ""), recordedFrom.ReplaceAllString(y, "")
		}
		if x != y {
			return fmt.Sprintf("line %d\n\t- %.400s\n\t+ %.400s", i+1, x, y)
		}
	}
	return ""
}
