import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.*;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

class Program {
  public static void main(String[] args) throws Exception {
    Map<String, String> env = System.getenv();
    LocalDate first = LocalDate.of(2026, 1, 1), last = LocalDate.of(2026, 12, 31);
    ApiClient client = new ApiClient();
    client.updateBaseUri(env.get("URL"));
    String token = new AccessApi(client).createToken(new CreateTokenRequest().clientId(env.get("ID")).clientSecret(env.get("SECRET"))).getAccessToken();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    ReportsApi reports = new ReportsApi(client);
    List<String> teams = List.of("design", "sales"), paid = List.of("paid");
    Map<String, Object> seen = new LinkedHashMap<>();
    var answer = reports.listScheduledPaymentsWithHttpInfo(first, last, teams, null, paid, null, null, null, null, null, null, null, null, null);
    seen.put("sum", String.format("%.2f", answer.getData().getStatistics().getTotalScheduledPaymentsPaidAmount()));
    seen.put("rows", answer.getData().getResults().size());
    seen.put("team", reports.listScheduledPayments(first, last, null, null, null, new BigDecimal("10.5"), new BigDecimal("10.5"), null, null, null, null, null, null, null).getResults().get(0).getContract().getTeam());
    List<Object> changed = new ArrayList<>();
    for (var row : reports.listChangesOfScheduledPayments(first, last, null, null, null, null, null, env.get("SINCE"), null).getResults())
      changed.add(Arrays.asList(row.getId(), row.getRemoved(), row.getAmount()));
    seen.put("changed", changed);
    String etag = answer.getHeaders().entrySet().stream().filter(header -> header.getKey().equalsIgnoreCase("etag")).findFirst().get().getValue().get(0);
    try {
      reports.listScheduledPayments(first, last, teams, null, paid, null, null, null, null, null, null, etag, null, null);
    } catch (ApiException error) {
      seen.put("unchanged", error.getCode());
    }
    try {
      reports.listContractors(null, null, null, null, null, null, null);
    } catch (ApiException error) {
      var body = ApiClient.createDefaultObjectMapper().readValue(error.getResponseBody(), org.openapitools.client.model.Error.class);
      seen.put("limited", List.of(body.getError(), error.getResponseHeaders().firstValueAsLong("Retry-After").getAsLong()));
    }
    System.out.println(new com.fasterxml.jackson.databind.ObjectMapper().writeValueAsString(seen));
  }
}
