import type { Session } from '../api/session.ts';
import { Code } from '../parts/code.tsx';
import { follow } from './document.ts';
import type { Document, Entry, Media, Parameter, Response } from './document.ts';
import { InlineMarkdown, Markdown } from './markdown.tsx';
import { Members, typeOf } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

type OperationProps = { document: Document; entry: Entry; session: Session };

/** One operation: what it takes, what it answers, and a way to try it. */
export function OperationView({ document, entry, session }: OperationProps) {
  const { method, path, operation } = entry;
  const parameters = (operation.parameters ?? []).map((found) => follow<Parameter>(document, found));
  const body = Object.values(operation.requestBody?.content ?? {})[0];
  return (
    <section class="operation" id={operation.operationId}>
      <h3>{operation.summary ?? operation.operationId}</h3>
      <p class="path">
        <span class={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
      </p>
      <Markdown text={operation.description} />
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <ul class="members">
            {parameters.map(({ name, in: place, required, description, schema = {} }) => (
              <li key={name}>
                <code>{name}</code> <span class="fine">{typeOf(document, schema)}</span>
                {place !== 'query' && <span class="fine"> in the {place}</span>}
                {required && <span class="fine wrong"> required</span>}
                {schema.default !== undefined && <span class="fine">, default {JSON.stringify(schema.default)}</span>}
                <Markdown text={description} />
              </li>
            ))}
          </ul>
        </>
      )}
      {body?.schema && (
        <>
          <h4>Body</h4>
          <Members document={document} schema={body.schema} />
        </>
      )}
      <h4>Answers</h4>
      {Object.entries(operation.responses).map(([status, found]) => (
        <Answer key={status} document={document} status={status} response={follow<Response>(document, found)} />
      ))}
      <TryIt document={document} entry={entry} parameters={parameters} session={session} />
    </section>
  );
}

type AnswerProps = { document: Document; status: string; response: Response };

function Answer({ document, status, response }: AnswerProps) {
  const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
  return (
    <details class="answer-kind" open={status === '200'}>
      <summary>
        <span class={`code-of s${status[0] ?? ''}`}>{status}</span> <InlineMarkdown text={response.description} />
      </summary>
      {type && <p class="fine">{Object.keys(response.content ?? {}).join(', ')}</p>}
      {media?.schema && <Members document={document} schema={media.schema} />}
      {examplesOf(media).map(([name, value]) => (
        <Code
          key={name}
          text={typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}
          what={`example of ${status} ${name}`}
        />
      ))}
    </details>
  );
}

function examplesOf(media: Media | undefined): [string, unknown][] {
  if (media?.example !== undefined) return [['', media.example]];
  return Object.entries(media?.examples ?? {}).map(([name, { value }]) => [name, value]);
}
