import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { createSession } from '../api/session.ts';
import { Explorer } from '../explorer/explorer.tsx';
import { storageOf } from '../parts/storage.ts';
import { Home } from './home.tsx';
import { NotFound } from './not-found.tsx';
import icon from './icon.svg';

const Guide = lazy(() => import('../guide/guide.tsx').then(({ Guide }) => Guide));
const Reference = lazy(() => import('../reference/reference.tsx').then(({ Reference }) => Reference));

const pages = { '/portal/explorer': 'Explorer', '/portal/guide': 'Guide', '/portal/reference': 'Reference' };

/** The portal: one session for all its pages. */
export function App() {
  const session = useMemo(() => createSession(storageOf('sessionStorage')), []);
  return (
    <LocationProvider scope="/portal">
      <Header />
      <ErrorBoundary>
        <Router>
          <Route path="/portal" component={Home} />
          <Route path="/portal/explorer" component={() => <Explorer session={session} />} />
          <Route path="/portal/guide" component={Guide} />
          <Route path="/portal/reference" component={() => <Reference session={session} />} />
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
    </LocationProvider>
  );
}

function Header() {
  const { path, url } = useLocation();
  const view = useRef('/portal/explorer');
  if (path === '/portal/explorer') view.current = url;
  const page = Object.entries(pages).find(([address]) => path.startsWith(address))?.[1];
  useEffect(() => {
    document.title = page ? `${page} · Client Reporting` : 'Client Reporting';
  }, [page]);
  return (
    <header class="header">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <a class="wordmark" href="/portal">
        <img src={icon} width="24" alt="" />
        Client Reporting
      </a>
      <nav aria-label="Portal">
        {Object.entries(pages).map(([address, name]) => (
          <a
            key={address}
            href={name === 'Explorer' ? view.current : address}
            aria-current={name === page ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
    </header>
  );
}
