/**
 * What is done at a gateway that allows an address one request a minute, while the minute's request is used. A busy machine may take so long that
 * the minute ends meanwhile: then it is done again.
 */
export async function atExhaustedLimit<Result>(url: string, action: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const begunAt = performance.now();
    const { headers } = await fetch(`${url}/openapi.json`);
    const result = await action();
    // It is given in whole seconds, rounded up.
    if (performance.now() < begunAt + (Number(headers.get('ratelimit-reset')) - 1) * 1_000) return result;
  }
}
