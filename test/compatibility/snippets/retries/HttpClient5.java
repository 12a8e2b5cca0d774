// Apache HttpClient 5: org.apache.httpcomponents.client5:httpclient5:5.6.5
// it sends POST again, too
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.HttpClients;

class HttpClient5 {
  public static void main(String[] args) throws Exception {
    try (var client = HttpClients.createDefault()) {
      var get = new HttpGet(args[0]);
      get.setHeader("Authorization", "Bearer " + args[1]);
      int status = client.execute(get, response -> response.getCode());
      System.out.println(status);
    }
  }
}
