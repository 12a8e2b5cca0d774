import sys
from hishel.httpx import CacheClient

url, *tokens = sys.argv[1:]
with CacheClient() as client:
    for token in (tokens[0], tokens[0], tokens[1]):
        print(len(client.get(url, headers={"Authorization": f"Bearer {token}"}).json()["results"]))
