// xlsxreader: github.com/thedatashed/xlsxreader@v1.2.8
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/thedatashed/xlsxreader"
)

func main() {
	file, err := xlsxreader.OpenFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for row := range file.ReadRows("Rows") {
		if row.Error != nil {
			panic(row.Error)
		}
		cells := make([]string, row.Cells[len(row.Cells)-1].ColumnIndex()+1)
		for _, cell := range row.Cells {
			cells[cell.ColumnIndex()] = cell.Value
		}
		line, _ := json.Marshal(cells)
		fmt.Println(string(line))
	}
}
