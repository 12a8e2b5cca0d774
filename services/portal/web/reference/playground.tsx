import { useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { rangeOf } from '../api/dates.ts';
import { Code } from '../parts/code.tsx';
import { languages } from '../parts/languages.tsx';
import { defaultOf } from './document.ts';
import type { Parameter } from './document.ts';
import { addressOf, programsOf } from './programs.ts';
import type { Call, Values } from './programs.ts';

type PlaygroundProps = { call: Call; session: Session; origin: string };

const syntaxes = { curl: 'sh', JavaScript: 'js', Python: 'python' } as const;
const shownCharacters = 20_000;

/** Programs that use an operation, and a form that sends it with the token of who is signed in. What is filled in is in the programs, too. */
export function Playground({ call, session, origin }: PlaygroundProps) {
  const { title, parameters } = call;
  const [values, setValues] = useState(() => firstValues(parameters));
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const programs = programsOf({ call, values, origin });
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(undefined);
    setAnswer('');
    try {
      const response = await session.ask(addressOf({ call, values, origin: '' }));
      setAnswer(`${response.status} ${response.statusText}\n${pretty(await response.text())}`);
    } catch (error) {
      setFailure(Failure.from(error));
    }
  };
  return (
    <>
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
      {call.method === 'get' && (
        <details class="try">
          <summary>Try it</summary>
          <form
            onInput={({ currentTarget }) => setValues(valuesOf(new FormData(currentTarget), parameters))}
            onSubmit={(event) => void send(event)}
          >
            {parameters.map((parameter) => (
              <Field key={parameter.name} parameter={parameter} />
            ))}
            {call.needsToken && session.clientId.value === undefined ? (
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
          {answer && <Code text={answer} what={`the answer of ${title}`} />}
        </details>
      )}
    </>
  );
}

/** What the form has at first: all that is required, so that there is something to see at once. */
function firstValues(parameters: Parameter[]): Values {
  const days: Record<string, string | undefined> = rangeOf('This year');
  const required = parameters.filter((parameter) => parameter.required);
  return Object.fromEntries(required.map(({ name, schema }) => [name, [days[name] ?? optionsOf(schema)[0] ?? '']]));
}

function Field({ parameter }: { parameter: Parameter }) {
  const { name, required = false, schema = {} } = parameter;
  const hint = optionsOf(schema).join(', ') || (schema.items ? 'separated by commas' : '');
  return (
    <label>
      {name}
      <input
        {...(schema.format === 'date' ? { type: 'date' } : {})}
        name={name}
        required={required}
        defaultValue={firstValues([parameter])[name]?.[0]}
        placeholder={defaultOf(schema) || hint}
        title={hint}
      />
    </label>
  );
}

function optionsOf(schema: Parameter['schema']): string[] {
  return (schema?.enum ?? schema?.items?.enum ?? []).map(String);
}

function valuesOf(form: FormData, parameters: Parameter[]): Values {
  const given = parameters.map(({ name, schema }) => {
    const text = form.get(name) as string;
    const texts = (schema?.items ? text.split(',') : [text]).map((one) => one.trim());
    return [name, texts.filter((one) => one !== '')] as const;
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
