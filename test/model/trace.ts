/** A state of the model, as far as the replay compares it: what was done last, what is committed, and the callers. */
export type ModelState = {
  deed: Deed;
  committed: ModelAnswer;
  writersCount: number;
  callers: { doing: Doing; answer: ModelAnswer }[];
};

export type Deed = { who: number; what: 'start' | 'write' | 'commit' | 'rollback' | Doing; page: number };

/** What comes next in a caller's request. */
export type Doing = 'ask' | 'check' | 'read' | 'reply';

/** Version -1 is that of no answer. */
export type ModelAnswer = { version: number; rows: number[]; count: number };

/** The states that TLC prints of a trace. */
export function readTrace(text: string): ModelState[] {
  const states = text.split(/^(?:STATE_\d+ ==|State \d+: <.*>)\s*$/m).slice(1);
  return states.map((state) => {
    const [printed = ''] = state.split('\n\n');
    const variables = printed.split(/^\/\\ (?=\w+ = )/m).slice(1);
    const fields = variables.map((variable) => asJson(variable.replace(/(\w+) = /, '"$1": ')));
    const { deed, committed, writers, callers } = JSON.parse(`{${fields.join()}}`) as Variables;
    return {
      deed,
      committed: committed.map(({ report }) => report).at(-1) ?? { version: 0, rows: [], count: 0 },
      writersCount: writers.length,
      callers: callers.map(({ doing, last }) => ({ doing, answer: last.answer })),
    };
  });
}

type Variables = {
  deed: Deed;
  committed: { report: ModelAnswer }[];
  writers: unknown[];
  callers: { doing: Doing; last: { answer: ModelAnswer } }[];
};

/** A record of TLA+ is an object, a tuple or a set an array. */
function asJson(value: string): string {
  return value.replace(/<<|>>|[{}[\]]|(\w+) \|->|TRUE|FALSE/g, (token, field?: string) =>
    field === undefined ? (json[token] ?? token) : `"${field}":`,
  );
}

const json: Record<string, string> = {
  '<<': '[',
  '>>': ']',
  '{': '[',
  '}': ']',
  '[': '{',
  ']': '}',
  TRUE: 'true',
  FALSE: 'false',
};
