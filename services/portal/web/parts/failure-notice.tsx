import { Copy } from './copy.tsx';
import { useCountdown } from './countdown.ts';
import { explanations } from '../api/explanations.ts';
import type { Failure } from '../api/failure.ts';

/** A failure for people: what happened, what to do, when, and the id to report. */
export function FailureNotice({ failure, retry }: { failure: Failure; retry?: (() => void) | undefined }) {
  const secondsLeft = useCountdown(failure.retryAt);
  const [title, advice] = explanations[failure.code] ?? ['That did not work', ''];
  const details = Object.entries(failure.details);
  return (
    <section class="failure" role="alert" data-code={failure.code}>
      <h2>{title}</h2>
      <p>{advice}</p>
      {details.length > 0 ? (
        <ul>
          {details.map(([name, { message }]) => (
            <li key={name}>
              <code>{name}</code> {message}
            </li>
          ))}
        </ul>
      ) : (
        <p class="fine">{failure.message}</p>
      )}
      <div class="row">
        {retry ? (
          <button type="button" disabled={secondsLeft > 0} onClick={retry}>
            {secondsLeft > 0 ? `Try again in ${secondsLeft} s` : 'Try again'}
          </button>
        ) : (
          secondsLeft > 0 && <strong>Resets in {secondsLeft} s</strong>
        )}
        {failure.status && (
          <span class="fine">
            {failure.status} <code>{failure.code}</code>
          </span>
        )}
        {failure.requestId && (
          <span class="fine">
            Request <code>{failure.requestId}</code> <Copy text={failure.requestId} what="the request id" />
          </span>
        )}
      </div>
    </section>
  );
}
