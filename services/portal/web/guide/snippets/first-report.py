import json, os, sys, urllib.error, urllib.parse, urllib.request

credentials = {"clientId": os.environ["CLIENT_ID"], "clientSecret": os.environ["CLIENT_SECRET"]}

def ask(path, body=None, headers={}):
    request = urllib.request.Request(f"http://localhost:8080{path}", body, headers)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        sys.exit(error.read().decode())

token = ask("/auth/token", json.dumps(credentials).encode(), {"Content-Type": "application/json"})["accessToken"]

query = urllib.parse.urlencode({"fromDate": "2026-01-01", "toDate": "2026-12-31"})
report = ask(
    f"/api/v1/external/reports/client/scheduled-payments/list?{query}",
    headers={"Authorization": f"Bearer {token}"})
print(json.dumps(report))
