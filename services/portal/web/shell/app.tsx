import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import type { ComponentType } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { createSession } from '../api/session.ts';
import type { Session } from '../api/session.ts';
import { Explorer } from '../explorer/explorer.tsx';
import { SignIn } from '../explorer/sign-in.tsx';
import { ContractorPage, TeamPage } from '../profile/profile.tsx';
import { storageOf } from '../parts/storage.ts';
import { useTitle } from '../parts/title.ts';
import { Account } from './account.tsx';
import { Home } from './home.tsx';
import { NotFound } from './not-found.tsx';
import icon from './icon.svg';

const Guide = lazy(() => import('../guide/guide.tsx').then(({ Guide }) => Guide));
const Reference = lazy(() => import('../reference/reference.tsx').then(({ Reference }) => Reference));

const pages = {
  '/portal/explorer': 'Payments and hours',
  '/portal/guide': 'Guide',
  '/portal/reference': 'Reference',
};

/** The portal: one session for all its pages. */
export function App() {
  const session = useMemo(() => createSession(storageOf('sessionStorage')), []);
  return (
    <LocationProvider scope="/portal">
      <Header session={session} />
      <ErrorBoundary>
        <Router>
          <Route path="/portal" component={Home} />
          <Route path="/portal/explorer" component={() => <SignedIn session={session} page={Explorer} />} />
          <Route path="/portal/contractor" component={() => <SignedIn session={session} page={ContractorPage} />} />
          <Route path="/portal/team" component={() => <SignedIn session={session} page={TeamPage} />} />
          <Route path="/portal/guide" component={Guide} />
          <Route path="/portal/reference" component={() => <Reference session={session} />} />
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
    </LocationProvider>
  );
}

/** The page for who is signed in, and the way to sign in for others. */
function SignedIn({
  session,
  page: Page,
}: {
  session: Session;
  page: ComponentType<{ session: Session; clientId: string }>;
}) {
  const clientId = session.clientId.value;
  return clientId === undefined ? <SignIn session={session} /> : <Page session={session} clientId={clientId} />;
}

function Header({ session }: { session: Session }) {
  const { path, url } = useLocation();
  const view = useRef('/portal/explorer');
  if (path === '/portal/explorer') view.current = url;
  const clientId = session.clientId.value;
  const page = Object.entries(pages).find(([address]) => path.startsWith(address))?.[1];
  useTitle(page);
  return (
    <header class="header">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <a class="wordmark" href="/portal" aria-label="Client Reporting">
        <img src={icon} width="24" alt="" />
        <span>Client Reporting</span>
      </a>
      <nav aria-label="Portal">
        {Object.entries(pages).map(([address, name]) => (
          <a
            key={address}
            href={address === '/portal/explorer' ? view.current : address}
            aria-current={name === page ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {clientId !== undefined && <Account key={clientId} session={session} clientId={clientId} />}
    </header>
  );
}
