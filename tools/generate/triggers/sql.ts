import { summedTables } from '../../../services/reporting/sql/summed-tables.ts';
import type { RollUp, SummedTable } from '../../../services/reporting/sql/summed-tables.ts';

/** Of the migration of roll-ups. Once a release has it, what changes goes into a new one. */
export function triggersSql(): string {
  const parts = [
    '-- Made by `npm run generate` (tools/generate/triggers).',
    `-- Roll-ups: what a report needs without reading its rows. Counts and sums by period, which triggers keep. A row is of one stripe:
-- readers add the stripes up.`,
    ...summedTables.flatMap((table) => [
      ...Object.entries(table.rollUps).map(([name, rollUp]) => createTable(name, rollUp, table)),
      createTrigger(table),
      ...Object.entries(table.rollUps).map(([name, rollUp]) => createDifferences(name, rollUp, table)),
    ]),
  ];
  return fitted(`${parts.join('\n\n')}\n`);
}

const list = (names: string[]) => names.join(', ');
const indented = (text: string, by = 2) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
const sumsOf = (table: SummedTable) => Object.keys(table.sums);
/** What names a row of a roll-up, without its stripe. */
const keyOf = ({ key }: RollUp) => ['company_id', ...key];
const typeOf = (column: string) => (column === 'start' ? 'date' : 'text');

/** Lines of at most 140 characters, broken after a comma. */
const fitted = (text: string): string =>
  text.replaceAll(/^( *)(?!--)(\S.{120,})$/gm, (whole, indent: string, line: string) =>
    whole.length <= 140 ? whole : indent + line.replaceAll(/(.{60,120}(?:,| and)) (?=.)/g, `$1\n${indent}  `),
  );

function createTable(name: string, rollUp: RollUp, table: SummedTable): string {
  const columns = [
    ...keyOf(rollUp).map((column) => `${column} ${typeOf(column)}`),
    'stripe integer',
    ...sumsOf(table).map((sum) => `${sum} ${table.amounts.includes(sum) ? 'numeric' : 'bigint'}`),
  ];
  return `-- ${rollUp.about}
create table reporting.${name} (
${columns.map((column) => `  ${column} not null,`).join('\n')}
  primary key (${list([...keyOf(rollUp), 'stripe'])})
);`;
}

function createDifferences(name: string, rollUp: RollUp, table: SummedTable): string {
  const sums = sumsOf(table);
  return `-- By how much ${name} is more than the rows of ${table.name} add up to.
create view reporting.${name}_differences as
select ${list([...keyOf(rollUp), ...sums.map((sum) => `sum(${sum}) as ${sum}`)])}
from (
  select ${list([...keyOf(rollUp), ...sums])} from reporting.${name}
  union all
  select ${list([...countedKey(rollUp), ...sums])}
${indented(fromRows(rollUp, table, `reporting.${table.name}`, '-'))}
) both_sides
group by ${list(keyOf(rollUp))}
${havingSums(sums)};`;
}

/** The key of what rows count for. */
const countedKey = (rollUp: RollUp) => keyOf(rollUp).map((column) => rollUp.counted?.[column] ?? column);

/** Rows that count for the same are added up first: they are few then. */
function fromRows(rollUp: RollUp, table: SummedTable, rows: string, sign: string): string {
  const { periods } = table;
  const same = [
    'company_id',
    ...rollUp.of.map((column) => (periods[column] ? `${periods[column]} as ${column}` : column)),
  ];
  const added = Object.entries(table.sums).map(([sum, value]) => `sum(${sign}${value}) as ${sum}`);
  return `from (
  select
    ${[...same, ...added].join(',\n    ')}
  from ${rows}
  group by ${list(same.map((_, index) => `${index + 1}`))}
) same
${rollUp.countedFor.map((each) => `cross join lateral ${each}`).join('\n')}`;
}

const havingSums = (sums: string[]) =>
  `having (${list(sums.map((sum) => `sum(${sum})`))}) <> (${list(sums.map(() => '0'))})`;

function createTrigger(table: SummedTable): string {
  const { name, noun, columns, log } = table;
  const sums = sumsOf(table);
  // In the order of the key, so that rows that are read together lie together.
  const added = Object.entries(table.rollUps).map(([rollUpName, rollUp]) => {
    const [key, counted] = [keyOf(rollUp), countedKey(rollUp)];
    return `insert into reporting.${rollUpName} as kept (${list([...key, 'stripe', ...sums])})
select ${list([...counted, '(stripes ->> company_id)::integer', ...sums.map((sum) => `sum(${sum})`)])}
${fromRows(rollUp, table, 'unnest(changed)', 'sign * ')}
group by ${list(counted)}
${havingSums(sums)}
order by ${list(counted)}
on conflict (${list([...key, 'stripe'])}) do update
set ${sums.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(',\n  ')};`;
  });
  const row = (sign: string) => `row(${list([sign, ...Object.keys(columns)])})::reporting.changed_${noun}`;
  const trigger = (when: string, tables: string) => `create trigger track_${when} after ${when} on reporting.${name}
  referencing ${tables} for each statement execute function reporting.track_${noun}s();`;
  return `-- A row of ${name} that was added (sign 1) or taken away (-1): what the roll-ups and the log need of it.
create type reporting.changed_${noun} as (
  ${list(['sign integer', ...Object.entries(columns).map(([column, type]) => `${column} ${type}`)])});

-- Logs the keys of changed rows, raises the versions of their companies, and adds the rows to the roll-ups.
create function reporting.track_${noun}s() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  changed reporting.changed_${noun}[];
  stripes jsonb;
begin
  if tg_level = 'ROW' then
    changed := array(
      select ${row('sign')}
      from (select 1 as sign, new.* where tg_op <> 'DELETE' union all select -1, old.* where tg_op <> 'INSERT') before_and_after
      where old is distinct from new
    );
  elsif tg_op = 'INSERT' then
    changed := array(select ${row('1')} from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(select ${row('-1')} from old_rows);
  else
    changed := array(
      select ${row('sum(sign)')}
      from (select 1 as sign, * from new_rows union all select -1, * from old_rows) before_and_after
      group by ${list([...Object.keys(columns), ...table.onlyShown])}
      having sum(sign) <> 0
    );
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  stripes := (
    select jsonb_object_agg(company_id, stripe)
    from (
      select company_id, reporting.log_change(company_id, '${log.kind}', ${list(log.keys.map((key) => `array_agg(${key})`))}) as stripe
      from unnest(changed)
      group by company_id
    ) logged
  );
${indented(added.join('\n'))}
  return null;
end $$;

${trigger('insert', 'new table as new_rows')}
${trigger('update', 'old table as old_rows new table as new_rows')}
${trigger('delete', 'old table as old_rows')}
create trigger track_replicated after insert or update or delete on reporting.${name}
  for each row when (current_setting('session_replication_role') = 'replica') execute function reporting.track_${noun}s();`;
}
