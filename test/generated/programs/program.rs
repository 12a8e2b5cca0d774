use chrono::NaiveDate;
use openapi::apis::{access_api, configuration::Configuration, reports_api, Error};
use openapi::models::{self, CreateTokenRequest, ScheduledPaymentsReport};
use std::env::var;

#[tokio::main]
async fn main() {
    let mut settings = Configuration { base_path: var("URL").unwrap(), ..Configuration::new() };
    let request = CreateTokenRequest::new(var("ID").unwrap(), var("SECRET").unwrap());
    let token = access_api::create_token(&settings, request).await.unwrap();
    settings.bearer_access_token = Some(token.access_token);
    let day = |month, day| NaiveDate::from_ymd_opt(2026, month, day).unwrap();
    let (first, last) = (day(1, 1), day(12, 31));
    let list = async |paid: bool, amount: Option<f64>, etag: Option<&str>| {
        let teams = paid.then(|| vec!["design".to_string(), "sales".to_string()]);
        let statuses = paid.then(|| vec!["paid".to_string()]);
        reports_api::list_scheduled_payments(&settings, first, last, teams, None, statuses, amount, amount, None, None, None, None, etag, None, None).await
    };
    let answer: ScheduledPaymentsReport = list(true, None, None).await.unwrap();
    let odd = list(false, Some(10.5), None).await.unwrap();
    let since = var("SINCE").unwrap();
    let changes = reports_api::list_changes_of_scheduled_payments(&settings, first, last, None, None, None, None, None, Some(&since), None).await.unwrap();
    let changed: Vec<_> = changes.results.iter().map(|row| serde_json::json!([row._id, row.removed, row.amount])).collect();
    // The answer's headers, and a status that is no error, do not reach the program.
    let unchanged = list(true, None, Some(&var("ETAG").unwrap())).await.unwrap_err();
    let Err(Error::ResponseError(limited)) = reports_api::list_contractors(&settings, None, None, None, None, None, None, None).await else { panic!("not limited") };
    let body: models::Error = serde_json::from_str(&limited.content).unwrap();
    println!("{}", serde_json::json!({
        "sum": format!("{:.2}", answer.statistics.total_scheduled_payments_paid_amount),
        "rows": answer.results.len(),
        "team": odd.results[0].contract.team,
        "changed": changed,
        "unchanged": unchanged.to_string(),
        "limited": [body.error, null],
    }));
}
