import type { ReportQuery } from '../api/reports.ts';
import type { Column } from './columns.tsx';

type TableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  query: ReportQuery;
  setQuery: (query: ReportQuery) => void;
};

/** The rows of a page. A click on a column's head sorts the whole report by it, another the other way round. */
export function Table<Row>({ caption, columns, rows, keyOf, query, setQuery }: TableProps<Row>) {
  const sort = (sortField: string, isNumber: boolean) => {
    const turned = query.sortOrder === 'asc' ? 'desc' : 'asc';
    const sortOrder = sortField === query.sortField ? turned : isNumber ? 'desc' : 'asc';
    setQuery({ ...query, sortField, sortOrder, page: 1 });
  };
  const orderOf = (sortField: string | undefined) => {
    if (sortField === undefined || sortField !== query.sortField) return undefined;
    return query.sortOrder === 'asc' ? 'ascending' : 'descending';
  };
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, sortField, isNumber = false }) => (
              <th key={name} scope="col" class={isNumber ? 'number' : ''} aria-sort={orderOf(sortField)}>
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
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, isNumber, cell }) => (
                <td key={name} class={isNumber ? 'number' : ''}>
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
