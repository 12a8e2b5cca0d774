// Spring Security: org.springframework.security:spring-security-oauth2-client:7.1.2 tools.jackson.core:jackson-databind:3.3.0
// the reason is in the cause's message; with Apache HttpClient 5 beside it, it waits as asked, for up to a minute
import org.springframework.security.oauth2.client.endpoint.*;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

class SpringSecurity {
  public static void main(String[] args) {
    var registration = ClientRegistration.withRegistrationId("reports").tokenUri(args[0]).clientId(args[1]).clientSecret(args[2])
      .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS).build();
    try {
      var token = new RestClientClientCredentialsTokenResponseClient().getTokenResponse(new OAuth2ClientCredentialsGrantRequest(registration));
      System.out.println("token " + !token.getAccessToken().getTokenValue().isEmpty());
    } catch (Exception error) {
      System.out.println(error.getClass().getSimpleName() + ": " + error.getMessage());
    }
  }
}
