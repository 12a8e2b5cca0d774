import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Names } from '../api/summary.ts';
import { Copy } from '../parts/copy.tsx';
import { number } from '../parts/formats.ts';
import { plainLetters } from './plain-letters.ts';

type ChoiceProps = {
  label: string;
  /** What none chosen means. */
  all: string;
  /** To choose from; undefined while they are loaded. */
  names: Names | undefined;
  nameOf: (id: string) => string | undefined;
  /** Instead of names that could not be loaded. */
  notice?: ComponentChildren;
  onOpen?: () => void;
  /** Whether programs need the ids. */
  copyIds?: boolean;
  chosen: string[];
  choose: (ids: string[]) => void;
};

const searchableFrom = 12;
const shownAtOnce = 200;

/** Some of the names, or all: a button that opens a list of boxes to tick. */
export function Choice(props: ChoiceProps) {
  const { label, all, nameOf, onOpen, chosen } = props;
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
  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };

  const [first] = chosen;
  const shown = first === undefined ? all : chosen.length === 1 ? (nameOf(first) ?? first) : `${chosen.length} chosen`;
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
        onClick={toggle}
      >
        {shown}
      </button>
      {open && (
        <div class="choices" id={id}>
          <Options {...props} />
        </div>
      )}
    </fieldset>
  );
}

function Options({ label, all, names, notice, copyIds = false, chosen, choose }: ChoiceProps) {
  const [sought, setSought] = useState('');
  if (notice) return <>{notice}</>;
  if (!names) {
    return (
      <p class="fine" role="status">
        Loading all names of these days…
      </p>
    );
  }
  const found = [...names].filter(([, name]) => plainLetters(name).includes(plainLetters(sought)));
  const toggle = (id: string) => choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
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
        {found.slice(0, shownAtOnce).map(([id, name]) => (
          <div class="option" key={id}>
            <label>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              <bdi>{name}</bdi>
            </label>
            {copyIds && <Copy text={id} what={`id of ${name}`} label="Copy id" />}
          </div>
        ))}
        {found.length === 0 && <p class="fine">No {label.toLowerCase()} of these days has that name.</p>}
      </div>
      {found.length > shownAtOnce && (
        <p class="fine">
          {number(shownAtOnce)} of {number(found.length)}. Find the others by name.
        </p>
      )}
      {chosen.length > 0 && (
        <button type="button" class="quiet" onClick={() => choose([])}>
          {all}
        </button>
      )}
    </>
  );
}
