import type { ComponentChildren } from 'preact';

const pages = {
  '/portal/explorer': 'Payments and hours',
  '/portal/guide': 'Guide',
  '/portal/reference': 'Reference',
};

type HeaderProps = { path: string; view?: string; children?: ComponentChildren };

/** Where to go. @param view the explorer's address that was shown last */
export function Header({ path, view = '/portal/explorer', children }: HeaderProps) {
  return (
    <header class="header">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <a class="wordmark" href="/portal" aria-label="Client Reporting">
        <img src="/portal/icon.svg" width="24" height="24" alt="" />
        <span>Client Reporting</span>
      </a>
      <nav aria-label="Portal">
        {Object.entries(pages).map(([address, name]) => (
          <a
            key={address}
            href={address === '/portal/explorer' ? view : address}
            aria-current={address === path ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {children}
    </header>
  );
}
