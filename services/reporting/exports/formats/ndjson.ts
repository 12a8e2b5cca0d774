import { foldFields } from '../../../../proto/report.ts';
import type { FieldKind } from '../../../../proto/report.ts';
import { publicValue } from '../../sql/fields.ts';
import type { RowFormat } from '../../sql/fields.ts';
import { concat, embedded } from '../../sql/concat.ts';
import { nothing, sql } from '../../sql/statement.ts';

const numbers: FieldKind[] = ['count', 'money', 'percentage'];
/** What has no letter that JSON escapes. */
const plain: FieldKind[] = ['status', 'month', 'instant'];

/** The JSON objects of pages, each on a line. */
export const ndjsonRow: RowFormat = {
  cell: (field, stored) => {
    const value = publicValue(field, stored);
    return [...numbers, ...plain].includes(field.kind) ? value : sql`to_json(${value})`;
  },
  line: ({ fields, withoutTeam }, cells) => {
    const isLeftOut = (path: string) => path === 'contract.team' && withoutTeam === 'absent';
    const json = foldFields<typeof fields, string>(
      fields,
      ({ kind }, name) => {
        const value = embedded(cells[name] ?? nothing);
        return plain.includes(kind) ? `"${value}"` : value;
      },
      (members, path) => {
        const parts = Object.entries(members).map(([name, part], index) =>
          isLeftOut(`${path}.${name}`) ? part : `${index === 0 ? '' : ','}"${name}":${part}`,
        );
        const object = `{${parts.join('')}}`;
        if (path !== 'team' && path !== 'contract.team') return object;
        const [without, team] = isLeftOut(path) ? [sql`''`, `,"team":${object}` as const] : [sql`'null'`, object];
        return embedded(sql`case when ${cells.teamId ?? nothing} is null then ${without} else ${concat(team)} end`);
      },
    );
    return `${json}\n`;
  },
};
