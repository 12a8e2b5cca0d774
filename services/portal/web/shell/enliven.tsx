import { render } from 'preact';
import type { Session } from '../api/session.ts';
import { Code, exampleAddress } from '../parts/code.tsx';
import type { Syntax } from '../parts/code.tsx';
import { Search } from '../parts/search.tsx';
import { Playground } from '../reference/playground.tsx';
import type { Call } from '../reference/programs.ts';

/** Puts the address of this service into the programs that the build rendered, and makes copying, trying and the search work. */
export function enliven(session: Session): void {
  for (const block of document.querySelectorAll<HTMLElement>('[data-syntax]')) {
    const text = block.querySelector('pre')?.textContent.replaceAll(exampleAddress, location.origin) ?? '';
    const { syntax = '' } = block.dataset;
    render(<Code text={text} what={syntax} syntax={syntax as Syntax} />, block);
  }
  for (const block of document.querySelectorAll<HTMLElement>('[data-call]')) {
    const call = JSON.parse(block.dataset.call ?? '') as Call;
    render(<Playground call={call} session={session} origin={location.origin} />, block);
  }
  const search = document.getElementById('search');
  if (search) render(<Search />, search);
}
