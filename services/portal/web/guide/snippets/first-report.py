import json, os, urllib.parse, urllib.request

api = "http://localhost:8080"
credentials = {"clientId": os.environ["CLIENT_ID"], "clientSecret": os.environ["CLIENT_SECRET"]}

request = urllib.request.Request(
    f"{api}/auth/token", json.dumps(credentials).encode(), {"Content-Type": "application/json"})
token = json.load(urllib.request.urlopen(request))["accessToken"]

query = urllib.parse.urlencode({"fromDate": "2026-01-01", "toDate": "2026-12-31"})
request = urllib.request.Request(
    f"{api}/api/v1/external/reports/client/scheduled-payments/list?{query}",
    headers={"Authorization": f"Bearer {token}"})
print(json.dumps(json.load(urllib.request.urlopen(request))))
