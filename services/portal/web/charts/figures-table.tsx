import type { ComponentChildren } from 'preact';

type FiguresTableProps = {
  title: string;
  heads: string[];
  /** The cells of a row are those of the heads. */
  rows: { name: ComponentChildren; cells: string[] }[];
  total: string[];
};

/** Sums as a table, with their total. */
export function FiguresTable({ title, heads, rows, total }: FiguresTableProps) {
  return (
    <div class="scroll" role="region" aria-label={`${title}, as a table`} tabIndex={0}>
      <table class="grid">
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head} scope="col" class="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }, index) => (
            <Row key={index} name={<span class="text">{name}</span>} cells={cells} />
          ))}
        </tbody>
        <tfoot>
          <Row name="Total" cells={total} />
        </tfoot>
      </table>
    </div>
  );
}

function Row({ name, cells }: { name: ComponentChildren; cells: string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, index) => (
        <td key={index} class="number">
          {cell}
        </td>
      ))}
    </tr>
  );
}
