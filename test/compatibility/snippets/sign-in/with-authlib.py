# Authlib: authlib==1.9.10 requests==2.34.2
import os, sys
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
from authlib.integrations.requests_client import OAuth2Session

url, client, secret = sys.argv[1:]
try:
    print("token", len(OAuth2Session(client, secret).fetch_token(url)["access_token"]) > 0)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
