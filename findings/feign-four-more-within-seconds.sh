#!/usr/bin/env bash
# Retry-After makes Feign send a request four more times within four seconds, a POST and a 401 too; without the header it
# sends none.
# Guess: Feign's default Retryer repeats a GET of 429 or 503, and waits as Retry-After says.
# Seen on 2026-11-28 with feign-core 13.6: with "Retry-After: 12", whatever the status and the method, five requests, a
# second apart, since the wait is cut to its maxPeriod; then RetryableException. Without the header: one request.
# So: Retryer.NEVER_RETRY, or a Retryer with a maxPeriod of a minute.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'END'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>seen</groupId><artifactId>seen</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.github.openfeign</groupId><artifactId>feign-core</artifactId><version>13.6</version></dependency>
  </dependencies>
</project>
END
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars
cat >Program.java <<'END'
import com.sun.net.httpserver.HttpServer;
import feign.Feign;
import feign.FeignException;
import feign.Param;
import feign.RequestLine;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class Program {
  interface Reports {
    @RequestLine("GET /{path}")
    void get(@Param("path") String path);

    @RequestLine("POST /{path}")
    void post(@Param("path") String path);
  }

  public static void main(String[] words) throws Exception {
    var requests = new AtomicInteger();
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> {
      requests.incrementAndGet();
      var asked = exchange.getRequestURI().getPath().substring(1).split("-");
      if (asked.length > 1) exchange.getResponseHeaders().set("Retry-After", asked[1]);
      exchange.sendResponseHeaders(Integer.parseInt(asked[0]), -1);
      exchange.close();
    });
    server.start();
    var reports = Feign.builder().target(Reports.class, "http://127.0.0.1:" + server.getAddress().getPort());
    for (var path : List.of("429", "429-12", "503-12", "401-12"))
      for (var method : List.of("GET", "POST")) {
        requests.set(0);
        var begun = System.nanoTime();
        try {
          if (method.equals("GET")) reports.get(path);
          else reports.post(path);
        } catch (FeignException error) {
          var early = System.nanoTime() - begun < 12_000_000_000L;
          System.out.println(method + " " + path + " " + requests + " requests, within 12 seconds " + early + ", " + error.getClass().getSimpleName());
        }
      }
    server.stop(0);
  }
}
END
java -cp 'jars/*' Program.java | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
GET 429 1 requests, within 12 seconds true, TooManyRequests
POST 429 1 requests, within 12 seconds true, TooManyRequests
GET 429-12 5 requests, within 12 seconds true, RetryableException
POST 429-12 5 requests, within 12 seconds true, RetryableException
GET 503-12 5 requests, within 12 seconds true, RetryableException
POST 503-12 5 requests, within 12 seconds true, RetryableException
GET 401-12 5 requests, within 12 seconds true, RetryableException
POST 401-12 5 requests, within 12 seconds true, RetryableException
END
