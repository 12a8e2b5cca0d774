// Spring RestClient: org.springframework:spring-web:7.0.10 org.springframework:spring-core:7.0.10
// wait in a `RetryListener`
import java.time.Duration;
import org.springframework.core.retry.*;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

class SpringRetry {
  public static void main(String[] args) throws Exception {
    var client = RestClient.builder().requestFactory(new SimpleClientHttpRequestFactory()).build();
    var retry = new RetryTemplate(RetryPolicy.builder().maxRetries(3).delay(Duration.ofSeconds(1)).build());
    int status = retry.execute(() -> client.get().uri(args[0]).header("Authorization", "Bearer " + args[1]).retrieve().toBodilessEntity().getStatusCode().value());
    System.out.println(status);
  }
}
