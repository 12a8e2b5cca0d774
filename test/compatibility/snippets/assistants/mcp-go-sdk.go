// go-sdk: github.com/modelcontextprotocol/go-sdk@v1.8.0
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type bearer string

func (token bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(request)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func main() {
	transport := &mcp.StreamableClientTransport{Endpoint: os.Args[1], HTTPClient: &http.Client{Transport: bearer(os.Args[2])}}
	client := mcp.NewClient(&mcp.Implementation{Name: "asks", Version: "1.0.0"}, nil)
	session, err := client.Connect(context.Background(), transport, nil)
	check(err)
	arguments := json.RawMessage(os.Args[4])
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: os.Args[3], Arguments: arguments})
	check(err)
	fmt.Println(result.Content[0].(*mcp.TextContent).Text)
}
