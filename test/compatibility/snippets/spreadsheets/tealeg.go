// tealeg/xlsx: github.com/tealeg/xlsx/v3@v3.3.13
package main

import (
	"encoding/csv"
	"os"

	"github.com/tealeg/xlsx/v3"
)

func main() {
	file, err := xlsx.OpenFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	out := csv.NewWriter(os.Stdout)
	file.Sheet["Rows"].ForEachRow(func(row *xlsx.Row) error {
		var cells []string
		row.ForEachCell(func(cell *xlsx.Cell) error { cells = append(cells, cell.String()); return nil })
		return out.Write(cells)
	})
	out.Flush()
}
