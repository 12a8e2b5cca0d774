import { parse } from 'sugar-high/core';
import type { ParseOptions } from 'sugar-high/core';
import * as javascript from 'sugar-high/lang/javascript';
import * as json from 'sugar-high/lang/json';
import * as python from 'sugar-high/lang/python';
import * as shell from 'sugar-high/lang/shell';
import * as typescript from 'sugar-high/lang/typescript';
import { Copy } from './copy.tsx';

/** By the names that Markdown has for them. */
const syntaxes = { sh: shell, shell, js: javascript, ts: typescript, python, json };
export type Syntax = keyof typeof syntaxes;

/** Stands for the service's address in what the build rendered. */
export const exampleAddress = 'https://reports.example.com';

const colored = new Set<string>(['string', 'comment', 'keyword']);

/** Lines to copy, in colors. */
export function Code({ text, what, syntax }: { text: string; what: string; syntax?: Syntax }) {
  return (
    <div class="code">
      {/* It scrolls, so the keyboard must reach it. */}
      <pre tabIndex={0} aria-label={what}>
        <code>{syntax ? highlighted(text, syntax) : text}</code>
      </pre>
      <Copy text={text} what={what} />
    </div>
  );
}

function highlighted(text: string, syntax: Syntax) {
  const lines = parse(text, syntaxes[syntax] as ParseOptions).lines.map(({ tokens }) =>
    tokens.map(({ type, value }) => (colored.has(type) ? <span class={`code-${type}`}>{value}</span> : value)),
  );
  return lines.flatMap((tokens, index) => (index > 0 ? ['\n', ...tokens] : tokens));
}
