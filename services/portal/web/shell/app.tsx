import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { createSession } from '../api/session.ts';
import type { Session } from '../api/session.ts';
import { Explorer } from '../explorer/explorer.tsx';
import { SignIn } from '../explorer/sign-in.tsx';
import { storageOf } from '../parts/storage.ts';
import { useTitle } from '../parts/title.ts';
import { Account } from './account.tsx';
import { Header, pageAt } from './header.tsx';
import { Home } from './home.tsx';
import { NotFound } from './not-found.tsx';

/** Complete at once, so that what the build rendered stays until then. */
export const Reference = lazy(async () => {
  const { Reference, readDocument } = await import('../reference/reference.tsx');
  const document = await readDocument();
  return ({ session }: { session: Session }) => <Reference session={session} document={document} />;
});

// The guide is a page without a program, which the build rendered.
const isGuide = /^\/portal\/guide\/?$/.test(location.pathname);
const scope = isGuide ? /^$/ : /^\/portal(\/(explorer|reference))?\/?([?#].*)?$/;

/** The portal: one session for all its pages. */
export function App() {
  const storage = storageOf('sessionStorage');
  const session = useMemo(() => createSession(storage), []);
  return (
    <LocationProvider scope={scope}>
      <HeaderOf session={session} />
      <ErrorBoundary>
        <Router>
          <Route path="/portal" component={() => <Home origin={location.origin} />} />
          <Route path="/portal/explorer" component={() => <SignedIn session={session} />} />
          <Route path="/portal/guide" component={() => null} />
          <Route path="/portal/reference" component={() => <Reference session={session} />} />
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
    </LocationProvider>
  );
}

/** The explorer for who is signed in, and the way to sign in for others. */
function SignedIn({ session }: { session: Session }) {
  const clientId = session.clientId.value;
  return clientId === undefined ? <SignIn session={session} /> : <Explorer session={session} clientId={clientId} />;
}

const storedAs = 'view';

function HeaderOf({ session }: { session: Session }) {
  const { path, url } = useLocation();
  const clientId = session.clientId.value;
  const storage = storageOf('sessionStorage');
  if (clientId === undefined) storage?.removeItem(storedAs);
  else if (path === '/portal/explorer') storage?.setItem(storedAs, url);
  useTitle(pageAt(path));
  const view = clientId === undefined ? undefined : storage?.getItem(storedAs);
  return (
    <Header path={path} view={view ?? '/portal/explorer'}>
      {clientId !== undefined && <Account key={clientId} session={session} clientId={clientId} />}
    </Header>
  );
}
