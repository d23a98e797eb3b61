// SPDX-License-Identifier: Apache-2.0

package tests

import (
	"os"
	"strconv"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	relist "github.com/OWNER/relist/hosts/go"
)

func cpu() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// RELIST_LIVES=100 go test -run ManyLives -v: the CPU time of a manager's life.
func TestManyLives(t *testing.T) {
	lives, _ := strconv.Atoi(os.Getenv("RELIST_LIVES"))
	if lives == 0 {
		t.Skip("RELIST_LIVES is not set")
	}
	synctest.Test(t, life) // the first one compiles the module
	begun := cpu()
	for range lives {
		synctest.Test(t, life)
	}
	t.Logf("%d lives of 31 minutes: %.1f ms of CPU each", lives, float64((cpu()-begun).Microseconds())/1000/float64(lives))
}

// RELIST_TRIES=1 go test -run ManyTries -v: how many lives Perturb lives in a minute of one core.
func TestManyTries(t *testing.T) {
	if os.Getenv("RELIST_TRIES") == "" {
		t.Skip("RELIST_TRIES is not set")
	}
	program := twin(func(*careful) {})
	find(t, program, relist.PerturbOptions{Plans: 1}, twoGenerations()...) // the first one compiles the module
	begun := cpu()
	found := find(t, program, relist.PerturbOptions{}, twoGenerations()...)
	each := (cpu() - begun) / time.Duration(found.Lives)
	t.Logf("%d lives: %.1f ms of CPU each, %.0f a minute and core", found.Lives, float64(each.Microseconds())/1000, float64(time.Minute/each))
}
