#!/usr/bin/env bash
# resty's SetRetryCount retries no answer, whatever its status, and a condition for it does not look at Retry-After.
# Guess: SetRetryCount(2) repeats a GET answered 503, as go-retryablehttp does, and waits for as long as Retry-After
# says.
# Seen on 2026-11-28 with resty 2.17.2: one request, no error. With a condition for 503: three, all within three seconds
# where "Retry-After: 3" asked for three each.
# So: AddRetryCondition and SetRetryAfter, both written by the caller.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<'END'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/go-resty/resty/v2"
)

func main() {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		w.Header().Set("Retry-After", "3")
		w.WriteHeader(503)
	}))
	defer server.Close()
	plain := resty.New().SetRetryCount(2)
	conditional := resty.New().SetRetryCount(2).AddRetryCondition(func(r *resty.Response, _ error) bool { return r.StatusCode() == 503 })
	for _, client := range []*resty.Client{plain, conditional} {
		requests = 0
		begun := time.Now()
		response, err := client.R().Get(server.URL)
		fmt.Println("requests", requests, "status", response.StatusCode(), "error", err, "within three seconds", time.Since(begun) < 3*time.Second)
	}
}
END
go mod init seen 2>go.txt
go get github.com/go-resty/resty/v2@v2.17.2 2>>go.txt
go run . | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
requests 1 status 503 error <nil> within three seconds true
requests 3 status 503 error <nil> within three seconds true
END
