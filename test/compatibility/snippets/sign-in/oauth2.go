// x/oauth2: golang.org/x/oauth2@v0.38.0
// `AuthStyle: oauth2.AuthStyleInHeader`, or each failure is two requests
package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	config := clientcredentials.Config{TokenURL: os.Args[1], ClientID: os.Args[2], ClientSecret: os.Args[3]}
	token, err := config.Token(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("token", len(token.AccessToken) > 0)
}
