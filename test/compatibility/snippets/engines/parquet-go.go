// parquet-go: github.com/parquet-go/parquet-go@v0.32.0
// amounts are cents as int64: divide by 100
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/parquet-go/parquet-go"
)

type Payment struct {
	On     time.Time `parquet:"scheduledPaymentOn,timestamp(millisecond)"`
	Amount int64     `parquet:"amount"`
}

func main() {
	payments, err := parquet.ReadFile[Payment](os.Args[2])
	if err != nil {
		panic(err)
	}
	fmt.Println("scheduledPaymentOn,amount")
	for _, payment := range payments {
		fmt.Printf("%s,%f\n", payment.On.UTC().Format(time.RFC3339Nano), float64(payment.Amount)/100)
	}
}
