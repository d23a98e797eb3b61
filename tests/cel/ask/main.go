// SPDX-License-Identifier: Apache-2.0
// ask - what the libraries of Kubernetes make of CEL expressions: one a line in, with its value below it out.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

func show(v ref.Val) string {
	switch x := v.(type) {
	case *types.Err:
		return "error: " + x.Error()
	case types.String:
		return fmt.Sprintf("%q", string(x))
	case types.Bytes:
		return fmt.Sprintf("b%q", string(x))
	case types.Double:
		return fmt.Sprintf("double(%g)", float64(x))
	case types.Uint:
		return fmt.Sprintf("%du", uint64(x))
	case types.Null:
		return "null"
	case *types.Optional:
		if !x.HasValue() {
			return "none"
		}
		return "some(" + show(x.GetValue()) + ")"
	case traits.Mapper:
		return "map"
	case traits.Lister:
		s := []string{}
		for it := x.Iterator(); it.HasNext() == types.True; {
			s = append(s, show(it.Next()))
		}
		return "[" + strings.Join(s, ", ") + "]"
	case types.Int, types.Bool:
		return fmt.Sprint(x.Value())
	}
	return v.Type().TypeName()
}

func main() {
	env := environment.MustBaseEnvSet(version.MajorMinor(1, 34), true).StoredExpressionsEnv()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<20)
	for in.Scan() {
		line := in.Text()
		if line == "" || line[0] == '#' {
			fmt.Println(line)
			continue
		}
		fmt.Println(line)
		ast, iss := env.Compile(line)
		if iss.Err() != nil {
			fmt.Println("   " + strings.ReplaceAll(iss.Err().Error(), "\n", "\n   "))
			continue
		}
		p, err := env.Program(ast)
		if err != nil {
			fmt.Println("   program: " + err.Error())
			continue
		}
		v, _, err := p.Eval(map[string]any{})
		if err != nil {
			fmt.Println("   error: " + err.Error())
			continue
		}
		fmt.Println("   " + show(v))
	}
}
