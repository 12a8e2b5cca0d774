import { useEffect } from 'preact/hooks';
import { Copy } from './copy.tsx';
import { useCountdown } from './countdown.ts';
import { explanations } from '../api/explanations.ts';
import type { Failure } from '../api/failure.ts';

type FailureNoticeProps = {
  failure: Failure;
  /** Called by itself when it makes sense to ask again, and when the network comes back. */
  retry?: (() => void) | undefined;
  /** Whether it shows the names of the API. */
  forDevelopers?: boolean;
};

/** A failure in one sentence. What an administrator may ask for is folded. */
export function FailureNotice({ failure, retry, forDevelopers = false }: FailureNoticeProps) {
  const { code, status, message, requestId, retryAt } = failure;
  const secondsLeft = useCountdown(retryAt);
  const isDue = retryAt !== undefined && secondsLeft === 0;
  useEffect(() => {
    if (isDue) retry?.();
  }, [isDue]);
  useEffect(() => {
    if (!retry) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);
  return (
    <section class="failure" role="alert" data-code={code}>
      <p>
        {explanations[code] ?? 'That did not work.'}
        {secondsLeft > 0 && ` ${retry ? 'Trying again' : 'Try again'} in ${secondsLeft} s.`}
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
      <details open={forDevelopers}>
        <summary>Details</summary>
        <p>
          {status} <code>{code}</code> {message}
        </p>
        <ul>
          {Object.entries(failure.details).map(([name, { message }]) => (
            <li key={name}>
              <code>{name}</code> {message}
            </li>
          ))}
        </ul>
        {requestId && (
          <p>
            Request <code>{requestId}</code> <Copy text={requestId} what="the request id" />
          </p>
        )}
      </details>
    </section>
  );
}
