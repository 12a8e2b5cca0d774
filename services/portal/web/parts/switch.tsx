type SwitchProps<Name extends string> = {
  label: string;
  names: readonly Name[];
  chosen: Name;
  choose: (name: Name) => void;
  titleOf?: (name: Name) => string;
};

/** Buttons of which one is chosen. */
export function Switch<Name extends string>(props: SwitchProps<Name>) {
  const { label, names, chosen, choose, titleOf = String } = props;
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
