import { useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';

/** Client id and secret. They go to the API and nowhere else. */
export function SignIn({ session }: { session: Session }) {
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

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
      <h1>Look at your reports</h1>
      {session.hasExpired.value && <p role="status">Your access has expired. Sign in again to go on where you were.</p>}
      <p class="lead">With the client id and secret of your company’s application.</p>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          Client id
          <input name="clientId" required autocomplete="username" autocapitalize="none" spellcheck={false} />
        </label>
        <label>
          Client secret
          <input name="clientSecret" type="password" required autocomplete="current-password" />
        </label>
        <button type="submit" class="main" aria-disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
      {failure && <FailureNotice failure={failure} />}
      <p class="fine">
        The secret stays in the memory of this page until it is closed or reloaded. The access that it gives stays in
        this tab until it expires or you sign out. Neither is put into an address.
      </p>
    </main>
  );
}
