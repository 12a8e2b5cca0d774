import autocannon from 'autocannon';

type Target = { url: string; token: string; path: () => string };

const warmUpMs = 1_000;

/** Requests a second of 16 connections that send the next request as soon as they have a response, for so long after a second to warm up. */
export async function requestsPerSecond({ url, token, path }: Target, seconds: number): Promise<number> {
  const begunAt = performance.now();
  let [answered, failure] = [0, ''];
  await new Promise<void>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections: 16,
      duration: seconds + warmUpMs / 1_000,
      headers: { authorization: `Bearer ${token}` },
      requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
    };
    const running = autocannon(options, (error: unknown) => {
      if (error) reject(new Error('autocannon could not start', { cause: error }));
      else resolve();
    });
    running.on('response', (_client, status) => {
      if (status !== 200) failure = `status ${status}`;
      else if (performance.now() - begunAt > warmUpMs) answered += 1;
    });
    running.on('reqError', (error: unknown) => (failure = String(error)));
  });
  if (failure) throw new Error(`${url}${path()}: ${failure}`);
  return answered / seconds;
}
