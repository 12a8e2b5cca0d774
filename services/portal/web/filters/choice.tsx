import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

type ChoiceProps = {
  label: string;
  /** What is chosen. */
  shown: string;
  /** What opens. */
  children: ComponentChildren;
};

/** A button that opens what there is to choose from. */
export function Choice({ label, shown, children }: ChoiceProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const whole = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
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
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <fieldset class="choice" ref={whole} onKeyDown={close}>
      <legend>{label}</legend>
      <button
        ref={button}
        type="button"
        class="chooser"
        aria-label={`${label}: ${shown}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {shown}
      </button>
      {open && (
        <div class="choices" id={id}>
          {children}
        </div>
      )}
    </fieldset>
  );
}
