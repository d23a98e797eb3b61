// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

type how int

const (
	atWrite      how = iota // the program's n-th write of a line: it is refused, or the program dies
	early                   // the users' step `last` is done when that write is, before its response
	restart                 // at rest after the step: the program dies
	swallow                 // no watch receives the change of the step
	leave                   // no connections during the steps; then history is compacted
	breakWatches            // the same at rest before the step, with nothing missed
	endWatches              // just before the step all watches end in order
	staleRestart            // after the story: the program dies and sees the state after the step
	hold                    // no events of the type from the step on until all is at rest after it
	remove                  // after the story the object is deleted
	alter                   // or patched
)

// Likelier failures have a lower rank; within a rank the families take turns.
const (
	first = iota
	likely
	possible
	unlikely
	ranks
)

// plan is one disturbance at one point. It does not change.
type plan struct {
	name, sentence string
	family         Family
	how            how
	rank           int
	step, last     int
	line           string // of the write, and how many of them have succeeded in this step
	before         int
	times          int  // refusals in a row; 0: one
	after          bool // the write is done
	status         int  // of the refusal; 0: the program dies
	typ, key       string
	patch          string
	reacted        bool // the state at rest after the step
}

func (p *plan) is(h how, step int) bool     { return p != nil && p.how == h && p.step == step }
func (p *plan) endsAt(h how, step int) bool { return p != nil && p.how == h && p.last == step }

// isAbout says whether the op is a write of the plan's line.
func (p *plan) isAbout(n *noise, o *op) bool {
	if p.how != atWrite && p.how != early || !o.write {
		return false
	}
	if o.line() == p.line {
		return true
	}
	verb, key, _ := strings.Cut(p.line, " ")
	stem, generated := strings.CutSuffix(strings.TrimSuffix(key, " "+o.sub), "*")
	return generated && verb == o.verb && !n.keys[o.key] && strings.HasPrefix(o.key, stem)
}

type planner struct {
	life    *life // an undisturbed one
	noise   *noise
	chosen  map[Family]bool
	plans   []*plan
	classes map[string]bool
	beats   []*op // by step, from 1: what the users do first
}

func makePlans(lives []*life, n *noise, chosen []Family) []*plan {
	g := &planner{life: lives[0], noise: n, chosen: map[Family]bool{}, classes: map[string]bool{}}
	for _, f := range chosen {
		g.chosen[f] = true
	}
	g.beats = make([]*op, len(g.life.done))
	for _, o := range g.life.used {
		if g.beats[o.step] == nil && o.step > 0 {
			g.beats[o.step] = o
		}
	}
	g.planWrites()
	for step := 1; step < len(g.beats); step++ {
		if g.beats[step] != nil {
			g.planStep(step)
		}
	}
	g.planDrift()
	return g.ordered()
}

func (g *planner) add(p plan) {
	if g.chosen[p.family] {
		p.last = max(p.last, p.step)
		g.plans = append(g.plans, &p)
	}
}

func (g *planner) ordered() []*plan {
	var all []*plan
	for rank := range ranks {
		byFamily := map[Family][]*plan{}
		for _, p := range g.plans {
			if p.rank == rank {
				byFamily[p.family] = append(byFamily[p.family], p)
			}
		}
		for more := true; more; {
			more = false
			for _, f := range families {
				if left := byFamily[f]; len(left) > 0 {
					all, byFamily[f], more = append(all, left[0]), left[1:], true
				}
			}
		}
	}
	return all
}

func (g *planner) stepText(step int) string {
	o := g.beats[step]
	verb := o.verb
	if verb == "patch" {
		verb = "update"
	}
	return "`" + verb + " " + shown(o.key) + "` (step " + strconv.Itoa(step) + ")"
}

// --- at the program's writes ---

func isUpdate(verb string) bool { return verb == "update" || verb == "patch" }

// planWrites sorts the writes: the order of independent ones differs from life to life. A write is known by its line, its step and its
// number among those that succeed: tries that fail differ from life to life, too.
func (g *planner) planWrites() {
	type point struct {
		op   *op
		line string
		nth  int
	}
	var points []point
	seen := map[string]int{}
	for _, o := range g.life.ops {
		if !o.write || o.background || !o.done {
			continue
		}
		line := g.noise.lineOf(g.life, o)
		at := lineAt(line, o.step)
		if seen[at]++; o.changes > 0 && seen[at] <= g.noise.lines[at] {
			points = append(points, point{o, line, seen[at]})
		}
	}
	sort.SliceStable(points, func(i, k int) bool {
		a, b := points[i], points[k]
		if a.op.step != b.op.step {
			return a.op.step < b.op.step
		}
		return a.line < b.line || a.line == b.line && a.nth < b.nth
	})
	for _, p := range points {
		g.planWrite(p.op, p.line, p.nth)
	}
}

// grave: reactions to changes and deletions are usually less tested than the first creation.
func (g *planner) grave(o *op) bool {
	beat := g.beats[o.step]
	return o.sub != "status" && (o.verb == "delete" || beat != nil && beat.verb != "create")
}

