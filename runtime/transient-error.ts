/** Whether the error says that the database is down, full, restarting or too slow, rather than that we are wrong. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|53|57|40001|25P03)/.test(code) || // no connection, no resources, an operator, a replica's replay, idle too long
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(code) ||
    /^(timeout expired|timeout exceeded when trying|Connection terminated|Client has encountered|postmaster was shut down)/.test(
      error.message,
    ) ||
    (error.cause !== undefined && isTransient(error.cause))
  );
}
