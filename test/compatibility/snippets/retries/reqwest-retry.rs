// reqwest-retry: reqwest-retry@0.9.1 reqwest-middleware@0.5.2 reqwest@0.13.5 tokio@1.54.1[full]
// a middleware of your own that waits
use reqwest_middleware::ClientBuilder;
use reqwest_retry::{RetryTransientMiddleware, policies::ExponentialBackoff};

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let policy = ExponentialBackoff::builder().build_with_max_retries(3);
    let client = ClientBuilder::new(reqwest::Client::new()).with(RetryTransientMiddleware::new_with_policy(policy)).build();
    println!("{}", client.get(&args[1]).bearer_auth(&args[2]).send().await.unwrap().status().as_u16());
}
