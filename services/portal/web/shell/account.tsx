import { useLocation } from 'preact-iso';
import { companyPath } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { Choice } from '../filters/choice.tsx';

/** Who is signed in, and the way out. */
export function Account({ session, clientId }: { session: Session; clientId: string }) {
  const { path, route } = useLocation();
  const { value: company } = useRead(clientId, async (signal) => {
    const response = await session.ask(companyPath, { signal });
    return (await response.json()) as { companyName: string };
  });
  const signOut = () => {
    session.signOut();
    if (path.startsWith('/portal/explorer')) route('/portal/explorer');
  };
  return (
    <Choice label="Account" shown={company?.companyName ?? 'Account'}>
      {() => (
        <>
          <p class="fine">{session.access.value?.person ?? `API key ${clientId}`}</p>
          <button type="button" onClick={signOut}>
            Sign out
          </button>
        </>
      )}
    </Choice>
  );
}
