// SPDX-License-Identifier: Apache-2.0

// toolarge URL - posts a body over the limit fifty times with net/http, which is still sending when
// the 413 comes; prints how many times it was read.
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
)

func main() {
	read := 0
	for i := 0; i < 50; i++ {
		client := &http.Client{Transport: &http.Transport{}}
		resp, err := client.Post(os.Args[1], "application/json", bytes.NewReader(make([]byte, 8<<20)))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		if resp.StatusCode == http.StatusRequestEntityTooLarge {
			read++
		}
		resp.Body.Close()
	}
	fmt.Println(read)
}
