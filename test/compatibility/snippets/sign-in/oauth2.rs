// oauth2 of Rust: oauth2@5.0.0[reqwest-blocking]
use oauth2::{AuthUrl, ClientId, ClientSecret, TokenResponse, TokenUrl, basic::BasicClient};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let client = BasicClient::new(ClientId::new(args[2].clone()))
        .set_client_secret(ClientSecret::new(args[3].clone()))
        .set_auth_uri(AuthUrl::new(args[1].clone()).unwrap())
        .set_token_uri(TokenUrl::new(args[1].clone()).unwrap());
    let http = oauth2::reqwest::blocking::Client::new();
    match client.exchange_client_credentials().request(&http) {
        Ok(token) => println!("token {}", !token.access_token().secret().is_empty()),
        Err(error) => println!("{error}"),
    }
}
