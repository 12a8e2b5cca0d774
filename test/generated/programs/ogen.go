package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"generated/api"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

type signedIn struct{ token string }

func (s signedIn) AccessToken(context.Context, api.OperationName) (api.AccessToken, error) {
	return api.AccessToken{Token: s.token}, nil
}
func (signedIn) ClientCredentials(context.Context, api.OperationName) (api.ClientCredentials, error) {
	return api.ClientCredentials{}, nil
}
func (s signedIn) OAuth2(context.Context, api.OperationName) (api.OAuth2, error) {
	return api.OAuth2{Token: s.token}, nil
}

func main() {
	ctx, url := context.Background(), os.Getenv("URL")
	signIn := &api.CreateTokenReq{ClientId: os.Getenv("ID"), ClientSecret: os.Getenv("SECRET")}
	token := must(must(api.NewClient(url, signedIn{})).CreateToken(ctx, signIn)).(*api.CreateTokenOKHeaders)
	client := must(api.NewClient(url, signedIn{token.Response.AccessToken}))
	first, last := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC)
	paid := api.ListScheduledPaymentsParams{FromDate: first, ToDate: last, TeamIds: api.NewOptNilStringArray([]string{"design", "sales"}),
		ScheduledPaymentStatuses: api.NewOptNilListScheduledPaymentsScheduledPaymentStatusesItemArray([]api.ListScheduledPaymentsScheduledPaymentStatusesItem{"paid"})}
	answer := must(client.ListScheduledPayments(ctx, paid)).(*api.ScheduledPaymentsReportHeaders)
	amount := api.NewOptNilFloat64(10.5)
	odd := must(client.ListScheduledPayments(ctx, api.ListScheduledPaymentsParams{FromDate: first, ToDate: last, MinAmount: amount, MaxAmount: amount}))
	var team any
	if found := odd.(*api.ScheduledPaymentsReportHeaders).Response.Results[0].Contract.Team; !found.Null {
		team = found.Value
	}
	since := api.NewOptString(os.Getenv("SINCE"))
	changes := must(client.ListChangesOfScheduledPayments(ctx, api.ListChangesOfScheduledPaymentsParams{FromDate: first, ToDate: last, Since: since}))
	changed := [][]any{}
	for _, row := range changes.(*api.ScheduledPaymentChangesHeaders).Response.Results {
		var amount any
		if row.Amount.Set {
			amount = row.Amount.Value
		}
		changed = append(changed, []any{row.ID, row.Removed, amount})
	}
	paid.IfNoneMatch = api.NewOptString(answer.ETag)
	_, isUnchanged := must(client.ListScheduledPayments(ctx, paid)).(*api.R304)
	limited := must(client.ListContractors(ctx, api.ListContractorsParams{})).(*api.R429Headers)
	fmt.Println(string(must(json.Marshal(map[string]any{
		"sum":       fmt.Sprintf("%.2f", answer.Response.Statistics.TotalScheduledPaymentsPaidAmount),
		"rows":      len(answer.Response.Results),
		"team":      team,
		"changed":   changed,
		"unchanged": map[bool]int{true: 304}[isUnchanged],
		"limited":   []any{limited.Response.Error, limited.RetryAfter},
	}))))
}
