import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createSession } from './api/session.ts';
import { Guide } from './guide/guide.tsx';
export { guideMarkdown } from './guide/markdown.tsx';
import type { Document } from './reference/document.ts';
import { Operations } from './reference/reference.tsx';
import { NotFound } from './shell/not-found.tsx';

/** Stands for the service's address. */
const exampleAddress = 'https://reports.example.com';

/** Of each page, what differs in its HTML: title and description, and what it shows without JavaScript. */
export function prerendered(document: Document) {
  const needsScript = (
    <p>
      This page needs JavaScript. The <a href="/portal/guide">guide</a> and the{' '}
      <a href="/portal/reference">reference</a> don’t, nor does the API.
    </p>
  );
  return {
    index: page(
      'Client Reporting',
      'Reports on scheduled payments and timesheets of the people your company hired, for people and for programs.',
      needsScript,
    ),
    404: page('No such page · Client Reporting', 'The portal has no page at this address.', withHeader(<NotFound />)),
    explorer: page(
      'Payments and hours · Client Reporting',
      'Your company’s scheduled payments and timesheets: totals, charts, rows and files.',
      needsScript,
    ),
    contractor: page('Contractor · Client Reporting', 'A year of payments and hours of a contractor.', needsScript),
    team: page('Team · Client Reporting', 'A year of payments and hours of a team.', needsScript),
    guide: page(
      'Guide · Client Reporting',
      'How to read scheduled payments and timesheets from your own programs: tokens, reports, exports, errors and limits.',
      withHeader(<Guide origin={exampleAddress} />),
    ),
    reference: page(
      'Reference · Client Reporting',
      'Every endpoint, parameter, response and error of the Client Reporting API.',
      withHeader(<Operations document={document} session={createSession()} origin={exampleAddress} />),
    ),
  };
}

function page(title: string, description: string, content: ComponentChildren) {
  const head = [<title>{title}</title>, <meta name="description" content={description} />];
  return { head: renderToString(<>{head}</>), scriptless: renderToString(<>{content}</>) };
}

function withHeader(content: ComponentChildren) {
  return (
    <>
      <header class="header">
        <nav aria-label="Portal">
          <a href="/portal/guide">Guide</a>
          <a href="/portal/reference">Reference</a>
        </nav>
        <p class="fine">
          Without JavaScript, this page has an invented address and the usual limits.{' '}
          <a href="/openapi.json">openapi.json</a> has those of this service.
        </p>
      </header>
      {content}
    </>
  );
}
