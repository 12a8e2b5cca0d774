import { render } from 'preact';
import { Code } from '../parts/code.tsx';
import type { Syntax } from '../parts/code.tsx';
import { Search } from '../parts/search.tsx';

/** Stands for the service's address in what the build rendered. */
export const exampleAddress = 'https://reports.example.com';

/** Puts the address of this service into the programs of the guide, which the build rendered, and makes copying and the search work. */
export function enlivenGuide(): void {
  for (const block of document.querySelectorAll<HTMLElement>('[data-syntax]')) {
    const text = block.querySelector('pre')?.textContent.replaceAll(exampleAddress, location.origin) ?? '';
    const { syntax = '' } = block.dataset;
    render(<Code text={text} what={syntax} syntax={syntax as Syntax} />, block);
  }
  const search = document.getElementById('search');
  if (search) render(<Search />, search);
}
