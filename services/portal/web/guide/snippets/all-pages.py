import json, os, sys, time, urllib.error, urllib.parse, urllib.request

token = os.environ["TOKEN"]
list_url = "http://localhost:8080/api/v1/external/reports/client/timesheets/list"

def ask(page):
    query = urllib.parse.urlencode(
        {"fromDate": "2026-01-01", "toDate": "2026-12-31", "itemsPerPage": 100, "page": page})
    request = urllib.request.Request(f"{list_url}?{query}", headers={"Authorization": f"Bearer {token}"})
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        message = error.read().decode()
        if error.code not in (429, 503):
            sys.exit(message)
        print(message, file=sys.stderr)
        time.sleep(int(error.headers["Retry-After"]))
        return ask(page)

page, pages = 1, 1
while page <= pages:
    answer = ask(page)
    for row in answer["results"]:
        print(row["contract"]["title"], row["statistics"]["trackedMinutes"])
    page, pages = page + 1, answer["pagination"]["pagesCount"]
