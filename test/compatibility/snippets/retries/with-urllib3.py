# urllib3: urllib3==2.8.0
# `status_forcelist=[429, 503]` (a number is for connections only)
import sys, urllib3

url, token = sys.argv[1:]
retry = urllib3.Retry(total=3, status_forcelist=[429, 503], backoff_factor=0.1)
print(urllib3.PoolManager(retries=retry, timeout=10).request("GET", url, headers={"Authorization": f"Bearer {token}"}).status)
