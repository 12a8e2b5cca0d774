# httpx-retries: httpx-retries==0.6.0 httpx==0.28.1
import sys, httpx
from httpx_retries import RetryTransport

url, token = sys.argv[1:]
with httpx.Client(transport=RetryTransport(), timeout=10) as client:
    print(client.get(url, headers={"Authorization": f"Bearer {token}"}).status_code)
