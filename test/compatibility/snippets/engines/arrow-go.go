// arrow-go: github.com/apache/arrow-go/v18@v18.8.0
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

func main() {
	reader, err := file.OpenParquetFile(os.Args[2], false)
	if err != nil {
		panic(err)
	}
	arrows, err := pqarrow.NewFileReader(reader, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		panic(err)
	}
	table, err := arrows.ReadTable(context.Background())
	if err != nil {
		panic(err)
	}
	column := func(name string) *arrow.Column { return table.Column(table.Schema().FieldIndices(name)[0]) }
	days, amounts := column("scheduledPaymentOn"), column("amount")
	fmt.Println("scheduledPaymentOn,amount")
	for n, chunk := range days.Data().Chunks() {
		for row := 0; row < chunk.Len(); row++ {
			day := chunk.(*array.Timestamp).Value(row).ToTime(chunk.DataType().(*arrow.TimestampType).Unit)
			fmt.Printf("%s,%s\n", day.Format(time.RFC3339Nano), amounts.Data().Chunk(n).ValueStr(row))
		}
	}
}
