// excelize: github.com/xuri/excelize/v2@v2.11.1
package main

import (
	"encoding/csv"
	"os"

	"github.com/xuri/excelize/v2"
)

func main() {
	file, err := excelize.OpenFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	rows, err := file.GetRows("Rows")
	if err != nil {
		panic(err)
	}
	csv.NewWriter(os.Stdout).WriteAll(rows)
}
