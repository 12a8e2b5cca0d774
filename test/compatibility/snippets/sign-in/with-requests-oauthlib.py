# requests-oauthlib: requests-oauthlib==2.0.0
# call `fetch_token` again when it raises `TokenExpiredError`
import os, sys
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
from oauthlib.oauth2 import BackendApplicationClient
from requests_oauthlib import OAuth2Session

url, client, secret = sys.argv[1:]
try:
    token = OAuth2Session(client=BackendApplicationClient(client)).fetch_token(url, client_id=client, client_secret=secret)
    print("token", len(token["access_token"]) > 0)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
