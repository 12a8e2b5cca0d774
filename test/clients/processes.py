"""`processes.py NAME URL` runs one of the functions below against a server of a test, and ends with an error where it does not hold."""

import asyncio
import multiprocessing
import os
import sys
import threading
import time

import httpx

from client_reporting import AsyncClient, Client, ClientReportingError

name, url = sys.argv[1:]
YEAR = {"from_date": "2026-01-01", "to_date": "2026-12-31"}
CREDENTIALS = ("id", "a-secret")


def client(**options):
    return Client(url, *CREDENTIALS, **options)


def async_client(**options):
    return AsyncClient(url, *CREDENTIALS, **options)


def in_children(*works):
    """Runs each in a forked process. All must end well within 20 seconds."""
    children = [multiprocessing.get_context("fork").Process(target=work) for work in works]
    for child in children:
        child.start()
    for child in children:
        child.join(20)
        child.kill()
        child.join()
    assert [child.exitcode for child in children] == [0] * len(works), [child.exitcode for child in children]


def code_of(call):
    started = time.monotonic()
    try:
        call()
        return None, time.monotonic() - started
    except ClientReportingError as error:
        return error.code, time.monotonic() - started


def forked():
    """The server answers with the number of the contractor as total count. A client may be used before a fork, or only made."""
    used = client()
    used.company()
    for shared in (used, client(), used.with_options(call_timeout=20)):

        def work(number):
            for _ in range(30):
                page = shared.scheduled_payments.list(**YEAR, contractor_ids=[str(number)])
                assert page.pagination["totalCount"] == number, page.pagination
            if number == 1:
                in_children(shared.company)

        in_children(*[lambda number=number: work(number) for number in range(1, 5)])
        shared.company()


def forked_while_a_thread_gets_the_token():
    shared = client()
    thread = threading.Thread(target=shared.company)
    thread.start()
    time.sleep(0.5)
    in_children(shared.company, shared.with_options(call_timeout=10).company, lambda: asyncio.run(async_client().company()))
    thread.join()


def own_http_forked():
    shared = client(http=httpx.Client())
    shared.company()

    def work():
        assert code_of(shared.company)[0] == "other_process"
        shared.close()

    in_children(work)
    shared.company()


def download_forked():
    shared = client()
    file = shared.scheduled_payments.download("csv", **YEAR)
    parts = iter(file)
    first = next(parts)

    def work():
        assert code_of(file.read)[0] == "other_process"
        assert code_of(lambda: list(parts))[0] == "other_process"

    in_children(work)
    assert first + b"".join(parts) == b"id\r\n1\r\n"


def async_client_forked():
    shared = async_client()
    asyncio.run(shared.company())

    async def work():
        await asyncio.gather(*[shared.company() for _ in range(8)])

    in_children(lambda: asyncio.run(work()), lambda: asyncio.run(work()))

    loop = asyncio.new_event_loop()
    loop.run_until_complete(shared.company())
    in_children(lambda: asyncio.run(shared.company()))
    loop.close()


