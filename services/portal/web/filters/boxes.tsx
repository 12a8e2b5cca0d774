import type { Named } from './use-names.ts';

type BoxesProps = {
  options: Named[];
  chosen: string[];
  choose: (ids: string[]) => void;
};

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
