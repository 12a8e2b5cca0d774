import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Names } from './seen.ts';

type ChoiceProps = {
  label: string;
  /** What none chosen means. */
  all: string;
  names: Names;
  chosen: string[];
  choose: (ids: string[]) => void;
};

const searchableFrom = 12;

/** Some of the names, or all: a button that opens a list of boxes to tick. */
export function Choice({ label, all, names, chosen, choose }: ChoiceProps) {
  const [open, setOpen] = useState(false);
  const [sought, setSought] = useState('');
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

  const [first] = chosen;
  const shown =
    first === undefined ? all : chosen.length === 1 ? (names.get(first) ?? first) : `${chosen.length} chosen`;
  const offered = [...names].filter(([, name]) => name.toLowerCase().includes(sought.toLowerCase()));
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
          {names.size >= searchableFrom && (
            <input
              type="search"
              aria-label={`Find a ${label.toLowerCase()}`}
              placeholder="Find"
              value={sought}
              onInput={(event) => setSought(event.currentTarget.value)}
            />
          )}
          <div class="boxes">
            {offered.map(([key, name]) => (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  onChange={() => choose(chosen.includes(key) ? chosen.filter((id) => id !== key) : [...chosen, key])}
                />
                {name}
              </label>
            ))}
            {offered.length === 0 && <p class="fine">None seen so far.</p>}
          </div>
          {chosen.length > 0 && (
            <button type="button" class="quiet" onClick={() => choose([])}>
              {all}
            </button>
          )}
        </div>
      )}
    </fieldset>
  );
}
