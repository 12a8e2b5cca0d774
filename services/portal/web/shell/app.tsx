import { LocationProvider, useLocation } from 'preact-iso';
import type { Session } from '../api/session.ts';
import { Explorer } from '../explorer/explorer.tsx';
import { SignIn } from '../explorer/sign-in.tsx';
import { storageOf } from '../parts/storage.ts';
import { Account } from './account.tsx';
import { Header } from './header.tsx';

const viewItem = 'view';
// Elsewhere, links load the page that the build rendered.
const scope = location.pathname.startsWith('/portal/explorer') ? /^\/portal\/explorer/ : /^$/;

/** The header; and the explorer, at its address. The build rendered the other pages. */
export function App({ session }: { session: Session }) {
  return (
    <LocationProvider scope={scope}>
      <Page session={session} />
    </LocationProvider>
  );
}

function Page({ session }: { session: Session }) {
  const { path, url } = useLocation();
  const clientId = session.access.value?.clientId;
  const storage = storageOf('sessionStorage');
  const isExplorer = path.startsWith('/portal/explorer');
  if (clientId === undefined) storage?.removeItem(viewItem);
  else if (isExplorer) storage?.setItem(viewItem, url);
  const view = clientId === undefined ? undefined : storage?.getItem(viewItem);
  return (
    <>
      <Header path={path} view={view ?? '/portal/explorer'}>
        {clientId !== undefined && <Account key={clientId} session={session} clientId={clientId} />}
      </Header>
      {isExplorer && (clientId === undefined ? <SignIn session={session} /> : <Explorer session={session} />)}
    </>
  );
}
