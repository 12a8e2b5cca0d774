import { useState } from 'preact/hooks';
import { name, version } from '../../../../client/package.json';
import { Code } from '../parts/code.tsx';
import { Programs } from '../parts/programs.tsx';
import type { Language } from '../parts/programs.tsx';
import firstAnswer from './snippets/first-report.json?raw';
import timesheetsAnswer from './snippets/timesheets.json?raw';
import assistant from './snippets/assistant.sh?raw';
import generatedClient from './snippets/generated-client.mts?raw';
import { errors } from './errors.ts';
import { shown, shownPrograms } from './snippets.ts';
import type { SnippetName } from './snippets.ts';

const sections = {
  start: 'Start',
  sums: 'Sums',
  paging: 'Pages and order',
  exports: 'Whole reports',
  polling: 'Polling',
  limits: 'Limits',
  errors: 'Errors',
  assistants: 'Assistants',
  generated: 'Generated clients',
};

/** What `npm pack` calls the file. */
const clientFile = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

/** From nothing to a report, and what to know after that. @param origin the address of the API */
export function Guide({ origin = location.origin }: { origin?: string }) {
  const [language, setLanguage] = useState<Language>('curl');
  const snippet = (name: SnippetName) => (
    <Programs name={name} programs={shownPrograms(name, origin)} language={language} choose={setLanguage} />
  );
  return (
    <main id="main" class="reading">
      <nav class="contents" aria-label="On this page">
        <ol>
          {Object.entries(sections).map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article>
        <h1>Guide</h1>
        <p class="lead">
          Two reports over HTTPS, as JSON. Exchange your client id and secret for an access token, and send the token
          with each request.
        </p>

        <section id="start">
          <h2>{sections.start}</h2>
          <p>
            Put your client id and secret in the environment variables <code>CLIENT_ID</code> and{' '}
            <code>CLIENT_SECRET</code>. This asks for a token, then for the payments of a year.
          </p>
          {snippet('The first report')}
          <p>A response, cut to one payment:</p>
          <Code text={firstAnswer.trimEnd()} what="A response, JSON" />
          <p>
            The other report is at <code>/api/v1/external/reports/client/timesheets/list</code>. Each row is a contract
            with its days in the range, and <code>statistics</code> is the sum of all rows:
          </p>
          <Code text={timesheetsAnswer.trimEnd()} what="A response with timesheets, JSON" />
          <p>
            The JavaScript is for Node.js 20 or later, Bun and Deno, with a client that keeps the token, waits where a
            limit is used up, and has TypeScript types. It is in no registry; this service has it:
          </p>
          <Code text={`npm install ${origin}/portal/${clientFile}`} what="Install the client" />
          <p>
            A token is valid for <code>expiresIn</code> seconds, usually an hour. Keep it and use it again: a client may
            request five tokens a minute. When a report answers 401 <code>invalid_token</code>, request a new one.
          </p>
          <p>
            <code>teamIds</code> and <code>contractorIds</code> take the <code>_id</code> of a team or a contractor.{' '}
            <code>teams/list</code> and <code>contractors/list</code> have them all, and find them by a part of the name
            in <code>search</code>.
          </p>
        </section>

        <section id="sums">
          <h2>{sections.sums}</h2>
          <p>
            <code>/summary</code> in place of <code>/list</code> adds the rows up by <code>groupBy</code>: one or two of{' '}
            <code>month</code>, <code>team</code>, <code>contractor</code>, <code>contract</code> and, for payments,{' '}
            <code>status</code>. The filters, pages and files are those of the list. Each row has the{' '}
            <code>statistics</code> of its group, exact to the cent, by which rows can be sorted too.
          </p>
          {snippet('Sums by month')}
        </section>

        <section id="paging">
          <h2>{sections.paging}</h2>
          <p>
            A page has 10 rows, or up to 100 by <code>itemsPerPage</code>. <code>pagination.pagesCount</code> is the
            number of pages. The statistics are over all rows that match, not over the page. Every order is complete, so
            each row is on one page only while the data stay the same.
          </p>
          <p>
            To notice a change between two pages, send the <code>Report-Version</code> of the first page as{' '}
            <code>If-Match</code> with the others. After a 412 <code>data_changed</code>, start again at the first page.
          </p>
          {snippet('Every page')}
        </section>

        <section id="exports">
          <h2>{sections.exports}</h2>
          <p>
            For all rows at once, leave out <code>page</code> and <code>itemsPerPage</code>, and request the same
            address with <code>Accept: text/csv</code>, <code>application/x-ndjson</code> (one row of JSON a line),{' '}
            <code>application/vnd.apache.parquet</code>, or the type of an Excel file. <code>X-Total-Count</code> is the
            number of rows. If the connection breaks, the file is incomplete: delete it and request it again.
          </p>
          {snippet('A whole report as a file')}
        </section>

        <section id="polling">
          <h2>{sections.polling}</h2>
          <p>
            Every list and every export has an <code>ETag</code>. Send it as <code>If-None-Match</code> next time: while
            nothing has changed, the answer is an empty 304.
          </p>
          <p>
            To keep a copy equal, with deleted and renamed rows, request <code>/changes</code> in place of{' '}
            <code>/list</code>. The clients for JavaScript and Python do all of it by <code>sync</code>;{' '}
            <a href="/portal/api.md">api.md</a> has a program without them.
          </p>
        </section>

        <section id="limits">
          <h2>{sections.limits}</h2>
          <p>
            200 requests a minute from one address, and 5 a minute for tokens. <code>RateLimit-Remaining</code> is the
            number left, <code>RateLimit-Reset</code> the seconds until all are available again. After a 429, wait as
            many seconds as <code>Retry-After</code> says.
          </p>
        </section>

        <section id="errors">
          <h2>{sections.errors}</h2>
          <p>
            Every error is <code>{'{"error": code, "message": text}'}</code>; the code never changes. A{' '}
            <code>validation_error</code> has <code>details</code> by parameter. Each answer carries an{' '}
            <code>X-Request-Id</code>: name it when you ask for help.
          </p>
          <dl class="members">
            {errors.map(({ statuses, code, when }) => (
              <div key={code}>
                <dt>
                  <code>{code}</code> {statuses}
                </dt>
                <dd>{when}</dd>
              </div>
            ))}
          </dl>
        </section>

        <section id="assistants">
          <h2>{sections.assistants}</h2>
          <p>
            Assistants answer questions from the reports by the Model Context Protocol at <code>{origin}/mcp</code>,
            with the same token. Sums are exact: each answer has the totals of all rows that match. In Claude Code, with
            a token in <code>TOKEN</code>, the setup is:
          </p>
          <Code text={shown(assistant, origin)} what="Set up an assistant" />
          <p>
            <a href="/portal/mcp.md">mcp.md</a> has the setup of VS Code, Cursor and of programs, where a new token is
            requested when one expires.
          </p>
        </section>

        <section id="generated">
          <h2>{sections.generated}</h2>
          <p>
            The <a href="/portal/reference">reference</a> is an OpenAPI 3.1 document, from which many tools generate a
            client. This is TypeScript, with types from <code>openapi-typescript</code>, which needs TypeScript 5:
          </p>
          <Code text={shown(generatedClient, origin)} what="A generated client, TypeScript" />
        </section>
      </article>
    </main>
  );
}
