type End = (error?: unknown) => void;

/** Calls `begin` with the first argument of each call of the method, and what it returns when that has ended. */
export function observeCalls<Method extends string>(
  target: Record<Method, unknown>,
  method: Method,
  begin: (first: unknown) => End | undefined,
): void {
  const original = (target[method] as (...args: unknown[]) => unknown).bind(target);
  target[method] = (...args: unknown[]) => {
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
