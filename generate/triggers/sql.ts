import { rollUps } from '../../services/reporting/roll-ups/fold.ts';
import type { RollUpName } from '../../services/reporting/roll-ups/fold.ts';
import { summedTables } from './roll-ups.ts';
import type { RollUp, SummedTable } from './roll-ups.ts';

/** Of the migration of roll-ups. Once a release has it, what changes goes into a new one. */
export function triggersSql(): string {
  const parts = [
    '-- Made by `npm run generate` (generate/triggers).',
    `-- Roll-ups: what a report needs without reading its rows. Counts and sums by period, which triggers keep. A row is of one stripe:
-- readers add the stripes up.`,
    ...summedTables.flatMap((table) => [
      ...rollUpsOf(table).map(([name, rollUp]) => createTable(name, rollUp, table)),
      createTrigger(table),
      ...rollUpsOf(table).map(([name, rollUp]) => createDifferences(name, rollUp, table)),
      createRebuild(table),
    ]),
  ];
  return fitted(`${parts.join('\n\n')}\n`);
}

const list = (names: string[]) => names.join(', ');
const indented = (text: string, by = 2) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
const sumsOf = (table: SummedTable) => Object.keys(table.sums);
/** What names a row of a roll-up, without its stripe. */
const keyOf = (name: RollUpName) => ['company_id', ...rollUps[name].key];
const typeOf = (column: string) => (column === 'start' ? 'date' : 'text');

const rollUpsOf = (table: SummedTable) => Object.entries(table.rollUps) as [RollUpName, RollUp][];

/** Lines of at most 140 characters, broken after a comma. */
const fitted = (text: string): string =>
  text.replaceAll(/^( *)(?!--)(\S.{120,})$/gm, (whole, indent: string, line: string) =>
    whole.length <= 140 ? whole : indent + line.replaceAll(/(.{60,120}(?:,| and)) (?=.)/g, `$1\n${indent}  `),
  );

function createTable(name: RollUpName, rollUp: RollUp, table: SummedTable): string {
  const columns = [
    ...keyOf(name).map((column) => `${column} ${typeOf(column)}`),
    'stripe integer',
    ...Object.entries(table.sums).map(([sum, [type]]) => `${sum} ${type}`),
  ];
  return `-- ${rollUp.about}
create table reporting.${name} (
${columns.map((column) => `  ${column} not null,`).join('\n')}
  primary key (${list([...keyOf(name), 'stripe'])})
);`;
}

function createDifferences(name: RollUpName, rollUp: RollUp, table: SummedTable): string {
  const sums = sumsOf(table);
  return `-- By how much ${name} is more than the rows of ${table.name} add up to.
create view reporting.${name}_differences as
select ${list([...keyOf(name), ...sums.map((sum) => `sum(${sum}) as ${sum}`)])}
from (
  select ${list([...keyOf(name), ...sums])} from reporting.${name}
  union all
  select ${list([...countedKey(name, rollUp), ...sums])}
${indented(fromRows(rollUp, table, `reporting.${table.name}`, '-'))}
) both_sides
group by ${list(keyOf(name))}
${havingSums(sums)};`;
}

/** The key of what rows count for. */
const countedKey = (name: RollUpName, { counted }: RollUp) => keyOf(name).map((column) => counted?.[column] ?? column);

/** Rows that count for the same are added up first: they are few then. */
function fromRows(rollUp: RollUp, table: SummedTable, rows: string, sign: string): string {
  const { periods } = table;
  const same = [
    'company_id',
    ...rollUp.of.map((column) => (periods[column] ? `${periods[column]} as ${column}` : column)),
  ];
  const added = Object.entries(table.sums).map(([sum, [, value]]) => `sum(${sign}${value}) as ${sum}`);
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

/** In the order of the key, so that rows that are read together lie together. */
const insertInto = (name: RollUpName, table: SummedTable, query: string, order: string[]) =>
  `insert into reporting.${name} as kept (${list([...keyOf(name), 'stripe', ...sumsOf(table)])})
${query}
order by ${list(order)}`;

function createTrigger(table: SummedTable): string {
  const { name, noun, columns, log } = table;
  const sums = sumsOf(table);
  const added = rollUpsOf(table).map(([rollUpName, rollUp]) => {
    const key = countedKey(rollUpName, rollUp);
    const query = `select ${list([...key, '(stripes ->> company_id)::integer', ...sums.map((sum) => `sum(${sum})`)])}
${fromRows(rollUp, table, 'unnest(changed)', 'sign * ')}
group by ${list(key)}
${havingSums(sums)}`;
    return `${insertInto(rollUpName, table, query, key)}
on conflict (${list([...keyOf(rollUpName), 'stripe'])}) do update
set ${sums.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(',\n  ')};`;
  });
  const row = (sign: string) => `row(${list([sign, ...Object.keys(columns)])})::reporting.changed_${noun}`;
  const trigger = (when: string, tables: string) => `create trigger track_${when} after ${when} on reporting.${name}
  referencing ${tables} for each statement execute function reporting.track_${noun}s();`;
  return `-- A row of ${name} that was added (sign 1) or taken away (-1): what the roll-ups and the log need of it.
create type reporting.changed_${noun} as (
  ${list(['sign integer', ...Object.entries(columns).map(([column, type]) => `${column} ${type}`)])});

-- Logs the keys of changed rows, raises the versions of their companies, and adds the rows to the roll-ups.
create function reporting.add_${noun}s(changed reporting.changed_${noun}[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  stripes constant jsonb := (
    select jsonb_object_agg(company_id, stripe)
    from (
      select company_id, reporting.log_change(company_id, '${log.kind}', ${list(log.keys.map((key) => `array_agg(${key})`))}) as stripe
      from unnest(changed)
      group by company_id
    ) logged
  );
begin
${indented(added.join('\n'))}
end $$;

create function reporting.track_${noun}s() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed reporting.changed_${noun}[];
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
  if cardinality(changed) > 0 then
    perform reporting.add_${noun}s(changed);
  end if;
  return null;
end $$;

${trigger('insert', 'new table as new_rows')}
${trigger('update', 'old table as old_rows new table as new_rows')}
${trigger('delete', 'old table as old_rows')}
create trigger track_replicated after insert or update or delete on reporting.${name}
  for each row when (current_setting('session_replication_role') = 'replica') execute function reporting.track_${noun}s();`;
}

function createRebuild(table: SummedTable): string {
  const rebuilt = rollUpsOf(table).map(([name]) => {
    const columns = list([...keyOf(name), '0', ...sumsOf(table).map((sum) => `-${sum}`)]);
    const query = `select ${columns} from reporting.${name}_differences`;
    return `delete from reporting.${name};\n${insertInto(name, table, query, keyOf(name))};`;
  });
  const tables = list([table.name, ...Object.keys(table.rollUps)].map((name) => `reporting.${name}`));
  return `-- Rebuilds the roll-ups of ${table.name} from its rows, in one stripe.
create function reporting.rebuild_${table.noun}_roll_ups() returns void language plpgsql as $$
declare
  company text;
begin
  perform reporting.refuse_isolation('rebuild roll-ups', 'repeatable read', 'serializable');
  lock table ${tables} in share row exclusive mode;
${indented(rebuilt.join('\n'))}
  -- Something may have written past the triggers that no sum shows, as a name: copies are read again.
  for company in select id from reporting.companies loop
    perform reporting.log_change(company, 'all');
  end loop;
end $$;`;
}
