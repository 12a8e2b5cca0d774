import type { ReportData } from '../../support/reports/reference-implementation.ts';
import type { Commit, History, Writer } from './history.ts';

/** How many commits of each writer a state has, the writers in order; one whose rows do not matter counts 0. */
export type State = number[];

/** Every committed state of the company's data that there was at some time between these two. */
export function statesBetween({ writers }: History, companyId: string, sentAt: number, receivedAt: number): State[] {
  const ranges = writers.map(({ companies, commits }) => {
    if (!companies.includes(companyId)) return [0];
    const first = commits.findLastIndex(({ confirmedAt }) => confirmedAt < sentAt);
    const last = commits.findLastIndex((commit) => commit.sentAt < receivedAt);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  const concerned = writers.map(({ companies }) => companies.includes(companyId));
  return ranges.reduce<State[]>(
    (states, range) =>
      states
        .flatMap((state) => range.map((index) => [...state, index]))
        .filter((state) => isPossible(writers, state, concerned)),
    [[]],
  );
}

/** Whether one state was there no later than the other may have been. */
export function isNoLater(one: State, other: State): boolean {
  return one.every((count, writer) => count <= (other[writer] ?? 0));
}

/** The rows of all writers in this state. */
export function rowsOf({ writers }: History, state: State): ReportData {
  const parts = state.map((index, writer) => commitOf(writers, writer, index).rows);
  return {
    people: parts.flatMap(({ people }) => people),
    teams: parts.flatMap(({ teams }) => teams),
    contracts: parts.flatMap(({ contracts }) => contracts),
    payments: parts.flatMap(({ payments }) => payments),
    days: parts.flatMap(({ days }) => days),
  };
}

/** No state has a commit that was sent only after another one, which it lacks, was confirmed. */
function isPossible(writers: Writer[], state: State, concerned: boolean[]): boolean {
  const of = (writer: number) => concerned[writer] === true;
  const newest = Math.max(...state.map((index, writer) => (of(writer) ? commitOf(writers, writer, index).sentAt : 0)));
  return state.every((index, writer) => {
    const next = writers[writer]?.commits[index + 1];
    return !of(writer) || next === undefined || next.confirmedAt >= newest;
  });
}

function commitOf(writers: Writer[], writer: number, index: number): Commit {
  const commit = writers[writer]?.commits[index];
  if (!commit) throw new Error(`writer ${writer} has no commit ${index}`);
  return commit;
}
