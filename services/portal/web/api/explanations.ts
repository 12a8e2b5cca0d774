import type { components } from '../../../../client/schema.ts';

type Code = components['schemas']['Error']['error'] | 'unreachable' | 'unreadable' | 'cut_short';
type Explanation = { title: string; advice: string };

/** Every error of the API, and those of the portal, in plain words: what happened, and what to do about it. */
export const explanations: Record<string, Explanation | undefined> = {
  validation_error: { title: 'Something in the request is wrong', advice: 'Fix the fields below and try again.' },
  missing_token: { title: 'You are not signed in', advice: 'Sign in with a client id and secret.' },
  invalid_token: { title: 'The access is no longer valid', advice: 'It expired or was revoked: sign in again.' },
  invalid_client: {
    title: 'Client id or secret is wrong',
    advice: 'Check upper and lower case, and whether the application was revoked.',
  },
  unauthorized: {
    title: 'The application has no user',
    advice: 'Ask the administrator of your account to link it to a user.',
  },
  inactive_user: {
    title: 'The user is not active',
    advice: 'Ask the administrator of your account to activate the user.',
  },
  forbidden: {
    title: 'Access isn’t allowed',
    advice: 'The user has no company, or the application may not use this kind of access.',
  },
  not_found: { title: 'Not found', advice: 'Check the path against the reference.' },
  method_not_allowed: {
    title: 'The method is not allowed',
    advice: 'The path exists, for other methods. See the Allow header.',
  },
  data_changed: {
    title: 'The data have changed',
    advice: 'The pages read so far are of an older state. Start again at the first page.',
  },
  payload_too_large: { title: 'The request is too large', advice: 'Choose fewer teams or contractors.' },
  rate_limited: { title: 'Too many requests', advice: 'The limit of requests per minute is used up.' },
  internal_error: {
    title: 'Internal error',
    advice: 'Try again in 5 to 10 seconds. If it persists, report the request id.',
  },
  service_unavailable: {
    title: 'The service is busy or restarting',
    advice: 'Try again in a few seconds.',
  },
  unreachable: { title: 'The service can’t be reached', advice: 'Check your connection, then try again.' },
  unreadable: {
    title: 'The answer could not be read',
    advice: 'Something between you and the service may have changed it.',
  },
  cut_short: {
    title: 'The export is incomplete',
    advice: 'Nothing was saved. Try again.',
  },
} satisfies Record<Code, Explanation>;
