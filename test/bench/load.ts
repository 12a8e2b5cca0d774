import { Agent, get } from 'node:http';

type Target = { url: string; token: string; path: () => string };

const warmUpMs = 1_000;

/** Requests a second of 16 connections that send the next request as soon as they have a response, for so long after a second to warm up. */
export async function requestsPerSecond({ url, token, path }: Target, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const countFrom = performance.now() + warmUpMs;
  const end = countFrom + seconds * 1_000;
  let answered = 0;
  const send = async () => {
    while (performance.now() < end) {
      const status = await statusOf(new URL(path(), url), token, agent);
      if (status !== 200) throw new Error(`${url}${path()}: status ${status}`);
      if (performance.now() > countFrom) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, send)).finally(() => agent.destroy());
  return answered / seconds;
}

function statusOf(url: URL, token: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}
