// SPDX-License-Identifier: Apache-2.0

package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// The flags of kube-apiserver, of which `relist envtest` accepts the same; `make module` copies the table.
//
//go:embed apiserver_flags.h
var flagTable string

type flagKind struct{ isBool, isHeeded bool }

var knownFlags = func() map[string]flagKind {
	known := map[string]flagKind{}
	for _, row := range regexp.MustCompile(`(?m)^FLAG\("([^"]+)", (BOOL|TEXT), (HEEDED|COMMAND|NONE)\)`).FindAllStringSubmatch(flagTable, -1) {
		known[row[1]] = flagKind{row[2] == "BOOL", row[3] == "HEEDED"}
	}
	return known
}()

// Of flags that are heeded in part.
var heededEntries = map[string][]string{
	"feature-gates":  nil, // the module knows them
	"runtime-config": {"admissionregistration.k8s.io/v1beta1", "admissionregistration.k8s.io/v1alpha1", "api/all", "api/beta", "api/alpha"},
}

// flags has the last value of each flag; a bool without a value is "true".
type flags map[string]string

// parseFlags reads kube-apiserver's command line as pflag does, and names on `notes` what has no effect here.
func parseFlags(args []string, notes io.Writer) (flags, error) {
	f := flags{}
	var without []string
	for i := 0; i < len(args); i++ {
		if strings.HasPrefix(args[i], "-v") {
			if args[i] == "-v" {
				i++
			}
			continue
		}
		text, isFlag := strings.CutPrefix(args[i], "--")
		if !isFlag || text == "" {
			return nil, usage("takes no arguments, got %q", args[i])
		}
		name, value, hasValue := strings.Cut(text, "=")
		name = strings.ReplaceAll(name, "_", "-")
		kind, isKnown := knownFlags[name]
		switch {
		case !isKnown:
			return nil, usage("unknown flag: --%s%s", name, suggestion(name))
		case !hasValue && kind.isBool:
			value = "true"
		case !hasValue && i+1 == len(args):
			return nil, usage("flag needs an argument: --%s", name)
		case !hasValue:
			i++
			value = args[i]
		}
		if kind.isBool {
			if _, err := strconv.ParseBool(value); err != nil {
				return nil, usage("invalid argument %q for \"--%s\" flag: must be true or false", value, name)
			}
		}
		idle, err := checkValue(name, value, kind)
		if err != nil {
			return nil, err
		}
		without = append(without, idle...)
		f[name] = value
	}
	if len(without) > 0 {
		fmt.Fprintf(notes, "relist: no effect here: %s\n", strings.Join(without, ", "))
	}
	return f, nil
}

// checkValue returns what of the flag has no effect here.
func checkValue(name, value string, kind flagKind) ([]string, error) {
	isFile := strings.HasSuffix(name, "-file") || strings.HasSuffix(name, "-config")
	heeded, isMap := heededEntries[name]
	if !kind.isHeeded && isFile && value != "" {
		file, err := os.Open(value) // kube-apiserver would read it
		if err != nil {
			return nil, usage("--%s: %v", name, err)
		}
		_ = file.Close()
	}
	if !kind.isHeeded {
		return []string{"--" + name}, nil
	} else if !isMap {
		return nil, nil
	}
	var without []string
	for _, entry := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' }) {
		key, word, hasWord := strings.Cut(entry, "=")
		if _, err := strconv.ParseBool(word); name == "feature-gates" && (!hasWord || err != nil) {
			return nil, usage("invalid argument %q for \"--%s\" flag: invalid value of %s, must be true or false", value, name, key)
		}
		isHeeded := name == "feature-gates"
		for _, known := range heeded {
			isHeeded = isHeeded || known == key
		}
		if !isHeeded {
			without = append(without, "--"+name+"="+entry)
		}
	}
	return without, nil
}

// suggestion names the flag that differs in a third of its letters at most.
func suggestion(name string) string {
	best, found := len(name)/3+1, ""
	for known := range knownFlags {
		if d := distance(name, known); d < best || d == best && found != "" && known < found {
			best, found = d, known
		}
	}
	if found == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", found)
}

// distance is Levenshtein's.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	for i := range len(a) {
		above := row[0]
		row[0] = i + 1
		for k := range len(b) {
			change := above
			if a[i] != b[k] {
				change++
			}
			above = row[k+1]
			row[k+1] = min(change, above+1, row[k]+1)
		}
	}
	return row[len(b)]
}

func (f flags) isTrue(name string, otherwise bool) bool {
	value, given := f[name]
	if !given {
		return otherwise
	}
	is, _ := strconv.ParseBool(value)
	return is
}

// number is the value of a flag between two limits, or `otherwise` without the flag.
func (f flags) number(name string, otherwise, least, most int) (int, error) {
	text, given := f[name]
	if !given {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, usage("--%s is %q, must be %d to %d", name, text, least, most)
	}
	return n, nil
}