func (g *planner) planWrite(o *op, line string, nth int) {
	kind := ""
	if beat := g.beats[o.step]; beat != nil {
		kind = beat.verb
	}
	class := strings.Join([]string{o.verb, o.typ, o.sub, kind}, " ")
	rank := unlikely
	if !g.classes[class] {
		g.classes[class], rank = true, likely
	}
	if rank == likely && g.grave(o) {
		rank = first
	}
	verb, key, _ := strings.Cut(line, " ")
	key = strings.TrimSuffix(key, " "+o.sub)
	name := verb + "/" + key
	text := strings.ToUpper(verb) + " " + shown(key)
	if o.sub != "" {
		name, text = name+"/"+o.sub, text+" /"+o.sub
	}
	name = fmt.Sprintf("%s@%d", name, o.step)
	if nth > 1 {
		name = fmt.Sprintf("%s#%d", name, nth)
		text = fmt.Sprintf("%s (no. %d of them)", text, nth)
	}
	if o.step > 0 {
		text += " after " + g.stepText(o.step)
	}
	base := plan{how: atWrite, line: line, before: nth - 1, step: o.step}
	dies := base
	dies.family, dies.after, dies.rank, dies.name = Crash, true, rank, "crash:"+name
	dies.sentence = "it is killed, and started again, when it has done its " + text
	g.add(dies)
	if rank <= likely && o.sub != "" {
		rank = possible
	}
	g.planOverlap(base, o, name, text, rank)
	g.planRefusals(base, o.verb, name, text, rank)
}

// planOverlap: after its last write in a step the program is almost at rest.
func (g *planner) planOverlap(p plan, o *op, name, text string, rank int) {
	next := g.next(o.step)
	if o.step == 0 || next == 0 {
		return
	}
	p.family, p.how, p.after, p.last, p.rank, p.name = Overlap, early, true, next, rank, "overlap:"+name
	if g.beats[o.step] == nil || g.beats[next].key != g.beats[o.step].key {
		p.rank = possible
	}
	if g.isLastWrite(o) {
		p.rank = unlikely
	}
	p.sentence = g.stepText(next) + " comes before the response to its " + text
	g.add(p)
}

func (g *planner) isLastWrite(o *op) bool {
	var last *op
	for _, other := range g.life.ops {
		if other.step == o.step && other.write && !other.background && other.changes > 0 {
			last = other
		}
	}
	return last == o
}

func (g *planner) planRefusals(base plan, verb, name, text string, rank int) {
	refusal := func(status, times int, after bool, rank int) {
		p := base
		p.family, p.status, p.times, p.after, p.rank = Refused, status, times, after, rank
		p.name, p.sentence = fmt.Sprintf("refused:%d", status), fmt.Sprintf("a %d answers", status)
		if times > 1 {
			p.name, p.sentence = p.name+"-twice", p.sentence+" twice"
		}
		p.sentence += " its " + text
		if after {
			p.name, p.sentence = p.name+"-done", p.sentence+", although it was done"
		} else {
			p.sentence += ", which is not done"
		}
		p.name += ":" + name
		g.add(p)
	}
	later, server := min(rank+1, unlikely), rank
	if isUpdate(verb) {
		later, server = unlikely, possible
		refusal(409, 2, false, rank) // after the second one no other event may lead to a retry
		refusal(409, 1, false, unlikely)
	}
	refusal(500, 1, false, server)
	refusal(500, 2, false, unlikely)
	refusal(504, 1, true, later)
	refusal(429, 1, false, unlikely)
	refusal(503, 1, false, unlikely)
	if verb != "delete" {
		refusal(422, 1, false, unlikely)
	}
}

// --- at the users' steps ---

func (g *planner) next(step int) int {
	for i := step + 1; i < len(g.beats); i++ {
		if g.beats[i] != nil {
			return i
		}
	}
	return 0
}

func (g *planner) planStep(step int) {
	text := g.stepText(step)
	at := strconv.Itoa(step)
	g.add(plan{family: Crash, how: restart, step: step, rank: possible, name: "crash:rest-" + at,
		sentence: "it is killed at rest after " + text + ", and started again"})
	g.planUnobserved(step, text)
	g.planStale(step, text)
	g.planHeld(step, text)
	g.add(plan{family: Wire, how: breakWatches, step: step, rank: unlikely, name: "wire:reset-" + at,
		sentence: "just before " + text + " its watches are reset, and history is compacted"})
	g.add(plan{family: Wire, how: endWatches, step: step, rank: unlikely, name: "wire:end-" + at,
		sentence: "just before " + text + " its watches end"})
}

func (g *planner) away(step, last, rank int) {
	p := plan{family: Unobserved, how: leave, step: step, last: last, rank: rank, name: fmt.Sprintf("unobserved:away-%d", step)}
	p.sentence = "its connections break before " + g.stepText(step)
	if last != step {
		p.name = fmt.Sprintf("%s-%d", p.name, last)
		p.sentence += ", and come back after " + g.stepText(last)
	}
	p.sentence += "; history is compacted meanwhile"
	g.add(p)
}

