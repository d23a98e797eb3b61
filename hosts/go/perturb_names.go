// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"regexp"
	"strings"
)

const (
	generatedLen = 5 // of what the server appends to a generateName
	masksMax     = 3 // random segments of a name
)

var (
	wordPattern   = regexp.MustCompile(`[A-Za-z0-9]+`)
	randomSegment = regexp.MustCompile(`^[a-z0-9]{4,}$`)
	// Random words have a digit or no vowel, as those of Kubernetes.
	digitOrNoVowel = regexp.MustCompile(`[0-9]|^[^aeiou]+$`)
)

// maskedName has "*" for the last count segments of the name that may be random, but never for the first; "": there are fewer.
func maskedName(key string, count int) string {
	start := strings.LastIndex(key, "/") + 1
	segments := strings.Split(key[start:], "-")
	for i := len(segments) - 1; i > 0 && count > 0; i-- {
		if randomSegment.MatchString(segments[i]) {
			segments[i] = "*"
			count--
		}
	}
	if count > 0 {
		return ""
	}
	return key[:start] + strings.Join(segments, "-")
}

// forms are what the key may be compared as, the fewest masks first: a Machine of a MachineSet of a MachineDeployment is md-7gs8h-* or md-*-*.
func (l *life) forms(key string) []string {
	var all []string
	base := key
	if l.isGenerated(key) {
		base = key[:len(key)-generatedLen] + "*"
		all = append(all, base)
	}
	for k := 1; k <= masksMax; k++ {
		if form := maskedName(base, k); form != "" {
			all = append(all, form)
		}
	}
	return all
}

// isGenerated reports whether the server made the name from a generateName.
func (l *life) isGenerated(key string) bool {
	return len(key) > generatedLen && l.prefixes[key[:len(key)-generatedLen]]
}

// learnNames chooses for each key that some lives lack the form with the fewest masks that occurs in every life; if there is none, that with one.
func (n *noise) learnNames(lives []*life) {
	keys, forms := map[string]int{}, map[string]int{}
	for _, l := range lives {
		here, of := map[string]bool{}, map[string]bool{}
		for _, c := range l.changes {
			here[c.key] = true
		}
		for key := range here {
			keys[key]++
			for _, form := range l.forms(key) {
				of[form] = true
			}
		}
		for form := range of {
			forms[form]++
		}
	}
	for _, l := range lives {
		for _, c := range l.changes {
			if keys[c.key] == len(lives) {
				n.keys[c.key] = true
			} else {
				n.chooseForm(l, c.key, forms, len(lives))
			}
		}
	}
}

func (n *noise) chooseForm(l *life, key string, in map[string]int, lives int) {
	forms := l.forms(key)
	for _, form := range forms {
		if in[form] == lives {
			n.stems[form] = true
			return
		}
	}
	if len(forms) > 0 && !l.isGenerated(key) && !n.stems[forms[0]] {
		n.stems[forms[0]] = false
	}
}

// canonical is the key for comparisons: generated segments of names are "*".
func (n *noise) canonical(l *life, key string) string {
	generated := l.isGenerated(key)
	if !generated && (n == nil || n.keys[key]) {
		return key
	}
	forms := l.forms(key)
	if n != nil {
		for _, form := range forms {
			if _, known := n.stems[form]; known {
				return form
			}
		}
	}
	if generated {
		return forms[0]
	}
	return key
}

// randomWords are the words that stand at a "*" of a name's form. Forms that some lives lack are guesses: their words may be ordinary ones.
func (n *noise) randomWords(l *life) map[string]bool {
	words := map[string]bool{}
	for _, c := range l.changes {
		form := n.canonical(l, c.key)
		if form == c.key || !n.stems[form] {
			continue
		}
		start := strings.LastIndex(form, "/") + 1
		segments := strings.Split(c.key[start:], "-")
		for i, segment := range strings.Split(form[start:], "-") {
			if segment == "*" && i < len(segments) && randomSegment.MatchString(segments[i]) && digitOrNoVowel.MatchString(segments[i]) {
				words[segments[i]] = true
			}
		}
	}
	return words
}
