import type { ReportQuery } from '../api/reports.ts';
import type { Row as AnyRow } from '../api/use-changes.ts';
import { idOf } from './changed-rows.tsx';
import type { Column } from './columns.tsx';

type TableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  /** The ids of rows that changed. */
  marked: Set<string>;
  query: ReportQuery;
  change: (part: Partial<ReportQuery>) => void;
};

/** The rows of a page, as cards on a phone. A click on a column's head sorts the whole report by it, another the other way round. */
export function Table<Row extends AnyRow>({ caption, columns, rows, marked, query, change }: TableProps<Row>) {
  const sort = (sortField: string, isNumber: boolean) => {
    const turned = query.sortOrder === 'asc' ? 'desc' : 'asc';
    const sortOrder = sortField === query.sortField ? turned : isNumber ? 'desc' : 'asc';
    change({ sortField, sortOrder });
  };
  const orderOf = (sortField: string | undefined) => {
    if (sortField === undefined || sortField !== query.sortField) return undefined;
    return query.sortOrder === 'asc' ? 'ascending' : 'descending';
  };
  return (
    <div id="rows" class="rows" role="region" aria-label={caption}>
      <table>
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, title, sortField, isNumber = false, isMinor = false }) => (
              <th
                key={name}
                scope="col"
                title={title}
                class={classOf({ number: isNumber, minor: isMinor })}
                aria-sort={orderOf(sortField)}
              >
                {sortField === undefined ? (
                  name
                ) : (
                  <button type="button" onClick={() => sort(sortField, isNumber)}>
                    {name}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} class={marked.has(idOf(row)) ? 'marked' : undefined}>
              {columns.map(({ name, isNumber = false, isMinor = false, place = 'figure', cell }) => (
                <td key={name} class={classOf({ number: isNumber, minor: isMinor, [place]: true })} data-name={name}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf(names: Record<string, boolean>): string {
  return Object.keys(names)
    .filter((name) => names[name])
    .join(' ');
}
