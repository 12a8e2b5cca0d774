import type { components } from '../../../../client/schema.ts';

type Code = components['schemas']['ErrorCode'] | 'unreachable' | 'unreadable' | 'cut_short';
type Explanation = [title: string, advice: string];

/** Every error of the API, and those of the portal, in plain words: what happened, and what to do about it. */
export const explanations: Record<string, Explanation | undefined> = {
  validation_error: ['Something in the request is wrong', 'Fix the fields below and try again.'],
  missing_token: ['You are not signed in', 'Sign in with a client id and secret.'],
  invalid_token: ['The access is no longer valid', 'It expired or was revoked: sign in again.'],
  invalid_client: [
    'Client id or secret is wrong',
    'Check upper and lower case, and whether the application was revoked.',
  ],
  unauthorized: ['The application has no user', 'Ask the administrator of your account to link it to a user.'],
  inactive_user: ['The user is not active', 'Ask the administrator of your account to activate the user.'],
  forbidden: ['Access isn’t allowed', 'The user has no company, or the application may not use this kind of access.'],
  not_found: ['Not found', 'Check the path against the reference.'],
  not_acceptable: ['This kind of file is not offered', 'Choose another kind of file.'],
  method_not_allowed: ['The method is not allowed', 'The path exists, for other methods. See the Allow header.'],
  version_gone: ['The changes are not known', 'Read the report again as a whole.'],
  data_changed: [
    'The data have changed',
    'The pages read so far are of an older state. Start again at the first page.',
  ],
  payload_too_large: ['The request is too large', 'Choose fewer teams or contractors.'],
  rate_limited: ['Too many requests', 'The limit of requests per minute is used up.'],
  internal_error: ['Internal error', 'Try again in 5 to 10 seconds. If it persists, report the request id.'],
  service_unavailable: ['The service is busy or restarting', 'Try again in a few seconds.'],
  unreachable: ['The service can’t be reached', 'Check your connection, then try again.'],
  unreadable: ['The answer could not be read', 'Something between you and the service may have changed it.'],
  cut_short: ['The export is incomplete', 'Nothing was saved. Try again.'],
} satisfies Record<Code, Explanation>;
