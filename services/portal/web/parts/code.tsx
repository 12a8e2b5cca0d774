import { Copy } from './copy.tsx';

/** Lines to copy. */
export function Code({ text, what }: { text: string; what: string }) {
  return (
    <div class="code">
      {/* It scrolls, so the keyboard must reach it. */}
      <pre tabIndex={0} aria-label={what}>
        <code>{text}</code>
      </pre>
      <Copy text={text} what={what} />
    </div>
  );
}
