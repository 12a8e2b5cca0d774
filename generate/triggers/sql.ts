import type { RollUp, SummedTable } from './roll-ups.ts';

const list = (names: string[]) => names.join(', ');
const indented = (text: string, by = 2) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
const rollUpsOf = (table: SummedTable) => Object.entries(table.rollUps);
const sumsOf = (table: SummedTable) => Object.keys(table.sums);
/** What names a row of a roll-up, without its stripe. */
const keyOf = (rollUp: RollUp) => ['company_id', ...Object.keys(rollUp.key)];

/** Lines of at most 140 characters, broken after a comma. */
export const fitted = (text: string): string =>
  text.replaceAll(/^( *)(?!--)(\S.{120,})$/gm, (whole, indent: string, line: string) =>
    whole.length <= 140 ? whole : indent + line.replaceAll(/(.{60,120}(?:,| and)) (?=.)/g, `$1\n${indent}  `),
  );

export function createTable(name: string, rollUp: RollUp, table: SummedTable): string {
  const types = Object.entries(table.sums).map(([sum, [type]]) => [sum, type] as const);
  const columns = [['company_id', 'text'], ...Object.entries(rollUp.key), ['stripe', 'integer'], ...types];
  return `-- ${rollUp.about}
create table reporting.${name} (
${columns.map(([column, type]) => `  ${column} ${type} not null,`).join('\n')}
  primary key (${list([...keyOf(rollUp), 'stripe'])})
);`;
}

export function createViewOfRows(name: string, rollUp: RollUp, table: SummedTable): string {
  return `-- What ${name} must add up to.
create view reporting.${name}_of_rows as
${addedUp(rollUp, table, `reporting.${table.name}`)};`;
}

export function createDifferences(tables: SummedTable[]): string {
  const queries = tables.flatMap((table) =>
    rollUpsOf(table).map(([name, rollUp]) => {
      const [key, sums] = [list(keyOf(rollUp)), sumsOf(table)];
      return `select '${name}' as roll_up, to_jsonb(difference) as difference, company_id
from (
  select ${key}, ${list(sums.map((sum) => `sum(${sum}) as ${sum}`))}
  from (
    select ${key}, ${list(sums)} from reporting.${name}
    union all
    select ${key}, ${list(sums.map((sum) => `-${sum}`))} from reporting.${name}_of_rows
  ) both_sides
  group by ${key}
  ${havingSums(sums)}
) difference`;
    }),
  );
  return `create view reporting.sum_differences as\n${queries.join('\nunion all\n')};`;
}

/** A row for each key of a roll-up: first of the rows that count for the same, then for each of what they count for. */
function addedUp(rollUp: RollUp, table: SummedTable, rows: string, sign = '', stripe: string[] = []): string {
  const sums = sumsOf(table);
  const named = keyOf(rollUp).map((name) => (rollUp.keyOf?.[name] ? `${rollUp.keyOf[name]} as ${name}` : name));
  const of = [
    'company_id',
    ...rollUp.of.map((name) => (table.periods[name] ? `${table.periods[name]} as ${name}` : name)),
  ];
  const added = Object.entries(table.sums).map(([name, [, value]]) => `sum(${sign}${value}) as ${name}`);
  return `select ${list([...named, ...stripe, ...sums.map((sum) => `sum(${sum}) as ${sum}`)])}
from (
  select
    ${[...of, ...added].join(',\n    ')}
  from ${rows}
  group by ${list(of.map((_, index) => `${index + 1}`))}
) same
${rollUp.countedFor.map((each) => `cross join lateral ${each}`).join('\n')}
group by ${list(keyOf(rollUp).map((name) => rollUp.keyOf?.[name] ?? name))}
${havingSums(sums)}`;
}

const havingSums = (sums: string[]) =>
  `having (${list(sums.map((sum) => `sum(${sum})`))}) <> (${list(sums.map(() => '0'))})`;

