import type { ApiError } from '../proto/errors.ts';

/** What was caught, for the log. Where a dependency is unavailable, its stack would say nothing, many times a second. */
export function errorForLog(error: ApiError): unknown {
  const { code, cause, message } = error;
  if (code !== 'service_unavailable') return cause ?? error;
  return cause instanceof Error ? { type: cause.name, message: cause.message, ...codeOf(cause) } : { message };
}

function codeOf(error: Error): object {
  return 'code' in error ? { code: error.code } : {};
}
