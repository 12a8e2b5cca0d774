import type { Session } from '../api/session.ts';
import { Languages } from '../parts/languages.tsx';
import { tagsOf } from './document.ts';
import type { Document } from './document.ts';
import { OperationView } from './operation-view.tsx';
import { Prose } from './schema-view.tsx';

/** Every operation of the document, by tag. */
export function Reference({ document, session }: { document: Document; session: Session }) {
  const tags = tagsOf(document);
  return (
    <main id="main" class="reading">
      <nav class="contents" aria-label="On this page">
        <div id="search" />
        {tags.map(({ name, entries }) => (
          <div key={name}>
            <p>{name}</p>
            <ol>
              {entries.map(({ operation }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`}>{operation.summary}</a>
                </li>
              ))}
            </ol>
          </div>
        ))}
        <ol>
          {['General', 'Limits', 'Errors'].map((title) => (
            <li key={title}>
              <a href={`#${title.toLowerCase()}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article>
        <h1>Reference</h1>
        <p class="lead">
          {document.info.title} {document.info.version}. The same as a file: <a href="/openapi.json">openapi.json</a>.
          The <a href="/portal/guide">guide</a> has the clients for JavaScript and Python.
        </p>
        <p class="fine">
          The limits here are the usual ones. <a href="/openapi.json">openapi.json</a> has the limits of this service.
        </p>
        <Languages />
        {tags.map(({ name, description, entries }) => (
          <section key={name}>
            <h2>{name}</h2>
            <Prose text={description} />
            {entries.map((entry) => (
              <OperationView key={entry.operation.operationId} {...{ document, entry, session }} />
            ))}
          </section>
        ))}
        <section id="general" class="part">
          <h2>General</h2>
          <Prose text={document.info.description} />
        </section>
      </article>
    </main>
  );
}
