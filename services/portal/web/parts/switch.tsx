type SwitchProps<Name extends string> = {
  label: string;
  names: readonly Name[];
  chosen: Name;
  choose: (name: Name) => void;
  titleOf: (name: Name) => string;
};

/** Buttons of which one is chosen. */
export function Switch<Name extends string>({ label, names, chosen, choose, titleOf }: SwitchProps<Name>) {
  return (
    <div class="switch" role="group" aria-label={label}>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
          {titleOf(name)}
        </button>
      ))}
    </div>
  );
}
