import type { ComponentChildren } from 'preact';

export type TableColumn<Row> = {
  name: string;
  /** The field of the API to sort by; without, it can't be sorted. */
  sortField?: string | undefined;
  /** What it is. */
  title?: string;
  /** Its classes: `number`, `minor` where it is left out to make room, `head` for names of rows, and its place in the card of a row on a phone. */
  kind: string;
  cell: (row: Row) => ComponentChildren;
};

type Order = { sortField: string; sortOrder: 'asc' | 'desc' };

type TableProps<Row> = {
  caption: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  /** `rows` are cards on a phone, a table in `scroll` moves to the side. */
  frame: 'rows' | 'scroll';
  order?: Order;
  sort?: (order: Order) => void;
  isMarked?: (row: Row) => boolean;
};

/** A click on a column's head sorts by it, another the other way round. */
export function Table<Row>({ caption, columns, rows, frame, order, sort, isMarked }: TableProps<Row>) {
  const isAscending = order?.sortOrder === 'asc';
  const sortBy = (sortField: string, kind: string) => {
    const isDown = sortField === order?.sortField ? isAscending : kind.includes('number');
    sort?.({ sortField, sortOrder: isDown ? 'desc' : 'asc' });
  };
  return (
    <div class={frame} role="region" aria-label={caption} tabIndex={frame === 'scroll' ? 0 : undefined}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, title, sortField, kind }) => (
              <th
                key={name}
                scope="col"
                title={title}
                class={kind}
                aria-sort={sortField && sortField === order?.sortField ? `${order.sortOrder}ending` : undefined}
              >
                {sortField === undefined ? (
                  name
                ) : (
                  <button type="button" onClick={() => sortBy(sortField, kind)}>
                    {name}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} class={isMarked?.(row) ? 'marked' : undefined}>
              {columns.map(({ name, kind, cell }) =>
                kind === 'head' ? (
                  <th key={name} scope="row">
                    <span class="text">{cell(row)}</span>
                  </th>
                ) : (
                  <td key={name} class={kind} data-name={name}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
