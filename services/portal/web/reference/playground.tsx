import { useState } from 'preact/hooks';
import type { TargetedInputEvent, TargetedSubmitEvent } from 'preact';
import { FailureNotice } from '../parts/failure-notice.tsx';
import type { Session } from '../api/session.ts';
import { useAction } from '../api/use-read.ts';
import { rangeOf } from '../api/dates.ts';
import { Code } from '../parts/code.tsx';
import type { Syntax } from '../parts/code.tsx';
import { languages } from '../parts/languages.tsx';
import { typeOf } from './document.ts';
import { requestAddress, programsOf } from './programs.ts';
import type { Call } from './programs.ts';

type PlaygroundProps = { call: Call; session: Session; origin: string };

const shownCharacters = 20_000;

/** Programs that use an operation, and a form that sends it with the token of who is signed in. What is filled in is in the programs, too. */
export function Playground({ call, session, origin }: PlaygroundProps) {
  const { title, query } = call;
  const first = firstValues(query);
  const [values, setValues] = useState(() => new URLSearchParams(first));
  const { value, failure, busy, again, start, cancel } = useAction(async (path: string, signal) =>
    shown(await session.ask(path, { signal })),
  );
  const programs = programsOf({ call, values, origin });
  const send = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    start(requestAddress({ call, values, origin: '' }));
  };
  const fillIn = ({ currentTarget }: TargetedInputEvent<HTMLFormElement>) => {
    setValues(valuesOf(currentTarget, query));
    // What was sent is not sent again by itself.
    if (failure) cancel();
  };
  return (
    <>
      {Object.entries(languages).map(([syntax, language]) => {
        const text = programs[language];
        return (
          text && (
            <div key={language} data-language={programs.Python ? language : ''}>
              <Code text={text} what={`${title}, ${language}`} syntax={syntax as Syntax} />
            </div>
          )
        );
      })}
      {call.method === 'get' && (
        <details class="try">
          <summary>Try it</summary>
          <form onInput={fillIn} onSubmit={send}>
            {Object.entries(query.properties).map(([name, schema]) => (
              <label key={name}>
                {name}
                <input
                  {...(schema.format === 'date' && { type: 'date' })}
                  name={name}
                  required={query.required.includes(name)}
                  defaultValue={first[name]}
                  placeholder={schema.items ? 'separated by commas' : String(schema.default ?? '')}
                  title={typeOf(schema)}
                />
              </label>
            ))}
            {call.needsToken && session.access.value === undefined ? (
              <p class="fine">
                <a href="/portal/explorer">Sign in</a> to send it from here.
              </p>
            ) : (
              <button type="submit" class="main">
                Send
              </button>
            )}
          </form>
          {!busy && failure && (
            <FailureNotice failure={failure} retry={failure.retryAt === undefined ? undefined : again} forDevelopers />
          )}
          {!busy && !failure && value && <Code text={value} what={`the answer of ${title}`} />}
        </details>
      )}
    </>
  );
}

/** What the form has at first: all that is required, so that there is something to see at once. */
function firstValues({ properties, required }: Call['query']): Record<string, string> {
  const days: Record<string, string | undefined> = rangeOf('This year');
  return Object.fromEntries(required.map((name) => [name, days[name] ?? properties[name]?.items?.enum?.[0] ?? '']));
}

function valuesOf(form: HTMLFormElement, { properties }: Call['query']): URLSearchParams {
  const given = Object.entries(properties).flatMap(([name, { items }]) => {
    const text = new FormData(form).get(name) as string;
    return (items ? text.split(',') : [text]).map((value) => [name, value.trim()]);
  });
  return new URLSearchParams(given.filter(([, value]) => value !== ''));
}

async function shown(response: Response): Promise<string> {
  const text = JSON.stringify(await response.json(), undefined, 2).slice(0, shownCharacters);
  return `${response.status} ${response.statusText}\n${text}`;
}
