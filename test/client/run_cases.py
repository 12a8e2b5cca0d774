"""`run_cases.py sync|async FILE` runs the cases of a file of JSON, all at once, and prints what came of them as JSON."""

import asyncio
import json
import sys
import threading

import httpx

from client_reporting import AsyncClient, AsyncCopy, Client, ClientReportingError, Copy

TIMEOUTS = {"attempt_timeout": "attemptTimeoutMs", "call_timeout": "callTimeoutMs"}
# Loading certificates for each client would take longer than the cases.
TLS = httpx.create_ssl_context()
YEAR = {"from_date": "2026-01-01", "to_date": "2026-12-31"}


class Stopped(Exception):
    pass


def options_of(case, retries):
    def on_retry(retry):
        retries.append(
            {"retry": retry.retry, "delayMs": retry.delay * 1000, "code": retry.error.code, "status": retry.error.status}
        )
        if case["stopAtRetry"]:
            raise Stopped

    seconds = {name: case[key] / 1000 for name, key in TIMEOUTS.items() if key in case}
    return {"on_retry": on_retry, "max_retries": case.get("maxRetries"), **seconds}


def error_of(error):
    return {
        "code": error.code,
        "status": error.status,
        "message": error.message,
        "retryAfterSeconds": error.retry_after_seconds,
        "requestId": error.request_id,
    }


def statistics_of(case):
    return {"totalScheduledPaymentsPaidAmount": case["paid"]} if "paid" in case else {}


def line(*parts):
    return " ".join(",".join(part) if isinstance(part, list) else part for part in parts)


def run_sync(case):
    retries, rows, steps = [], [], []
    outcome = {"result": None, "error": None, "retries": retries}
    try:
        with Client(case["url"], "id", "a-secret", http=httpx.Client(verify=TLS), **options_of(case, retries)) as client:
            report = client.scheduled_payments
            match case["call"]:
                case "list":
                    outcome["result"] = len(report.list(**YEAR).results)
                case "pages":
                    outcome["result"] = len(list(report.pages(**YEAR)))
                case "csv":
                    outcome["result"] = report.download("csv", **YEAR).read().decode()
                case "rows":
                    outcome["result"] = rows
                    for row in report.rows(**YEAR):
                        rows.append(row)
                case "sync":
                    outcome["result"] = steps
                    count = [0]

                    def load(found, version):
                        keys = [row["_id"] for row in found]
                        count[0] = len(keys)
                        steps.append(line("load", keys, version))

                    def apply(found, removed, version):
                        count[0] += len(found) - len(removed)
                        steps.append(line("apply", [row["_id"] for row in found], removed, version))

                    version = report.sync(Copy(load, apply, lambda: (count[0], statistics_of(case))), **YEAR)
                    steps.append(f"version {version}")
    except Stopped:
        pass
    except ClientReportingError as error:
        outcome["error"] = error_of(error)
    return outcome


async def run_async(case):
    retries, rows, steps = [], [], []
    outcome = {"result": None, "error": None, "retries": retries}
    try:
        http = httpx.AsyncClient(verify=TLS)
        async with AsyncClient(case["url"], "id", "a-secret", http=http, **options_of(case, retries)) as client:
            report = client.scheduled_payments
            match case["call"]:
                case "list":
                    outcome["result"] = len((await report.list(**YEAR)).results)
                case "pages":
                    outcome["result"] = len([page async for page in report.pages(**YEAR)])
                case "csv":
                    outcome["result"] = (await (await report.download("csv", **YEAR)).read()).decode()
                case "rows":
                    outcome["result"] = rows
                    async for row in report.rows(**YEAR):
                        rows.append(row)
                case "sync":
                    outcome["result"] = steps
                    count = [0]

                    async def load(found, version):
                        keys = [row["_id"] async for row in found]
                        count[0] = len(keys)
                        steps.append(line("load", keys, version))

                    async def apply(found, removed, version):
                        count[0] += len(found) - len(removed)
                        steps.append(line("apply", [row["_id"] for row in found], removed, version))

                    async def counted():
                        return count[0], statistics_of(case)

                    version = await report.sync(AsyncCopy(load, apply, counted), **YEAR)
                    steps.append(f"version {version}")
    except Stopped:
        pass
    except ClientReportingError as error:
        outcome["error"] = error_of(error)
    return outcome


async def run_all_async(cases):
    return await asyncio.gather(*[asyncio.wait_for(run_async(case), 600) for case in cases])


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        cases = json.load(file)
    if sys.argv[1] == "async":
        outcomes = asyncio.run(run_all_async(cases))
    else:
        outcomes = [None] * len(cases)

        def run(index):
            outcomes[index] = run_sync(cases[index])

        threads = [threading.Thread(target=run, args=[index]) for index in range(len(cases))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    json.dump(outcomes, sys.stdout)


main()
