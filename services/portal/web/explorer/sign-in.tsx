import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Issuer } from '../api/access.ts';
import { Failure } from '../api/failure.ts';
import type { SignIn as AtIssuerSteps } from '../api/issuer.ts';
import type { Session } from '../api/session.ts';
import { useAction, useRead } from '../api/use-read.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';

/** At the issuer of the service, where it has one; else by client id and secret. */
export function SignIn({ session }: { session: Session }) {
  const { value: issuer, failure, again } = useRead('issuer', readIssuer);
  if (issuer) return <AtIssuer session={session} issuer={issuer} />;
  if (issuer === null) return <ByApiKey session={session} />;
  return (
    <main id="main" class="sign-in" aria-busy={!failure}>
      {failure && <FailureNotice failure={failure} retry={again} />}
    </main>
  );
}

async function readIssuer(signal: AbortSignal): Promise<Issuer | null> {
  const response = await fetch('/portal/sign-in.json', { signal });
  if (!response.ok) throw await Failure.of(response);
  return (await response.json()) as Issuer | null;
}

function Frame({ session, children }: { session: Session; children: ComponentChildren }) {
  return (
    <main id="main" class="sign-in">
      <h1>Sign in</h1>
      {session.hasExpired.value && (
        <p role="status">Your sign-in has expired. Sign in again to go on where you were.</p>
      )}
      {children}
    </main>
  );
}

/** Goes on with the session at the issuer; else a button leads there. */
function AtIssuer({ session, issuer }: { session: Session; issuer: Issuer }) {
  const [asks, setAsks] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const act = async (step: (steps: AtIssuerSteps) => Promise<void>) => {
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
    <Frame session={session}>
      <p>You sign in at {new URL(issuer.issuer).host}, and come back here.</p>
      <button type="button" class="main" onClick={() => void act(({ go }) => go(false))}>
        Sign in
      </button>
      {failure && <FailureNotice failure={failure} />}
    </Frame>
  );
}

/** Client id and secret of an application, which people know as an API key. They go to the API and nowhere else. */
function ByApiKey({ session }: { session: Session }) {
  const { failure, busy, again, start, cancel } = useAction((form: FormData) => {
    const textOf = (name: string) => (form.get(name) as string).trim();
    return session.signIn({ clientId: textOf('clientId'), clientSecret: textOf('clientSecret') });
  });
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) start(new FormData(event.currentTarget));
  };
  return (
    <Frame session={session}>
      <p>Use the API key that your administrator made for reporting: its id and its secret.</p>
      {/* What is being typed must not be sent by itself. */}
      <form onInput={() => !busy && cancel()} onSubmit={submit}>
        <label>
          API key id
          <input name="clientId" required autocomplete="username" autocapitalize="none" spellcheck={false} />
        </label>
        <label>
          API key secret
          <input name="clientSecret" type="password" required autocomplete="current-password" />
        </label>
        <button type="submit" class="main" aria-disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
        {!busy && failure && (
          <FailureNotice failure={failure} retry={failure.retryAt === undefined ? undefined : again} />
        )}
      </form>
      <p class="fine">
        You stay signed in on this tab for an hour, or until you sign out. The secret is not stored. Programs call the
        two <code>clientId</code> and <code>clientSecret</code>.
      </p>
    </Frame>
  );
}
