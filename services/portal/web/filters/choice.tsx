import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import type { Named } from './use-names.ts';

type ChoiceProps = {
  label: string;
  /** What is chosen, if anything is. */
  shown: string | undefined;
  /** Chooses nothing. */
  clear?: (() => void) | undefined;
  /** What opens; `close` gives the focus back. */
  children: (close: () => void) => ComponentChildren;
};

/** A button that opens what there is to choose from, until the focus moves elsewhere on the page. What is typed then goes to the field with `autofocus`. */
export function Choice({ label, shown, clear, children }: ChoiceProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  // Before anything can be typed.
  useLayoutEffect(() => {
    const { current } = choices;
    (current?.querySelector<HTMLElement>('[autofocus]') ?? current)?.focus();
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
      onKeyDown={(event) => event.key === 'Escape' && open && close()}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // In another window the reader may look up a name, and comes back.
        if (document.hasFocus() && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          setOpen(false);
      }}
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
        <div class="choices" id={id} ref={choices} tabIndex={-1}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

type BoxesProps = { options: Named[]; chosen: string[]; choose: (ids: string[]) => void };

/** Boxes to tick. */
export function Boxes({ options, chosen, choose }: BoxesProps) {
  const toggle = (id: string) => choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <div class="boxes">
      {options.map(({ id, name, detail }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
          <span>
            <bdi>{name}</bdi>
            {detail && (
              <div class="fine">
                <bdi>{detail}</bdi>
              </div>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}

type SelectProps = { label: string; names: Record<string, string>; chosen: string; choose: (name: string) => void };

/** One of several, by its name. */
export function Select({ label, names, chosen, choose }: SelectProps) {
  return (
    <label>
      {label}
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(names).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Fields to fill in, which Enter or the button takes. */
export function Fields({
  take,
  children,
}: {
  take: (given: Record<string, string>) => void;
  children: ComponentChildren;
}) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    take(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  };
  return (
    <form class="fields" onSubmit={submit}>
      {children}
      <button type="submit">Show</button>
    </form>
  );
}
