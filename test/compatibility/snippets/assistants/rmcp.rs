// rmcp: rmcp@3.11.0[client,transport-streamable-http-client-reqwest,reqwest] tokio@1.54.1[full] serde_json@1.0.154[std]
use rmcp::{ServiceExt, model::CallToolRequestParams, transport::StreamableHttpClientTransport};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [url, token, tool, arguments]: [String; 4] = std::env::args().skip(1).collect::<Vec<_>>().try_into().unwrap();
    let config = StreamableHttpClientTransportConfig::with_uri(url).auth_header(token);
    let client = ().serve(StreamableHttpClientTransport::from_config(config)).await?;
    let request = CallToolRequestParams::new(tool).with_arguments(serde_json::from_str(&arguments)?);
    let result = client.call_tool(request).await?;
    println!("{}", result.content[0].as_text().unwrap().text);
    Ok(())
}
