"""`run_cases.py sync|async FILE` runs the cases of a file of JSON, all at once, and prints what came of them as JSON."""

import asyncio
import inspect
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

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


def line(*parts):
    return " ".join(",".join(part) if isinstance(part, list) else part for part in parts)


async def value_of(found):
    return await found if inspect.isawaitable(found) else found


async def list_of(found, items):
    """What came, also where it ends with an error."""
    if hasattr(found, "__aiter__"):
        async for item in found:
            items.append(item)
    else:
        items.extend(item for item in found)
    return items


class Kept:
    """A copy, which tells what happened to it."""

    def __init__(self, copy):
        self.steps, self.count, self.statistics = [], 0, {}
        self.reads = copy.get("reads")
        if "paid" in copy:
            self.statistics = {"totalScheduledPaymentsPaidAmount": copy["paid"]}

    def load(self, rows, version):
        keys = [row["_id"] for row in islice(rows, self.reads)]
        self.count = len(keys)
        self.steps.append(line("load", keys, version))

    def apply(self, rows, removed, version):
        self.count += len(rows) - len(removed)
        self.steps.append(line("apply", [row["_id"] for row in rows], removed, version))

    def copy(self):
        return Copy(self.load, self.apply, lambda: (self.count, self.statistics))

    def async_copy(self):
        async def load(rows, version):
            found = []
            while len(found) != self.reads and (row := await anext(rows, None)):
                found.append(row)
            self.load(found, version)

        async def apply(*args):
            self.apply(*args)

        async def count():
            return self.count, self.statistics

        return AsyncCopy(load, apply, count)


async def run(case, is_async):
    retries, items = [], []
    outcome = {"result": None, "error": None, "retries": retries}
    kinds = (AsyncClient, httpx.AsyncClient) if is_async else (Client, httpx.Client)
    options = options_of(case, retries) | {"on_change": "restart" if case["call"] == "restart" else None}
    client = kinds[0](case["url"], "id", "a-secret", http=kinds[1](verify=TLS), **options)
    report = client.scheduled_payments
    try:
        match case["call"]:
            case "list":
                outcome["result"] = len((await value_of(report.list(**YEAR))).results)
            case "pages" | "restart":
                outcome["result"] = len(await list_of(report.pages(**YEAR), []))
            case "rows":
                outcome["result"] = items
                await list_of(report.rows(**YEAR), items)
            case "sync":
                kept = Kept(case["copy"])
                outcome["result"] = kept.steps
                copy = kept.async_copy() if is_async else kept.copy()
                kept.steps.append(f"version {await value_of(report.sync(copy, **YEAR))}")
            case file_format:
                file = await value_of(report.download(file_format, **YEAR))
                outcome["result"] = (await value_of(file.read())).decode()
    except Stopped:
        pass
    except ClientReportingError as error:
        outcome["error"] = error_of(error)
    return outcome


async def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        cases = json.load(file)
    if sys.argv[1] == "async":
        outcomes = await asyncio.gather(*[asyncio.wait_for(run(case, True), 600) for case in cases])
    else:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(len(cases)))
        outcomes = await asyncio.gather(*[asyncio.to_thread(asyncio.run, run(case, False)) for case in cases])
    json.dump(outcomes, sys.stdout)


asyncio.run(main())
