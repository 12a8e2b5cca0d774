# hishel: hishel[httpx]==2.0.0
# `rfc=CacheOptions(shared=False)`: by default it looks at no header, and one token gets the answer of another
import sys
from hishel.httpx import CacheClient

url, *tokens = sys.argv[1:]
with CacheClient() as client:
    for token in (tokens[0], tokens[0], tokens[1]):
        print(len(client.get(url, headers={"Authorization": f"Bearer {token}"}).json()["results"]))
