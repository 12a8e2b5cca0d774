import { useEffect, useState } from 'preact/hooks';
import { Copy } from './copy.tsx';
import { explanations } from '../api/explanations.ts';
import type { Failure } from '../api/failure.ts';

type FailureNoticeProps = {
  failure: Failure;
  /** Where it is tried again by itself, too. */
  retry?: (() => void) | undefined;
  /** Whether it shows the names of the API. */
  forDevelopers?: boolean;
};

/** A failure in one sentence. What an administrator may ask for is folded. */
export function FailureNotice({ failure, retry, forDevelopers = false }: FailureNoticeProps) {
  const { code, status, message, requestId, retryAt } = failure;
  const secondsLeft = useCountdown(retryAt);
  const again = retry ? 'Trying again' : 'Try again';
  return (
    <section class="failure" role="alert" data-code={code}>
      <p>
        {explanations[code] ?? 'That did not work.'}
        {/* Not read out each second. */}
        <span aria-hidden="true">
          {secondsLeft > 0 ? ` ${again} in ${secondsLeft} s.` : retry && retryAt !== undefined && ` ${again}…`}
        </span>
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

/** Whole seconds until `at`, in milliseconds of the clock, counted down to 0. */
function useCountdown(at = 0): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((at - now) / 1_000));
}
