#!/usr/bin/env bash
# parquet-go reads a DECIMAL(18, 2) into a float64 field as the number of cents, without an error.
# Guess: a field of float64 gets 2134.71, or the schema of the struct does not match and an error says so.
# Seen on 2026-11-28 with parquet-go 0.32.0: 213471.
# So: an int64 field with the tag decimal(2:18), and divide by a hundred where it is shown.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<'END'
package main

import (
	"fmt"

	"github.com/parquet-go/parquet-go"
)

type Written struct {
	Amount int64 `parquet:"amount,decimal(2:18)"`
}
type Float struct {
	Amount float64 `parquet:"amount"`
}

func main() {
	if err := parquet.WriteFile("amounts.parquet", []Written{{213471}, {35}}); err != nil {
		panic(err)
	}
	cents, err := parquet.ReadFile[Written]("amounts.parquet")
	fmt.Println("int64", cents, err)
	floats, err := parquet.ReadFile[Float]("amounts.parquet")
	fmt.Println("float64", floats, err)
}
END
go mod init seen 2>go.txt
go get github.com/parquet-go/parquet-go@v0.32.0 2>>go.txt
go run . | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
int64 [{213471} {35}] <nil>
float64 [{213471} {35}] <nil>
END
