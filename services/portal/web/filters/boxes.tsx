import { Copy } from '../parts/copy.tsx';

/** Something to tick. The detail tells those of one name apart. */
export type Option = { id: string; name: string; detail?: string | undefined };

type BoxesProps = {
  options: Option[];
  /** What none chosen means. */
  all: string;
  /** Whether programs need the ids. */
  copyIds?: boolean;
  chosen: string[];
  choose: (ids: string[]) => void;
};

/** Boxes to tick, and a button that ticks none. */
export function Boxes({ options, all, copyIds = false, chosen, choose }: BoxesProps) {
  const toggle = (id: string) => choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      <div class="boxes">
        {options.map(({ id, name, detail }) => (
          <div class="option" key={id}>
            <label>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              <span>
                <bdi>{name}</bdi>
                {detail && <bdi class="fine detail">{detail}</bdi>}
              </span>
            </label>
            {copyIds && <Copy text={id} what={`id of ${name}`} label="Copy id" />}
          </div>
        ))}
      </div>
      {chosen.length > 0 && (
        <button type="button" class="quiet" onClick={() => choose([])}>
          {all}
        </button>
      )}
    </>
  );
}

/** All, the name of the one that is chosen, or how many are. */
export function chosenText(chosen: string[], all: string, nameOf: (id: string) => string | undefined): string {
  const [first] = chosen;
  if (first === undefined) return all;
  return chosen.length === 1 ? (nameOf(first) ?? '…') : `${chosen.length} chosen`;
}
