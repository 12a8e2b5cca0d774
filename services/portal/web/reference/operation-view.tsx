import { useState } from 'preact/hooks';
import type { Session } from '../api/session.ts';
import { Code } from '../parts/code.tsx';
import { languages } from '../parts/languages.tsx';
import { defaultOf, follow } from './document.ts';
import type { Document, Entry, Media, Parameter, Response } from './document.ts';
import { programsOf } from './programs.ts';
import { inline, Prose } from './prose.tsx';
import { Members, typeOf } from './schema-view.tsx';
import { firstValues, TryIt } from './try-it.tsx';

type OperationProps = { document: Document; entry: Entry; session: Session; origin: string };

const syntaxes = { curl: 'sh', JavaScript: 'js', Python: 'python' } as const;

/** One operation: programs that use it, a way to try it, what it takes and what it answers. */
export function OperationView({ document, entry, session, origin }: OperationProps) {
  const { method, path, operation } = entry;
  const title = operation.summary ?? operation.operationId;
  const parameters = (operation.parameters ?? []).map((found) => follow<Parameter>(document, found));
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const [values, setValues] = useState(() => firstValues(inQuery));
  const programs = programsOf({ entry, parameters: inQuery, values, origin });
  const body = Object.values(operation.requestBody?.content ?? {})[0];
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
      {languages.map((language) => {
        const text = programs[language];
        return (
          text !== undefined && (
            <div key={language} data-language={programs.Python ? language : ''}>
              <Code text={text} what={`${title}, ${language}`} syntax={syntaxes[language]} />
            </div>
          )
        );
      })}
      {method === 'get' && <TryIt {...{ document, entry, values, session }} parameters={inQuery} choose={setValues} />}
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
        <code>{status}</code> <span>{inline(response.description)}</span>
      </summary>
      {type && <p class="fine">{Object.keys(response.content ?? {}).join(', ')}</p>}
      {media?.schema && <Members document={document} schema={media.schema} />}
      {examplesOf(media).map(([name, value]) => (
        <Code
          key={name}
          text={typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}
          what={`example of ${status} ${name}`}
          syntax="json"
        />
      ))}
    </details>
  );
}

function examplesOf(media: Media | undefined): [string, unknown][] {
  if (media?.example !== undefined) return [['', media.example]];
  return Object.entries(media?.examples ?? {}).map(([name, { value }]) => [name, value]);
}
