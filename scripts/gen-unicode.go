// SPDX-License-Identifier: Apache-2.0

//go:build ignore

// gen-unicode writes base/tbl/unicode.h: what Go's package unicode knows about characters that regular
// expressions ask for. `go run scripts/gen-unicode.go >base/tbl/unicode.h`
package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

var column int

// One number of a table, as many in a line as fit.
func cell(format string, args ...any) {
	text := fmt.Sprintf(format, args...) + ","
	if column == 0 || column+len(text)+1 > 92 {
		fmt.Print("\n\t" + text)
		column = len(text)
	} else {
		fmt.Print(" " + text)
		column += len(text) + 1
	}
}

// Alternating: upper and lower letters side by side.
const alternating = 1 << 30

func folds() {
	type row struct{ low, high, delta int }
	var rows []row
	for r := rune(0); r <= unicode.MaxRune; r++ {
		next := int(unicode.SimpleFold(r) - r)
		if next == 0 {
			continue
		}
		last := len(rows) - 1
		if last >= 0 && rows[last].high == int(r)-1 {
			x := &rows[last]
			odd := (int(r)-x.low)%2 == 1
			if x.delta == next {
				x.high = int(r)
				continue
			}
			if next == -1 && odd && (x.delta == alternating || x.delta == 1 && x.low == x.high) ||
				next == 1 && !odd && x.delta == alternating {
				x.high, x.delta = int(r), alternating
				continue
			}
		}
		rows = append(rows, row{int(r), int(r), next})
	}
	fmt.Print("\n/* Letters that differ in case alone: to get from one to the next, and around. */\n" +
		"static const struct {\n\tuint32_t low, high;\n\tint delta; /* ALTERNATING: to the next and back */\n" +
		"} unicode_folds[] = {")
	column = 0
	for _, x := range rows {
		if x.delta == alternating {
			cell("{ 0x%x, 0x%x, ALTERNATING }", x.low, x.high)
		} else {
			cell("{ 0x%x, 0x%x, %d }", x.low, x.high, x.delta)
		}
	}
	fmt.Print("\n};\n")
}

// Where each run of characters of one class begins: the character times 256, and its class.
func runs(name, what string, tables map[string]*unicode.RangeTable, wanted func(string) bool) {
	var names []string
	for n := range tables {
		if wanted(n) {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	of := make([]uint8, unicode.MaxRune+1)
	for i, n := range names {
		for _, t := range tables[n].R16 {
			for r := int(t.Lo); r <= int(t.Hi); r += int(t.Stride) {
				of[r] = uint8(i + 1)
			}
		}
		for _, t := range tables[n].R32 {
			for r := int(t.Lo); r <= int(t.Hi); r += int(t.Stride) {
				of[r] = uint8(i + 1)
			}
		}
	}
	fmt.Printf("\n/* %s; the first is of what has none. */\nstatic const char *const unicode_%s[] = {", what, name)
	column = 0
	cell("\"\"")
	for _, n := range names {
		cell("\"%s\"", n)
	}
	fmt.Printf("\n};\nstatic const uint32_t unicode_%s_runs[] = {", name)
	column = 0
	for r := 0; r <= unicode.MaxRune; r++ {
		if r == 0 || of[r] != of[r-1] {
			cell("0x%x", r<<8|int(of[r]))
		}
	}
	fmt.Print("\n};\n")
}

func main() {
	fmt.Printf("/* SPDX-License-Identifier: Apache-2.0 */\n"+
		"/* clang-format off: made by scripts/gen-unicode.go, of Unicode %s. */\n", unicode.Version)
	fmt.Printf("enum { ALTERNATING = %d };\n", alternating)
	folds()
	runs("categories", "General categories", unicode.Categories,
		func(n string) bool { return len(n) == 2 && !strings.Contains("Cn LC", n) })
	runs("scripts", "Scripts", unicode.Scripts, func(string) bool { return true })
}
