#!/usr/bin/env bash
# Apache HttpClient 5 sends a POST again when it is answered 429 or 503, by default, after having blocked its thread for
# as long as Retry-After says.
# Guess: HttpClients.createDefault() gives the caller the 429; a client that tries again takes idempotent methods only,
# as this one does for broken connections.
# Seen on 2026-11-28 with httpclient5 5.6.5 on Java 17: two POSTs each, two and four seconds apart as Retry-After said.
# A limit of token requests counts both.
# So: setDefaultRequestConfig with a responseTimeout shorter than the wait, or disableAutomaticRetries().
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'END'
<project>
  <modelVersion>4.0.0</modelVersion><groupId>seen</groupId><artifactId>seen</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.httpcomponents.client5</groupId><artifactId>httpclient5</artifactId><version>5.6.5</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
END
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars
cat >Program.java <<'END'
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.StringEntity;

class Program {
  public static void main(String[] args) throws Exception {
    var times = new ArrayList<Long>();
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> {
      exchange.getRequestBody().readAllBytes();
      times.add(System.nanoTime());
      var parts = exchange.getRequestURI().getPath().split("/");
      exchange.getResponseHeaders().set("Retry-After", parts[2]);
      exchange.sendResponseHeaders(Integer.parseInt(parts[1]), -1);
      exchange.close();
    });
    server.start();
    try (var client = HttpClients.createDefault()) {
      for (var path : new String[] {"/429/2", "/503/4"}) {
        times.clear();
        var post = new HttpPost("http://127.0.0.1:" + server.getAddress().getPort() + path);
        post.setEntity(new StringEntity("grant_type=client_credentials"));
        int status = client.execute(post, response -> response.getCode());
        System.out.println("POST: " + status + ", requests: " + times.size() + ", seconds between: " + (times.get(1) - times.get(0)) / 1_000_000_000);
      }
    }
    server.stop(0);
  }
}
END
java -cp 'jars/*' Program.java | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
POST: 429, requests: 2, seconds between: 2
POST: 503, requests: 2, seconds between: 4
END
