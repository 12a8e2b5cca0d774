import type { Session } from '../api/session.ts';
import { Code, exampleAddress } from '../parts/code.tsx';
import { parametersIn } from './document.ts';
import type { Document, Entry, Response } from './document.ts';
import { Playground } from './playground.tsx';
import type { Call } from './programs.ts';
import { Members, Prose } from './schema-view.tsx';

type OperationProps = { document: Document; entry: Entry; session: Session };

/** One operation: programs that use it, a way to try it, what it takes and what it answers. */
export function OperationView({ document, entry, session }: OperationProps) {
  const { method, path, operation } = entry;
  const { operationId, summary: title, description, responses, security = document.security } = operation;
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const query = parametersIn('query', operation);
  const needsToken = method === 'get' && security.length > 0;
  const call: Call = { title, method, path, query, body: body?.example, needsToken };
  const errors = Object.keys(responses).filter(isError);
  return (
    <section class="operation part" id={operationId}>
      <h3>{title}</h3>
      <p>
        <code>
          {method.toUpperCase()} {path}
        </code>
      </p>
      <Prose text={description} />
      <div data-call={JSON.stringify(call)}>
        <Playground call={call} session={session} origin={exampleAddress} />
      </div>
      <Members title="Parameters" schema={query} />
      <Members title="Headers" schema={parametersIn('header', operation)} />
      <Members title="Body" schema={body?.schema} />
      <h4>Answers</h4>
      {Object.entries(responses).map(
        ([status, response]) => !isError(status) && <Answer key={status} status={status} response={response} />,
      )}
      <p class="fine">
        <a href="#errors">Errors</a>: {errors.join(', ')}.
      </p>
    </section>
  );
}

function isError(status: string): boolean {
  return status >= '400';
}

function Answer({ status, response: { description, content = {} } }: { status: string; response: Response }) {
  const json = content['application/json'];
  return (
    <details class="answer-kind" open={status === '200'}>
      <summary>
        <code>{status}</code> <span>{description.replaceAll('`', '')}</span>
      </summary>
      <p class="fine">{Object.keys(content).join(', ')}</p>
      <Members schema={json?.schema} />
      {json?.example && (
        <div data-syntax="json">
          <Code text={JSON.stringify(json.example, undefined, 2)} what={`example of ${status}`} syntax="json" />
        </div>
      )}
    </details>
  );
}
