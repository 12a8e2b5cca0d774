import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createSession } from './api/session.ts';
import { guideOf } from './guide/guide.tsx';
import { exampleAddress } from './guide/enliven.tsx';
import type { Document } from './reference/document.ts';
import { Operations } from './reference/reference.tsx';
import { Header } from './shell/header.tsx';
import { Home } from './shell/home.tsx';
import { NotFound } from './shell/not-found.tsx';

type Assets = { script: string; style: string };

/** The HTML of each page, with what it shows before and without JavaScript: an example's address and the usual limits. */
export function pages(document: Document, guide: string, assets: Assets): Record<string, string> {
  const session = createSession();
  const page = (title: string, description: string, path: string, content: ComponentChildren, after?: string) =>
    `<!doctype html>${renderToString(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          <meta name="description" content={description} />
          <link rel="icon" href="/portal/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href={`/portal/assets/${assets.style}`} />
          <script type="module" src={`/portal/assets/${assets.script}`} />
        </head>
        <body>
          <div id="app">
            <Header path={path} />
            {content}
          </div>
          {after && <main id="main" class="reading" dangerouslySetInnerHTML={{ __html: after }} />}
        </body>
      </html>,
    )}`;
  const needsScript = (
    <main id="main" class="explorer">
      <p class="scriptless">
        This page needs JavaScript. The <a href="/portal/guide">guide</a> and the{' '}
        <a href="/portal/reference">reference</a> don’t, nor does the API.
      </p>
    </main>
  );
  return {
    index: page(
      'Client Reporting',
      'Reports on scheduled payments and timesheets of the people your company hired, for people and for programs.',
      '/portal',
      <Home origin={exampleAddress} />,
    ),
    404: page('No such page · Client Reporting', 'The portal has no page at this address.', '', <NotFound />),
    explorer: page(
      'Payments and hours · Client Reporting',
      'Your company’s scheduled payments and timesheets: totals, charts, rows and files.',
      '/portal/explorer',
      needsScript,
    ),
    guide: page(
      'Guide · Client Reporting',
      'How to read scheduled payments and timesheets from your own programs: tokens, reports, exports, errors and limits.',
      '/portal/guide',
      undefined,
      guideOf(guide),
    ),
    reference: page(
      'Reference · Client Reporting',
      'Every endpoint, parameter, response and error of the Client Reporting API.',
      '/portal/reference',
      <Operations document={document} session={session} origin={exampleAddress} />,
    ),
  };
}
