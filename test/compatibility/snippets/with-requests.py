import sys, requests
from requests.adapters import HTTPAdapter
from urllib3 import Retry

url, token = sys.argv[1:]
session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=Retry(total=3, status_forcelist=[429, 503], backoff_factor=0.1)))
print(session.get(url, headers={"Authorization": f"Bearer {token}"}, timeout=10).status_code)
