import { lazy } from 'preact-iso';
import type { Issuer } from '../api/access.ts';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ByApiKey } from './by-api-key.tsx';

const AtIssuer = lazy(() => import('./at-issuer.tsx').then(({ AtIssuer }) => AtIssuer));

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
