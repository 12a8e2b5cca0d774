type SwitchProps<Name extends string> = {
  label: string;
  names: Partial<Record<Name, string>>;
  chosen: Name;
  choose: (name: Name) => void;
};

/** Buttons of which one is chosen. */
export function Switch<Name extends string>({ label, names, chosen, choose }: SwitchProps<Name>) {
  return (
    <div class="switch" role="group" aria-label={label}>
      {(Object.entries(names) as [Name, string][]).map(([name, title]) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
          {title}
        </button>
      ))}
    </div>
  );
}
