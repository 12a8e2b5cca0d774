import type { Change } from '../api/address.ts';
import type { ReportQuery, Row as AnyRow } from '../api/reports.ts';
import { idOf } from './changed-rows.tsx';
import type { Column } from './columns.tsx';

type TableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  /** The ids of rows that changed. */
  marked: Set<string>;
  query: ReportQuery;
  change: Change;
};

/** The rows of a page, as cards on a phone. A click on a column's head sorts the whole report by it, another the other way round. */
export function Table<Row extends AnyRow>({ caption, columns, rows, marked, query, change }: TableProps<Row>) {
  const isAscending = query.sortOrder === 'asc';
  const sort = (sortField: string, kind: string) => {
    const isDown = sortField === query.sortField ? isAscending : kind.includes('number');
    change({ sortField, sortOrder: isDown ? 'desc' : 'asc' });
  };
  return (
    <div id="rows" class="rows" role="region" aria-label={caption}>
      <table>
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, title, sortField, kind }) => (
              <th
                key={name}
                scope="col"
                title={title}
                class={kind}
                aria-sort={sortField === query.sortField ? (isAscending ? 'ascending' : 'descending') : undefined}
              >
                {sortField === undefined ? (
                  name
                ) : (
                  <button type="button" onClick={() => sort(sortField, kind)}>
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
              {columns.map(({ name, kind, cell }) => (
                <td key={name} class={kind} data-name={name}>
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
