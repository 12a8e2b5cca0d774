import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Contract } from '../api/reports.ts';

/** Names by id, of what answers have shown so far. */
export type Names = ReadonlyMap<string, string>;
export type Seen = { teams: Signal<Names>; contractors: Signal<Names>; note: (contracts: Contract[]) => void };

/** The API has no list of teams and contractors: the filters offer those that were seen. */
export function createSeen(): Seen {
  const teams = signal<Names>(new Map());
  const contractors = signal<Names>(new Map());
  return {
    teams,
    contractors,
    note: (contracts) => {
      add(
        teams,
        contracts.flatMap(({ team }) => (team ? [[team._id, team.name] as const] : [])),
      );
      add(
        contractors,
        contracts.map(({ contractor }) => [contractor._id, `${contractor.firstName} ${contractor.lastName}`] as const),
      );
    },
  };
}

function add(names: Signal<Names>, found: (readonly [string, string])[]): void {
  if (found.every(([id, name]) => names.value.get(id) === name)) return;
  const all = [...new Map([...names.value, ...found])];
  names.value = new Map(all.sort(([, a], [, b]) => a.localeCompare(b)));
}
