// resty: github.com/go-resty/resty/v2@v2.17.2
// `AddRetryCondition` and `SetRetryAfter`
package main

import (
	"fmt"
	"os"

	"github.com/go-resty/resty/v2"
)

func main() {
	response, err := resty.New().SetRetryCount(3).R().SetAuthToken(os.Args[2]).Get(os.Args[1])
	if err != nil {
		panic(err)
	}
	fmt.Println(response.StatusCode())
}
