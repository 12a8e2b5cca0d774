import { useMemo, useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import type { Language } from '../parts/programs.tsx';
import { entriesByTag, isForTools, wordsOf } from './document.ts';
import type { Document, Entry } from './document.ts';
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

type OperationsProps = { document: Document; session: Session; origin?: string };

/** Every operation of the document, by tag. */
export function Operations({ document, session, origin = location.origin }: OperationsProps) {
  const [search, setSearch] = useState('');
  const [language, setLanguage] = useState<Language>('curl');
  const all = useMemo(
    () => [...entriesByTag(document).values()].flat().map((entry) => ({ entry, words: wordsOf(document, entry) })),
    [document],
  );
  const parts = search.toLowerCase().split(/\s+/);
  const found = all.filter(({ words }) => parts.every((part) => words.includes(part))).map(({ entry }) => entry);
  const [short, whole] = [found.filter(isForTools), found.filter((entry) => !isForTools(entry))];
  const tags = [...entriesByTag(document).keys()]
    .map((tag) => [tag, whole.filter(({ operation }) => operation.tags?.[0] === tag)] as const)
    .filter(([, entries]) => entries.length > 0);
  return (
    <main id="main" class="reading">
      <nav class="contents" aria-label="On this page">
        <input
          type="search"
          aria-label="Search the reference"
          placeholder="Search"
          onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
        />
        {[...tags, ...(short.length > 0 ? [['For tools', short] as const] : [])].map(([tag, entries]) => (
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
        <ol>
          <li>
            <a href="#general">In general</a>
          </li>
          <li>
            <a href="#errors">Errors</a>
          </li>
        </ol>
      </nav>
      <article>
        <h1>Reference</h1>
        <p class="lead">
          {document.info.title} {document.info.version}. The same as a file: <a href="/openapi.json">openapi.json</a>.
        </p>
        {search !== '' && (
          <p role="status">
            {found.length === 0 ? 'No operation has' : `${found.length} of ${all.length} have`} “{search}” in a name, a
            parameter or an answer.
          </p>
        )}
        {tags.map(([tag, entries]) => (
          <section key={tag}>
            <h2>{tag}</h2>
            <Markdown text={document.tags?.find(({ name }) => name === tag)?.description} />
            {entries.map((entry) => (
              <OperationView
                key={entry.operation.operationId}
                document={document}
                entry={entry}
                session={session}
                origin={origin}
                language={language}
                choose={setLanguage}
              />
            ))}
          </section>
        ))}
        {short.length > 0 && <ForTools entries={short} />}
        <section id="general">
          <h2>In general</h2>
          <Markdown text={document.info.description} />
        </section>
      </article>
    </main>
  );
}

/** What programs read that need no explanation. */
function ForTools({ entries }: { entries: Entry[] }) {
  return (
    <section>
      <h2>For tools</h2>
      <p>
        <a href="/portal/mcp.md">mcp.md</a> explains the Model Context Protocol. Each address that takes GET takes HEAD,
        too: it answers the headers only.
      </p>
      <ul class="members">
        {entries.map(({ method, path, operation }) => (
          <li key={operation.operationId} id={operation.operationId}>
            {operation.summary}
            <br />
            <code>
              {method.toUpperCase()} {path}
            </code>
            <Markdown text={operation.description} />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function fetchDocument(signal: AbortSignal): Promise<Document> {
  const response = await fetch('/openapi.json', { credentials: 'omit', signal });
  if (!response.ok) throw await Failure.of(response);
  return (await response.json()) as Document;
}
