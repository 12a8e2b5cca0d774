package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"generated/api"

	"github.com/oapi-codegen/runtime/types"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	signIn := api.CreateTokenJSONRequestBody{ClientId: os.Getenv("ID"), ClientSecret: os.Getenv("SECRET")}
	token := must(must(api.NewClientWithResponses(os.Getenv("URL"))).CreateTokenWithResponse(ctx, signIn)).JSON200.AccessToken
	client := must(api.NewClientWithResponses(os.Getenv("URL"), api.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	})))
	day := func(month time.Month, day int) types.Date {
		return types.Date{Time: time.Date(2026, month, day, 0, 0, 0, 0, time.UTC)}
	}
	first, last, amount := day(1, 1), day(12, 31), 10.5
	paid := api.ListScheduledPaymentsParams{FromDate: first, ToDate: last, TeamIds: &[]string{"design", "sales"},
		ScheduledPaymentStatuses: &[]api.ListScheduledPaymentsParamsScheduledPaymentStatuses{"paid"}}
	answer := must(client.ListScheduledPaymentsWithResponse(ctx, &paid))
	odd := must(client.ListScheduledPaymentsWithResponse(ctx, &api.ListScheduledPaymentsParams{FromDate: first, ToDate: last, MinAmount: &amount, MaxAmount: &amount}))
	since := os.Getenv("SINCE")
	changes := must(client.ListChangesOfScheduledPaymentsWithResponse(ctx, &api.ListChangesOfScheduledPaymentsParams{FromDate: first, ToDate: last, Since: &since}))
	changed := [][]any{}
	for _, row := range changes.JSON200.Results {
		changed = append(changed, []any{row.UnderscoreId, row.Removed, row.Amount})
	}
	paid.IfNoneMatch = &answer.Headers200.ETag
	unchanged := must(client.ListScheduledPaymentsWithResponse(ctx, &paid))
	limited := must(client.ListContractorsWithResponse(ctx, &api.ListContractorsParams{}))
	fmt.Println(string(must(json.Marshal(map[string]any{
		"sum":       fmt.Sprintf("%.2f", answer.JSON200.Statistics.TotalScheduledPaymentsPaidAmount),
		"rows":      len(answer.JSON200.Results),
		"team":      odd.JSON200.Results[0].Contract.Team,
		"changed":   changed,
		"unchanged": unchanged.StatusCode(),
		"limited":   []any{limited.JSON429.Error, limited.Headers429.RetryAfter},
	}))))
}
