# aiohttp-retry: aiohttp-retry==2.9.1
# `statuses={429}`, and wait yourself
import asyncio, sys
from aiohttp_retry import ExponentialRetry, RetryClient

async def main(url, token):
    async with RetryClient(retry_options=ExponentialRetry(attempts=3, statuses={429})) as client:
        async with client.get(url, headers={"Authorization": f"Bearer {token}"}) as response:
            print(response.status)

asyncio.run(main(*sys.argv[1:]))
