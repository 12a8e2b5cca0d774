package openapi

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestProgram(t *testing.T) {
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	settings := NewConfiguration()
	settings.Servers = ServerConfigurations{{URL: os.Getenv("URL")}}
	client := NewAPIClient(settings)
	request := NewCreateTokenRequest(os.Getenv("ID"), os.Getenv("SECRET"))
	token, _, err := client.AccessAPI.CreateToken(context.Background()).CreateTokenRequest(*request).Execute()
	check(err)
	authorized := context.WithValue(context.Background(), ContextAccessToken, token.AccessToken)
	list := func() ApiListScheduledPaymentsRequest {
		return client.ReportsAPI.ListScheduledPayments(authorized).FromDate("2026-01-01").ToDate("2026-12-31")
	}
	paid := list().TeamIds([]string{"design", "sales"}).ScheduledPaymentStatuses([]string{"paid"})
	page, answer, err := paid.Execute()
	check(err)
	odd, _, err := list().MinAmount(10.5).MaxAmount(10.5).Execute()
	check(err)
	changes, _, err := client.ReportsAPI.ListChangesOfScheduledPayments(authorized).
		FromDate("2026-01-01").ToDate("2026-12-31").Since(os.Getenv("SINCE")).Execute()
	check(err)
	changed := [][]any{}
	for _, row := range changes.Results {
		changed = append(changed, []any{row.Id, row.Removed, row.Amount})
	}
	_, unchanged, _ := paid.IfNoneMatch(answer.Header.Get("ETag")).Execute()
	_, limited, err := client.ReportsAPI.ListContractors(authorized).Execute()
	body := err.(*GenericOpenAPIError).Model().(Error)
	seconds, _ := strconv.Atoi(limited.Header.Get("Retry-After"))
	shown, _ := json.Marshal(map[string]any{
		"sum":       fmt.Sprintf("%.2f", page.Statistics.TotalScheduledPaymentsPaidAmount),
		"rows":      len(page.Results),
		"team":      odd.Results[0].Contract.Team.Get(),
		"changed":   changed,
		"unchanged": unchanged.StatusCode,
		"limited":   []any{body.Error, seconds},
	})
	fmt.Println(string(shown))
}
