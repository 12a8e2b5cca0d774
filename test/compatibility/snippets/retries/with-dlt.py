# dlt: dlt==1.31.0
import sys
from dlt.sources.helpers import requests

url, token = sys.argv[1:]
print(requests.get(url, headers={"Authorization": f"Bearer {token}"}).status_code)
