import type { Session } from '../api/session.ts';
import { exampleAddress } from '../parts/example-address.ts';
import { Code } from '../parts/code.tsx';
import { defaultOf, follow } from './document.ts';
import type { Document, Entry, Media, Parameter, Response } from './document.ts';
import { Playground } from './playground.tsx';
import type { Call } from './programs.ts';
import { Members, Prose, typeOf } from './schema-view.tsx';

type OperationProps = { document: Document; entry: Entry; session: Session };

/** One operation: programs that use it, a way to try it, what it takes and what it answers. */
export function OperationView({ document, entry, session }: OperationProps) {
  const { method, path, operation } = entry;
  const title = operation.summary ?? operation.operationId;
  const parameters = (operation.parameters ?? []).map((found) => follow<Parameter>(document, found));
  const body = Object.values(operation.requestBody?.content ?? {})[0];
  const call: Call = {
    ...{ title, method, path, example: body?.example as Call['example'] },
    parameters: parameters.filter((one) => one.in === 'query').map(({ description: _, ...one }) => one),
    needsToken: (operation.security ?? document.security ?? []).length > 0,
  };
  const answers = Object.entries(operation.responses).map(
    ([status, found]) => [status, follow<Response>(document, found)] as const,
  );
  const errors = answers.filter(([status]) => isError(status)).map(([status]) => status);
  return (
    <section class="operation part" id={operation.operationId}>
      <h3>{title}</h3>
      <p>
        <code>
          {method.toUpperCase()} {path}
        </code>
      </p>
      <Prose text={operation.description} />
      {'200' in operation.responses && (
        <div data-call={JSON.stringify(call)}>
          <Playground call={call} session={session} origin={exampleAddress} />
        </div>
      )}
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <ul class="members">
            {parameters.map(({ name, in: place, required, description, schema = {} }) => (
              <li key={name}>
                <code>{name}</code> <span class="fine">{typeOf(document, schema)}</span>
                {place !== 'query' && <span class="fine"> in the {place}</span>}
                {required && <span class="fine wrong"> required</span>}
                {defaultOf(schema) !== '' && <span class="fine">, default {defaultOf(schema)}</span>}
                <Prose text={description} />
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
      {answers
        .filter(([status]) => !isError(status))
        .map(([status, response]) => (
          <Answer key={status} document={document} status={status} response={response} />
        ))}
      <p class="fine">
        <a href="#errors">Errors</a>: {errors.join(', ')}.
      </p>
    </section>
  );
}

function isError(status: string): boolean {
  return /^[45]/.test(status);
}

function Answer({ document, status, response }: { document: Document; status: string; response: Response }) {
  const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
  return (
    <details class="answer-kind" open={status === '200'}>
      <summary>
        <code>{status}</code> <span>{response.description}</span>
      </summary>
      {type && <p class="fine">{Object.keys(response.content ?? {}).join(', ')}</p>}
      {media?.schema && <Members document={document} schema={media.schema} />}
      {examplesOf(media).map(([name, value]) => (
        <div key={name} data-syntax="json">
          <Code
            text={typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}
            what={`example of ${status} ${name}`}
            syntax="json"
          />
        </div>
      ))}
    </details>
  );
}

function examplesOf(media: Media | undefined): [string, unknown][] {
  if (media?.example !== undefined) return [['', media.example]];
  return Object.entries(media?.examples ?? {}).map(([name, { value }]) => [name, value]);
}
