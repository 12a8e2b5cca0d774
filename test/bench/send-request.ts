/** Sends one request over a connection that is kept. Returns the answer, and how long it took. */
export async function sendRequest(
  url: string,
  token: string,
  path: string,
): Promise<{ answer: unknown; milliseconds: number }> {
  const begunAt = performance.now();
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const milliseconds = performance.now() - begunAt;
  if (response.status !== 200) throw new Error(`${url}${path}: ${response.status} ${text}`);
  return { answer: JSON.parse(text) as unknown, milliseconds };
}
