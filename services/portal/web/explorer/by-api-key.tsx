import { useRef, useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { useRetry } from '../api/use-read.ts';

/** Client id and secret of an application, which people know as an API key. They go to the API and nowhere else. */
export function ByApiKey({ session }: { session: Session }) {
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const again = () => form.current?.requestSubmit();
  useRetry(failure, again);

  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const given = new FormData(event.currentTarget);
    const textOf = (name: string) => (given.get(name) as string).trim();
    setBusy(true);
    setFailure(undefined);
    await session
      .signIn({
        clientId: textOf('clientId'),
        clientSecret: textOf('clientSecret'),
      })
      .catch((error: unknown) => setFailure(Failure.from(error)));
    setBusy(false);
  };
  return (
    <main id="main" class="sign-in">
      <h1>Sign in</h1>
      {session.hasExpired.value && (
        <p role="status">Your sign-in has expired. Sign in again to go on where you were.</p>
      )}
      <p>Use the API key that your administrator made for reporting: its id and its secret.</p>
      {/* What is being typed must not be sent by itself. */}
      <form ref={form} onInput={() => setFailure(undefined)} onSubmit={(event) => void submit(event)}>
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
        {failure && <FailureNotice failure={failure} retry={failure.retryAt === undefined ? undefined : again} />}
      </form>
      <p class="fine">
        You stay signed in on this tab for an hour, or until you sign out. The secret is not stored. Programs call the
        two <code>clientId</code> and <code>clientSecret</code>.
      </p>
    </main>
  );
}
