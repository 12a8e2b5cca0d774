import { useEffect, useState } from 'preact/hooks';
import type { Issuer } from '../api/access.ts';
import { Failure } from '../api/failure.ts';
import type { SignIn } from '../api/issuer.ts';
import type { Session } from '../api/session.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';

/** Goes on with what another tab or the session at the issuer has; else a button leads there. */
export function AtIssuer({ session, issuer }: { session: Session; issuer: Issuer }) {
  const [asks, setAsks] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const act = async (step: (signIn: SignIn) => Promise<void>) => {
    setFailure(undefined);
    await session
      .atIssuer(issuer)
      .then(step)
      .catch((error: unknown) => setFailure(Failure.from(error)));
    setAsks(true);
  };
  useEffect(() => void act(({ resume }) => resume()), []);
  if (!asks) return <main id="main" class="sign-in" aria-busy="true" />;
  return (
    <main id="main" class="sign-in">
      <h1>Sign in</h1>
      {session.hasExpired.value && (
        <p role="status">Your sign-in has expired. Sign in again to go on where you were.</p>
      )}
      <p>You sign in at {new URL(issuer.issuer).host}, and come back here.</p>
      <button type="button" class="main" onClick={() => void act(({ go }) => go(false))}>
        Sign in
      </button>
      {failure && <FailureNotice failure={failure} />}
    </main>
  );
}
