#!/usr/bin/env bash
# golang.org/x/oauth2 sends two token requests for each call while the first one is answered by an error.
# Guess: a token request that is answered 401 or 429 is one request, and the error goes to the caller.
# Seen on 2026-11-28 with x/oauth2 0.38.0: a 429 to the request with Basic is followed at once by one with the secret in
# the body; each further call sends two again, since the way is remembered only after a success. With AuthStyleInHeader:
# one each.
# So: set AuthStyle, or each failure counts twice against a limit of token requests.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<'END'
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(429)
	}))
	defer server.Close()
	for _, style := range []oauth2.AuthStyle{oauth2.AuthStyleAutoDetect, oauth2.AuthStyleInHeader} {
		config := clientcredentials.Config{ClientID: "some", ClientSecret: "thing", TokenURL: server.URL, AuthStyle: style}
		client := config.Client(context.Background())
		for call := 1; call < 3; call++ {
			requests = 0
			client.Get(server.URL)
			fmt.Println("style", style, "call", call, "token requests", requests)
		}
	}
}
END
go mod init seen 2>go.txt
go get golang.org/x/oauth2@v0.38.0 2>>go.txt
go run . | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
style 0 call 1 token requests 2
style 0 call 2 token requests 2
style 2 call 1 token requests 1
style 2 call 2 token requests 1
END
