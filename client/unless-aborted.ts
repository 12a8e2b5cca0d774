/** Settles as the promise does, or rejects with the reason of the signal when that is aborted first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    // The caller chose the reason.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
