// go-retryablehttp: github.com/hashicorp/go-retryablehttp@v0.7.8
package main

import (
	"fmt"
	"os"

	"github.com/hashicorp/go-retryablehttp"
)

func main() {
	client := retryablehttp.NewClient()
	client.Logger = nil
	request, _ := retryablehttp.NewRequest("GET", os.Args[1], nil)
	request.Header.Set("Authorization", "Bearer "+os.Args[2])
	response, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.StatusCode)
}
