import { useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { rangeOf } from '../api/dates.ts';
import { Code } from '../parts/code.tsx';
import { defaultOf } from './document.ts';
import type { Document, Entry, Parameter } from './document.ts';
import { addressOf } from './programs.ts';
import type { Values } from './programs.ts';

type TryItProps = {
  document: Document;
  entry: Entry;
  parameters: Parameter[];
  values: Values;
  choose: (values: Values) => void;
  session: Session;
};

const shownCharacters = 20_000;

/** Sends the request from here, with the token of who is signed in. What is filled in is in the programs, too. */
export function TryIt({ document, entry, parameters, values, choose, session }: TryItProps) {
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const needsToken = (entry.operation.security ?? document.security ?? []).length > 0;
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(undefined);
    setAnswer('');
    try {
      const response = await session.ask(addressOf({ entry, values, origin: '' }));
      setAnswer(`${response.status} ${response.statusText}\n${pretty(await response.text())}`);
    } catch (error) {
      setFailure(Failure.from(error));
    }
  };
  return (
    <details class="try">
      <summary>Try it</summary>
      <form
        onInput={({ currentTarget }) => choose(valuesOf(new FormData(currentTarget), parameters))}
        onSubmit={(event) => void send(event)}
      >
        {parameters.map((parameter) => (
          <Field key={parameter.name} parameter={parameter} />
        ))}
        {needsToken && session.clientId.value === undefined ? (
          <p class="fine">
            <a href="/portal/explorer">Sign in</a> to send it from here.
          </p>
        ) : (
          <button type="submit" class="main">
            Send
          </button>
        )}
      </form>
      {failure && <FailureNotice failure={failure} forDevelopers />}
      {answer && <Code text={answer} what={`the answer of ${entry.operation.operationId}`} />}
    </details>
  );
}

/** What the form has at first: all that is required, so that there is something to see at once. */
export function firstValues(parameters: Parameter[]): Values {
  const days: Record<string, string | undefined> = rangeOf('This year');
  const required = parameters.filter((parameter) => parameter.required);
  return Object.fromEntries(required.map(({ name, schema }) => [name, [days[name] ?? optionsOf(schema)[0] ?? '']]));
}

function Field({ parameter: { name, required = false, schema = {} } }: { parameter: Parameter }) {
  const first = firstValues([{ name, in: 'query', required, schema }])[name]?.[0];
  const options = optionsOf(schema);
  if (schema.items && options.length > 0) {
    return (
      <fieldset>
        <legend>{name}</legend>
        {options.map((option) => (
          <label key={option}>
            <input type="checkbox" name={name} value={option} defaultChecked={option === first} /> {option}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <label>
      {name}
      {options.length > 0 ? (
        <select name={name}>
          <option value="">{defaultOf(schema)} (default)</option>
          {options
            .filter((option) => option !== defaultOf(schema))
            .map((option) => (
              <option key={option}>{option}</option>
            ))}
        </select>
      ) : schema.items ? (
        <textarea name={name} rows={2} placeholder="One a line" />
      ) : schema.format === 'date' ? (
        <input name={name} type="date" required={required} defaultValue={first} />
      ) : (
        <input name={name} required={required} placeholder={defaultOf(schema)} />
      )}
    </label>
  );
}

function optionsOf(schema: Parameter['schema']): string[] {
  return (schema?.enum ?? schema?.items?.enum ?? []).map(String);
}

/** A list of ids has one in each line. */
function valuesOf(form: FormData, parameters: Parameter[]): Values {
  const given = parameters.map(({ name }) => {
    const texts = form.getAll(name).flatMap((value) => (typeof value === 'string' ? value.split('\n') : []));
    return [name, texts.map((text) => text.trim()).filter((text) => text !== '')] as const;
  });
  return Object.fromEntries(given.filter(([, texts]) => texts.length > 0));
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2).slice(0, shownCharacters);
  } catch {
    return text.slice(0, shownCharacters);
  }
}
