import { ApiError } from './errors.ts';

/** Exports of one company that run at once in a reporting process. */
export const exportsPerCompany = 2;

const messages = {
  rate_limited: `Your company has ${exportsPerCompany} exports running, as many as it may at once. Retry after the number of seconds in Retry-After.`,
  service_unavailable: 'As many exports are running as may at once. Retry after the number of seconds in Retry-After.',
};

/** Refuses an export: its company's export slots are taken, or those of the whole pool. */
export function exportRefused(code: keyof typeof messages): ApiError {
  return new ApiError(code, { message: messages[code] });
}
