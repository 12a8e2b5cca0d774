import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

type ChoiceProps = {
  label: string;
  /** What is chosen, if anything is. */
  shown: string | undefined;
  /** Chooses nothing. */
  clear?: (() => void) | undefined;
  /** What opens; `close` gives the focus back. */
  children: ComponentChildren | ((close: () => void) => ComponentChildren);
};

/** A button that opens what there is to choose from. What is typed then goes to the field with `autofocus`. */
export function Choice({ label, shown, clear, children }: ChoiceProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Before anything can be typed.
  useLayoutEffect(() => {
    if (!open) return;
    whole.current?.querySelector<HTMLElement>('[autofocus]')?.focus();
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      class={shown && clear ? 'choice chosen' : 'choice'}
      role="group"
      aria-label={label}
      ref={whole}
      onKeyDown={(event) => event.key === 'Escape' && open && close()}
    >
      <button
        ref={button}
        type="button"
        class="chooser"
        aria-label={shown ? `${label}: ${shown}` : label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <bdi>{shown ?? label}</bdi>
      </button>
      {shown && clear && (
        <button type="button" class="clear" aria-label={`Remove ${label}: ${shown}`} onClick={clear} />
      )}
      {open && (
        <div class="choices" id={id}>
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}
