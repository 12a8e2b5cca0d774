import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createSession } from './api/session.ts';
import { guideOf } from './guide/guide.tsx';
import { withoutReferences } from './reference/document.ts';
import { Reference } from './reference/reference.tsx';
import { Header } from './shell/header.tsx';
import { Home } from './shell/home.tsx';

type OpenApi = Parameters<typeof withoutReferences>[0];
type Assets = { script: string; style: string };

/** The HTML of each page, with what it shows before and without JavaScript: an example's address and the usual limits. */
export function pages(document: OpenApi, guide: string, assets: Assets): Record<string, string> {
  const page = (title: string, description: string, path: string, content: ComponentChildren) =>
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
          </div>
          {content}
        </body>
      </html>,
    )}`;
  return {
    index: page(
      'Client Reporting',
      'Reports on scheduled payments and timesheets of the people your company hired, for people and for programs.',
      '/portal',
      <Home />,
    ),
    404: page(
      'No such page · Client Reporting',
      'The portal has no page at this address.',
      '',
      <main id="main" class="home">
        <h1>There is no such page.</h1>
        <p class="lead">
          Check the address, or go on from the <a href="/portal">start page</a>.
        </p>
      </main>,
    ),
    explorer: page(
      'Payments and hours · Client Reporting',
      'Your company’s scheduled payments and timesheets: totals, charts, rows and files.',
      '/portal/explorer',
      <noscript>
        <main id="main">
          This page needs JavaScript. The <a href="/portal/guide">guide</a> and the{' '}
          <a href="/portal/reference">reference</a> don’t, nor does the API.
        </main>
      </noscript>,
    ),
    guide: page(
      'Guide · Client Reporting',
      'How to read scheduled payments and timesheets from your own programs: tokens, reports, exports, errors and limits.',
      '/portal/guide',
      <main id="main" class="reading" dangerouslySetInnerHTML={{ __html: guideOf(guide) }} />,
    ),
    reference: page(
      'Reference · Client Reporting',
      'Every endpoint, parameter, response and error of the Client Reporting API.',
      '/portal/reference',
      <Reference document={withoutReferences(document)} session={createSession()} />,
    ),
  };
}
