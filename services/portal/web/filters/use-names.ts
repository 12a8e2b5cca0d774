import type { components } from '../../../../clients/node/generated/schema.ts';
import { personName } from '../parts/formats.ts';
import { namesPathOf } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';

/** A team or contractor. The detail tells two of the same name apart. */
export type Named = { id: string; name: string; detail?: string | undefined };

/** The names of what is filtered by. */
export type FilterNames = Record<'teams' | 'contractors', Named[]>;

/** Teams or contractors of the company: those with these ids, or with this text in their name. It does not read without ids. */
export function useNames(session: Session, list: 'teams' | 'contractors', wanted: { ids?: string[]; search?: string }) {
  const path = wanted.ids?.length === 0 ? undefined : namesPathOf(list, wanted);
  return useRead(path, async (signal) => {
    const response = await session.ask(path ?? '', { signal });
    const { results, pagination } = (await response.json()) as Page;
    return { options: optionsOf(results), totalCount: pagination.totalCount };
  });
}

function optionsOf(rows: Row[]): Named[] {
  const options = rows.map((row) =>
    'name' in row
      ? { id: row._id, name: row.name }
      : { id: row._id, name: personName(row), detail: row.contracts.titles.join(', ') },
  );
  const count = (name: string) => options.filter((option) => option.name === name).length;
  return options.map((option) => (count(option.name) > 1 ? option : { ...option, detail: undefined }));
}

type Schemas = components['schemas'];
type Row = Schemas['ListedTeam'] | Schemas['ListedContractor'];
type Page = { results: Row[]; pagination: Schemas['Pagination'] };
