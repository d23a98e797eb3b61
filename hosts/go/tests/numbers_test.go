// SPDX-License-Identifier: Apache-2.0

package tests

import (
	"os"
	"strconv"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
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
