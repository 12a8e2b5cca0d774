# CacheControl: CacheControl==0.14.4 requests==2.34.2
import sys, requests
from cachecontrol import CacheControl

url, *tokens = sys.argv[1:]
session = CacheControl(requests.Session())
for token in (tokens[0], tokens[0], tokens[1]):
    print(len(session.get(url, headers={"Authorization": f"Bearer {token}"}).json()["results"]))
