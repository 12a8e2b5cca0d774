import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createSession } from './api/session.ts';
import { Guide } from './guide/guide.tsx';
import type { Document } from './reference/document.ts';
import { Operations } from './reference/reference.tsx';

/** What the guide and the reference show without JavaScript, as HTML, by the name of the page. */
export function prerendered(document: Document): Record<string, string> {
  const pages = {
    guide: <Guide origin="https://reports.example.com" />,
    reference: <Operations document={document} session={createSession()} />,
  };
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, renderToString(<Frame>{page}</Frame>)]));
}

function Frame({ children }: { children: ComponentChildren }) {
  return (
    <>
      <header class="header">
        <nav aria-label="Portal">
          <a href="/portal/guide">Guide</a>
          <a href="/portal/reference">Reference</a>
        </nav>
        <p class="fine">
          Without JavaScript, this page has an invented address and the usual limits.{' '}
          <a href="/openapi.yaml">openapi.yaml</a> has those of this service.
        </p>
      </header>
      {children}
    </>
  );
}
