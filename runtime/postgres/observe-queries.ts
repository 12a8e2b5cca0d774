type End = (error?: unknown) => void;

/** Calls `begin` with each query of a connection, and what it returns when the query has ended. */
export function observeQueries(client: { query: unknown }, begin: (query: unknown) => End | undefined): void {
  const original = (client.query as (...args: unknown[]) => unknown).bind(client);
  client.query = (...args: unknown[]) => {
    const end = begin(args[0]);
    if (!end) return original(...args);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const observed = (...results: unknown[]) => {
        end(results[0]);
        (callback as (...results: unknown[]) => void)(...results);
      };
      return original(...args.slice(0, -1), observed);
    }
    const result = original(...args);
    if (result instanceof Promise) result.then(() => end(), end);
    return result;
  };
}
