import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { Languages } from '../parts/languages.tsx';
import { Search } from '../parts/search.tsx';
import { tagsOf } from './document.ts';
import type { Document } from './document.ts';
import { OperationView } from './operation-view.tsx';
import { Prose } from './prose.tsx';

/** The OpenAPI document of this service, or why there is none. */
export async function readDocument(): Promise<Document | Failure> {
  try {
    const response = await fetch('/openapi.json', { credentials: 'omit' });
    return response.ok ? ((await response.json()) as Document) : await Failure.of(response);
  } catch (error) {
    return Failure.from(error);
  }
}

/** The OpenAPI document, to read and to try. */
export function Reference({ session, document }: { session: Session; document: Document | Failure }) {
  if (!(document instanceof Failure))
    return <Operations document={document} session={session} origin={location.origin} />;
  return (
    <main id="main" class="reading">
      <article>
        <h1>Reference</h1>
        <FailureNotice failure={document} retry={() => location.reload()} />
        <p class="fine">
          Until then: <a href="/portal/api.md">the reference as a text</a>, with the usual limits.
        </p>
      </article>
    </main>
  );
}

/** Every operation of the document, by tag. */
export function Operations({ document, session, origin }: { document: Document; session: Session; origin: string }) {
  const tags = tagsOf(document);
  return (
    <main id="main" class="reading">
      <nav class="contents" aria-label="On this page">
        <Search />
        {tags.map(({ name, entries }) => (
          <div key={name}>
            <p>{name}</p>
            <ol>
              {entries.map(({ operation }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`}>{operation.summary ?? operation.operationId}</a>
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
        <p class="scriptless">
          Without JavaScript, this page has an invented address and the usual limits.{' '}
          <a href="/openapi.json">openapi.json</a> has those of this service.
        </p>
        <Languages />
        {tags.map(({ name, description, entries }) => (
          <section key={name}>
            <h2>{name}</h2>
            <Prose text={description} />
            {entries.map((entry) => (
              <OperationView key={entry.operation.operationId} {...{ document, entry, session, origin }} />
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