func (g *planner) planUnobserved(step int, text string) {
	beat, after := g.beats[step], g.next(step)
	pair := after != 0 && g.beats[after].key == beat.key
	switch {
	case pair && isUpdate(beat.verb) && isUpdate(g.beats[after].verb) && g.life.watched[beat.typ]:
		g.add(plan{family: Unobserved, how: swallow, step: step, last: after, rank: first, typ: beat.typ, key: beat.key,
			name: fmt.Sprintf("unobserved:overwritten-%d", step), sentence: "it never sees the state after " + text + ", which the next step overwrites"})
	case pair && beat.verb == "create":
		g.away(step, after, possible)
	case pair:
		g.away(step, after, likely)
	}
	if beat.verb == "delete" {
		g.away(step, step, first)
	} else {
		g.away(step, step, unlikely)
	}
}

func (g *planner) planStale(step int, text string) {
	if g.next(step) == 0 {
		return // the state at rest after the last step is the end itself
	}
	beat := g.beats[step]
	gone := beat.verb == "delete"
	pick := func(yes, no int) int {
		if gone {
			return yes
		}
		return no
	}
	p := plan{family: Stale, how: staleRestart, step: step, rank: pick(first, possible), name: fmt.Sprintf("stale:%d", step),
		sentence: "it is restarted at the end on an apiserver that shows the state just after " + text}
	g.add(p)
	rest := p
	rest.reacted, rest.rank, rest.name = true, possible, p.name+"-rest"
	rest.sentence = "it is restarted at the end on an apiserver that shows the state when all was at rest after " + text
	g.add(rest)
	if g.life.watched[beat.typ] {
		p.typ, p.rank, p.name = beat.typ, pick(possible, likely), p.name+":"+beat.typ
		p.sentence = "it is restarted at the end on a view in which " + shown(beat.typ) + " are as they were just after " + text
		g.add(p)
	}
}

func (g *planner) writes(typ string, step int) bool {
	return slices.ContainsFunc(g.life.ops, func(o *op) bool {
		return o.write && o.changes > 0 && o.step == step && o.typ == typ
	})
}

func (g *planner) planHeld(step int, text string) {
	after := g.next(step)
	types := make([]string, 0, len(g.life.watched))
	for typ := range g.life.watched {
		types = append(types, typ)
	}
	sort.Strings(types)
	for _, typ := range types {
		if isIgnored(typ) || !g.writes(typ, step) {
			continue
		}
		p := plan{family: Held, how: hold, step: step, typ: typ, rank: likely, name: fmt.Sprintf("held:%d:%s", step, typ),
			sentence: "from before " + text + " until all is quiet it is sent no event of " + shown(typ)}
		if typ == g.beats[step].typ {
			p.rank = possible
		}
		g.add(p)
		if after != 0 {
			p.last, p.rank, p.name = after, unlikely, fmt.Sprintf("held:%d-%d:%s", step, after, typ)
			p.sentence += ", nor during the next step"
			g.add(p)
		}
	}
}

// --- at the end ---

// planDrift: the objects that the program has created and that exist at the end.
func (g *planner) planDrift() {
	made := map[string]bool{}
	for _, c := range g.life.changes {
		if c.Type == "ADDED" {
			made[c.key] = c.bySubject
		}
	}
	var keys []string
	for key := range g.life.end {
		if made[key] && g.noise.keys[key] {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	for _, key := range keys {
		object := g.life.end[key]
		p := plan{family: Drift, how: remove, key: key, step: len(g.beats) - 1, rank: possible, name: "drift:delete:" + key,
			sentence: "another client deletes " + shown(key) + " at the end"}
		g.add(p)
		p.how, p.rank = alter, unlikely
		if path, patch := g.alteration(typOfKey(key), object); path != "" {
			p.patch, p.name = patch, "drift:"+path+":"+key
			p.sentence = "another client changes " + path + " of " + shown(key) + " at the end"
			g.add(p)
		}
		if metadata, _ := object["metadata"].(map[string]any); metadata["ownerReferences"] != nil {
			p.patch, p.name = `{"metadata":{"ownerReferences":null}}`, "drift:owner:"+key
			p.sentence = "another client takes away the owner of " + shown(key) + " at the end"
			g.add(p)
		}
	}
}

// alteration is the first compared text of data or number of spec, by name, and a patch with another value.
func (g *planner) alteration(typ string, object map[string]any) (path, patch string) {
	for _, part := range []string{"data", "spec"} {
		members, _ := object[part].(map[string]any)
		names := make([]string, 0, len(members))
		for name := range members {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			path = part + "." + name
			if g.noise.paths[[2]string{typ, path}] {
				continue
			}
			switch value := members[name].(type) {
			case string:
				if part == "data" && typ == "secrets" {
					return path, fmt.Sprintf(`{"data":{%q:"Y2hhbmdlZA=="}}`, name)
				} else if part == "data" {
					return path, fmt.Sprintf(`{"data":{%q:"changed"}}`, name)
				}
			case float64:
				if part == "spec" {
					return path, fmt.Sprintf(`{"spec":{%q:%v}}`, name, value+1)
				}
			}
		}
	}
	return "", ""
}
