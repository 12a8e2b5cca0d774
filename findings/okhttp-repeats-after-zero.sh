#!/usr/bin/env bash
# OkHttp sends a POST twice when it is answered 408, and when it is answered 503 with "Retry-After: 0".
# Guess: OkHttp repeats requests over broken connections only; statuses are the caller's, above all those of a POST.
# Seen on 2026-11-28 with OkHttp 5.5.1 on Java 17: 503 with 0 and 408 without a wait are sent again once, POST as GET;
# 503 with 1 and 429 are not.
# So: a server that answers a POST has a reason to ask for a second at least.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'END'
<project>
  <modelVersion>4.0.0</modelVersion><groupId>seen</groupId><artifactId>seen</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>com.squareup.okhttp3</groupId><artifactId>okhttp-jvm</artifactId><version>5.5.1</version></dependency>
  </dependencies>
</project>
END
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars
cat >Program.java <<'END'
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

class Program {
  public static void main(String[] args) throws Exception {
    var requests = new AtomicInteger();
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> {
      exchange.getRequestBody().readAllBytes();
      requests.incrementAndGet();
      var parts = exchange.getRequestURI().getPath().split("/");
      if (!parts[2].equals("none")) exchange.getResponseHeaders().set("Retry-After", parts[2]);
      exchange.sendResponseHeaders(Integer.parseInt(parts[1]), -1);
      exchange.close();
    });
    server.start();
    var client = new OkHttpClient();
    for (var path : new String[] {"/503/0", "/503/1", "/503/none", "/429/0", "/408/0", "/408/1", "/408/none"}) {
      requests.set(0);
      var request = new Request.Builder().url("http://127.0.0.1:" + server.getAddress().getPort() + path).post(RequestBody.create(new byte[] {1})).build();
      try (var response = client.newCall(request).execute()) {
        System.out.println("POST " + path + ": " + requests.get() + " sent, " + response.code());
      }
    }
    server.stop(0);
  }
}
END
java -cp 'jars/*' Program.java | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
POST /503/0: 2 sent, 503
POST /503/1: 1 sent, 503
POST /503/none: 1 sent, 503
POST /429/0: 1 sent, 429
POST /408/0: 2 sent, 408
POST /408/1: 1 sent, 408
POST /408/none: 2 sent, 408
END
