import { useMemo } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { entriesByTag } from './document.ts';
import type { Document } from './document.ts';
import { Markdown } from './markdown.tsx';
import { OperationView } from './operation-view.tsx';

/** The OpenAPI document, to read and to try. */
export function Reference({ session }: { session: Session }) {
  const { value: document, failure, again } = useRead('/openapi.json', fetchDocument);
  if (document) return <Operations document={document} session={session} />;
  return (
    <main id="main" class="reading">
      <article>
        <h1>Reference</h1>
        {failure ? <FailureNotice failure={failure} retry={again} /> : <p class="fine">Loading openapi.json…</p>}
        {failure && (
          <p class="fine">
            Until then: <a href="/portal/api.md">the reference as a text</a>, with the usual limits.
          </p>
        )}
      </article>
    </main>
  );
}

/** Every operation of the document, by tag. */
export function Operations({ document, session }: { document: Document; session: Session }) {
  const tags = useMemo(() => [...entriesByTag(document)], [document]);
  return (
    <main id="main" class="reading">
      <nav class="contents" aria-label="On this page">
        {tags.map(([tag, entries]) => (
          <div key={tag}>
            <p>{tag}</p>
            <ol>
              {entries.map(({ operation }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`}>{operation.summary ?? operation.operationId}</a>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </nav>
      <article>
        <h1>Reference</h1>
        <p class="lead">
          {document.info.title} {document.info.version}. The same as a file: <a href="/openapi.json">openapi.json</a>.
        </p>
        {tags.map(([tag, entries]) => (
          <section key={tag}>
            <h2>{tag}</h2>
            <Markdown text={document.tags?.find(({ name }) => name === tag)?.description} />
            {entries.map((entry) => (
              <OperationView key={entry.operation.operationId} document={document} entry={entry} session={session} />
            ))}
          </section>
        ))}
        <section>
          <h2>In general</h2>
          <Markdown text={document.info.description} />
        </section>
      </article>
    </main>
  );
}

async function fetchDocument(signal: AbortSignal): Promise<Document> {
  const response = await fetch('/openapi.json', { credentials: 'omit', signal });
  if (!response.ok) throw await Failure.of(response);
  return (await response.json()) as Document;
}