def second_event_loop():
    shared = async_client()

    async def many():
        await asyncio.gather(*[shared.company() for _ in range(8)])
        return [row async for row in shared.scheduled_payments.rows(**YEAR)]

    for _ in range(3):
        assert asyncio.run(many()) == [{"_id": "a"}]
    threads = [threading.Thread(target=lambda: asyncio.run(many())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    file = asyncio.run(shared.scheduled_payments.download("csv", **YEAR))
    assert code_of(lambda: asyncio.run(file.read()))[0] == "other_process"
    own = async_client(http=httpx.AsyncClient())
    asyncio.run(own.company())
    assert code_of(lambda: asyncio.run(own.company()))[0] == "other_process"


def sends_what_was_given():
    """The server answers with the number of the contractor as total count, on two pages."""
    shared = client()

    def counts(given):
        pages = shared.scheduled_payments.pages(**YEAR, contractor_ids=given)
        if isinstance(given, list):
            given.clear()
        return [page.pagination["totalCount"] for page in pages]

    for given in (["7"], iter(["7"]), map(str, [7]), (number for number in "7")):
        assert counts(given) == [7, 7]

    async def async_count():
        given = ["7"]
        call = async_client().scheduled_payments.list(**YEAR, contractor_ids=given)
        given.clear()
        return (await call).pagination["totalCount"]

    assert asyncio.run(async_count()) == 7


def message_of(error_type, call, **query):
    try:
        call(**YEAR, **query)
    except error_type as error:
        return str(error)
    raise AssertionError(query)


def refuses_wrong_lists():
    for report in (client().scheduled_payments, async_client().scheduled_payments):
        for empty in ([], [""], ["", " "], "", [None], iter([])):
            for call in (report.list, report.pages, report.rows, report.changes, lambda **query: report.sync(None, **query)):
                message = message_of(ValueError, call, contractor_ids=empty)
                assert message == "contractorIds is empty: leave it out for all", message
    summary = client().timesheets_summary.list
    assert message_of(ValueError, summary, group_by=[]) == "groupBy is empty: it needs a value"
    assert message_of(TypeError, summary, group_by=["team"], team_ids=[b"x"]).startswith("teamIds: ")
    assert client().teams.list(search="").pagination
    assert client().scheduled_payments.list(**YEAR, min_amount=0).pagination


LIMITS = ({"call_timeout": 1}, {"attempt_timeout": 1, "max_retries": 0})


def ends_while_another_gets_the_token():
    shared = client()
    first = threading.Thread(target=shared.company)
    first.start()
    time.sleep(0.5)
    for limits in LIMITS:
        limited = shared.with_options(**limits)
        for call in (limited.company, lambda: limited.scheduled_payments.download("csv", **YEAR)):
            code, seconds = code_of(call)
            assert code == "timeout" and 0.9 < seconds < 2.5, (limits, code, seconds)
    first.join()
    assert code_of(shared.with_options(call_timeout=1).company)[0] is None


def ends_while_others_are_sent():
    """Six requests run at once: the seventh waits."""
    shared = client()
    shared.company()
    others = [threading.Thread(target=shared.teams.list) for _ in range(6)]
    for other in others:
        other.start()
    time.sleep(0.5)
    code, seconds = code_of(shared.with_options(call_timeout=1).company)
    assert code == "timeout" and 0.9 < seconds < 2.5, (code, seconds)
    for other in others:
        other.join()


def saves_to_one_path():
    """The server sends the file of contractor 1 slowly; each file has its contractor in every line."""
    shared = client()
    errors = []

    def save(number):
        try:
            shared.scheduled_payments.download("csv", **YEAR, contractor_ids=[str(number)]).save("shared.csv")
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=save, args=[number]) for number in (1, 2, 3)]
    for thread in threads:
        thread.start()
        time.sleep(0.2)
    for thread in threads:
        thread.join()
        with open("shared.csv", encoding="utf-8") as file:
            assert len(set(file)) == 1
    assert not errors, errors
    assert os.listdir() == ["shared.csv"], os.listdir()
    assert os.stat("shared.csv").st_mode & 0o777 == 0o666 & ~os.umask(0), "as the umask says"


def failed_save():
    with open("kept.csv", "w", encoding="utf-8") as file:
        file.write("kept")
    file = client().timesheets.download("csv", **YEAR)
    assert code_of(lambda: file.save("kept.csv"))[0] == "incomplete_export"

    assert os.listdir() == ["kept.csv"]
    with open("kept.csv", encoding="utf-8") as file:
        assert file.read() == "kept"


def saves_in_place():
    """Links, modes and other names of a file stay, and what is no file is not replaced."""
    payments = client().scheduled_payments

    def save(path):
        payments.download("csv", **YEAR, contractor_ids=["2"]).save(path)

    os.mkdir("share")
    for name in ("share/old.csv", "private.csv"):
        with open(name, "w", encoding="utf-8") as file:
            file.write("old")
    os.chmod("private.csv", 0o600)
    os.symlink("share/old.csv", "link.csv")
    os.symlink("share/new.csv", "dangling.csv")
    os.symlink("/dev/stdout", "stdout")
    os.mkfifo("fifo")
    for name in ("link.csv", "dangling.csv", "private.csv", "l" * 251 + ".csv"):
        save(name)
        with open(name, encoding="utf-8") as file:
            assert file.read() == "2\n2\n", name
    for name in ("stdout", "/dev/stdout", "fifo", "share"):
        try:
            save(name)
            raise AssertionError(name)
        except ValueError as error:
            assert str(error).startswith(f"{name} is not a file"), error
    assert all(map(os.path.islink, ("link.csv", "dangling.csv", "stdout")))
    assert os.stat("private.csv").st_mode & 0o777 == 0o600
    assert sorted(os.listdir("share")) == ["new.csv", "old.csv"]
    assert not [name for name in os.listdir() if name.endswith(".part")]


def prints_an_answer_or_error():
    for call in (lambda: client().company(), lambda: asyncio.run(async_client().company())):
        try:
            call()
            print("answer")
        except ClientReportingError as error:
            print(error)


globals()[name]()
