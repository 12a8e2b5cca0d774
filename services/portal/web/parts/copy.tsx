import { useState } from 'preact/hooks';

/** A button that copies a text, and says so. */
export function Copy({ text, what }: { text: string; what: string }) {
  const [said, say] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => say('Copied'),
      () => say('Press Ctrl+C'),
    );
    setTimeout(() => say(''), 2_000);
  };
  return (
    <button type="button" class="quiet" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <span aria-live="polite">{said || 'Copy'}</span>
    </button>
  );
}