/** In the order of the key, so that rows that are read together lie together. */
function insertInto(name: string, rollUp: RollUp, table: SummedTable, query: string): string {
  return `insert into reporting.${name} as kept (${list([...keyOf(rollUp), 'stripe', ...sumsOf(table)])})
${query}
order by ${list(keyOf(rollUp))}`;
}

export function createTrigger(table: SummedTable): string {
  const { name, noun, columns, log } = table;
  const added = rollUpsOf(table).map(([rollUpName, rollUp]) => {
    const query = addedUp(rollUp, table, 'unnest(changed)', 'sign * ', ['(stripes ->> company_id)::integer']);
    return `${insertInto(rollUpName, rollUp, table, query)}
on conflict (${list([...keyOf(rollUp), 'stripe'])}) do update
set ${sumsOf(table)
      .map((sum) => `${sum} = kept.${sum} + excluded.${sum}`)
      .join(',\n  ')};`;
  });
  const logged = list([log.key, ...(log.contract ? [log.contract] : [])].map((key) => `array_agg(${key})`));
  const row = (sign: string) => `row(${list([sign, ...Object.keys(columns)])})::reporting.changed_${noun}`;
  const trigger = (when: string, tables: string) => `create trigger track_${when} after ${when} on reporting.${name}
  referencing ${tables} for each statement execute function reporting.track_${noun}s();`;
  return `-- A row of ${name} that was added (sign 1) or taken away (-1): what the roll-ups and the log need of it.
create type reporting.changed_${noun} as (
  sign integer,
${Object.entries(columns)
  .map(([column, type]) => `  ${column} ${type}`)
  .join(',\n')}
);

-- Logs the keys of changed rows, raises the versions of their companies, and adds the rows to the roll-ups.
create function reporting.add_${noun}s(changed reporting.changed_${noun}[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  stripes constant jsonb := (
    select jsonb_object_agg(company_id, stripe)
    from (
      select company_id, reporting.log_change(company_id, '${log.kind}', ${logged}) as stripe
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

export function createRebuild(table: SummedTable): string {
  const rebuilt = rollUpsOf(table).map(([name, rollUp]) => {
    const query = `select ${list([...keyOf(rollUp), '0', ...sumsOf(table)])} from reporting.${name}_of_rows`;
    return `delete from reporting.${name};\n${insertInto(name, rollUp, table, query)};`;
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

export function createFolding(name: string, rollUp: RollUp, table: SummedTable): string {
  const [key, types, sums] = [Object.keys(rollUp.key), Object.values(rollUp.key), sumsOf(table)];
  const keyIn = (array: string) =>
    `(${list(types.map((type, index) => `${array}[${index + 1}]${type === 'text' ? '' : `::${type}`}`))})`;
  const folded = `select ${list([...keyOf(rollUp), '0', ...sums.map((sum) => `sum(${sum})`)])}
from unnest(moved)
group by ${list(keyOf(rollUp))}
${havingSums(sums)}`;
  return `create function reporting.fold_${name}(company text, first_key text[], last_key text[]) returns integer language plpgsql
set lock_timeout = '1s' set enable_seqscan = off as $$
declare
  moved reporting.${name}[];
begin
  perform reporting.refuse_isolation('fold roll-ups', 'repeatable read', 'serializable');
  perform pg_advisory_xact_lock(hashtextextended(company, 0));
  -- A truncation waits.
  perform from reporting.${table.name} where company_id = company limit 1;
  with found as materialized (
    select ctid from reporting.${name}
    where company_id = company and (${list(key)}) between ${keyIn('first_key')} and ${keyIn('last_key')}
    for update skip locked
  ),
  gone as (
    delete from reporting.${name} kept using found where company_id = company and kept.ctid = found.ctid returning kept.*
  )
  select array_agg(row(gone.*)::reporting.${name}) into moved from gone;
${indented(insertInto(name, rollUp, table, folded))};
  return coalesce(cardinality(moved), 0);
end $$;`;
}
