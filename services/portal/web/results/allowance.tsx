import type { Allowance } from '../api/session.ts';
import { useCountdown } from '../parts/countdown.ts';

/** What is left of the minute's requests, as the RateLimit headers of the last answer say. */
export function AllowanceNote({ allowance }: { allowance: Allowance | undefined }) {
  const secondsLeft = useCountdown(allowance?.resetAt);
  if (!allowance) return null;
  const remaining = secondsLeft > 0 ? allowance.remaining : allowance.limit;
  return (
    <span class="row fine allowance">
      <meter aria-label="Requests left" min={0} max={allowance.limit} low={allowance.limit / 10} value={remaining} />
      <span>
        {remaining} of {allowance.limit} requests left.{secondsLeft > 0 && ` Resets in ${secondsLeft} s`}
      </span>
    </span>
  );
}
