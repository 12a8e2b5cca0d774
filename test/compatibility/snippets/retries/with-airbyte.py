# Airbyte: airbyte-cdk==7.39.1
# the strategy `WaitTimeFromHeader`
import logging, sys
from airbyte_cdk.sources.streams.http import HttpClient
from airbyte_cdk.sources.streams.http.error_handlers import HttpStatusErrorHandler, BackoffStrategy

class FromHeader(BackoffStrategy):
    def backoff_time(self, response_or_exception, attempt_count):
        return float(response_or_exception.headers["Retry-After"])

url, token = sys.argv[1:]
logger = logging.getLogger("reports")
client = HttpClient("reports", logger, HttpStatusErrorHandler(logger, max_retries=3), backoff_strategy=FromHeader())
_, response = client.send_request("GET", url, {}, headers={"Authorization": f"Bearer {token}"})
print(response.status_code)
