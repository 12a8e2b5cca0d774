import type { ApiErrorCode } from '../../../../clients/node/generated/schema.ts';

/** Every error of the API and of the portal, in plain words. */
export const explanations: Record<ApiErrorCode, string> & Record<string, string | undefined> = {
  validation_error: 'The address or a filter has a value that can’t be used.',
  missing_token: 'You are not signed in.',
  invalid_token: 'Your sign-in has expired: sign in again.',
  invalid_client:
    'The id or the secret is wrong. Check upper and lower case, or ask your administrator for a new API key.',
  unauthorized: 'Your sign-in belongs to no user: ask your administrator to link it to one.',
  inactive_user: 'Your user is not active: ask your administrator to activate it.',
  forbidden: 'You may not read reports: ask your administrator.',
  not_found: 'There is nothing at this address.',
  not_acceptable: 'This kind of file is not offered.',
  method_not_allowed: 'This address takes other methods only.',
  version_gone: 'Too much has changed to list it.',
  data_changed: 'The data changed while they were read.',
  payload_too_large: 'That is too much at once: choose fewer teams or contractors.',
  rate_limited: 'That was too much in one minute.',
  internal_error: 'Something went wrong on our side.',
  service_unavailable: 'The service is busy or restarting.',
  issuer_unreachable: 'The identity provider, where you sign in, can’t be reached.',
  access_denied: 'The sign-in was cancelled.',
  unreachable: 'The service can’t be reached: check your connection.',
  unreadable: 'The answer could not be read.',
  cut_short: 'The file is incomplete, so nothing was saved. Try again.',
};
