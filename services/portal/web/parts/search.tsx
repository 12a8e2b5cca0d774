import { useEffect, useRef, useState } from 'preact/hooks';

/** Finds the parts of a page that have every word, in texts and programs alike. It hides the others. */
export function Search() {
  const [said, say] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const find = (typed: string) => {
    const words = typed.toLowerCase().split(/\s+/);
    const parts = [...document.querySelectorAll<HTMLElement>('.part')];
    for (const part of parts) {
      const text = part.textContent.toLowerCase();
      part.hidden = !words.every((word) => text.includes(word));
    }
    const count = parts.filter(({ hidden }) => !hidden).length;
    say(typed.trim() === '' ? '' : `${count} of ${parts.length} parts have “${typed.trim()}”.`);
  };
  // What was typed before the script ran.
  useEffect(() => find(input.current?.value ?? ''), []);
  return (
    <>
      <input
        ref={input}
        type="search"
        aria-label="Search this page"
        placeholder="Search"
        onInput={({ currentTarget }) => find(currentTarget.value)}
      />
      <p class="fine" role="status">
        {said}
      </p>
    </>
  );
}
