import { useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { rangeOf } from '../api/dates.ts';
import { Code } from '../parts/code.tsx';
import type { Document, Entry, Parameter } from './document.ts';

type TryItProps = { document: Document; entry: Entry; parameters: Parameter[]; session: Session };

const shownCharacters = 20_000;

/** Sends the request from here, with the token of who is signed in. */
export function TryIt({ document, entry: { method, path, operation }, parameters, session }: TryItProps) {
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const needsToken = (operation.security ?? document.security ?? []).length > 0;
  if (method !== 'get') return null;
  if (needsToken && session.clientId.value === undefined) {
    return (
      <p class="try fine">
        To try it from here, <a href="/portal/explorer">sign in</a> first.
      </p>
    );
  }
  // So that there is something to see at once.
  const days: Record<string, string> = rangeOf('This year');
  const inputs = parameters.filter((parameter) => parameter.in === 'query');
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value !== '') query.append(name, value);
    }
    setFailure(undefined);
    setAnswer('');
    try {
      const response = await session.ask(inputs.length > 0 ? `${path}?${query}` : path);
      setAnswer(`${response.status} ${response.statusText}\n${pretty(await response.text())}`);
    } catch (error) {
      setFailure(Failure.from(error));
    }
  };
  return (
    <details class="try">
      <summary>Try it</summary>
      <form onSubmit={(event) => void send(event)}>
        {inputs.map(({ name, required, schema }) => (
          <label key={name}>
            {name}
            {schema?.format === 'date' ? (
              <input name={name} type="date" required={required} defaultValue={days[name]} />
            ) : (
              <input name={name} required={required} placeholder={JSON.stringify(schema?.default)} />
            )}
          </label>
        ))}
        <button type="submit" class="main">
          Send
        </button>
      </form>
      {failure && <FailureNotice failure={failure} forDevelopers />}
      {answer && <Code text={answer} what={`the answer of ${operation.operationId}`} />}
    </details>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2).slice(0, shownCharacters);
  } catch {
    return text.slice(0, shownCharacters);
  }
}
