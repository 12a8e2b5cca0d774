import type { RollUp, SummedTable } from './roll-ups.ts';

const list = (names: string[]) => names.join(', ');
/** Lines of at most 140 characters, broken after a comma; comments after a word. */
export const fitted = (text: string): string =>
  text.replaceAll(/^( *)(\S.{120,})$/gm, (whole, indent: string, line: string) => {
    if (whole.length <= 140) return whole;
    if (line.startsWith('--')) return indent + line.replaceAll(/(.{60,130}) (?=.)/g, `$1\n${indent}-- `);
    return indent + line.replaceAll(/(.{60,120}(?:,|\) and)) (?=.)/g, `$1\n${indent}  `);
  });

const indented = (text: string, by = 2) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
const keyOf = (rollUp: RollUp) => Object.keys(rollUp.key);
const sumsOf = (table: SummedTable) => Object.keys(table.sums);
const rollUpsOf = (table: SummedTable) => Object.entries(table.rollUps);
const rowsView = (name: string) => `reporting.${name}_of_rows`;

/** What a row adds to the sums, and the periods that it counts for; with `sign`, -1 where the row is taken away. */
const addends = ({ periods, sums }: SummedTable, sign = '') =>
  [
    ...Object.entries(sums).map(([name, [, of]]) => [name, sign && of === '1' ? sign : sign ? `${sign} * ${of}` : of]),
    ...Object.entries(periods),
  ]
    .map(([name, sql]) => (name === sql ? `,\n    ${name}` : `,\n    ${sql} as ${name}`))
    .join('');

/** A row for each key of a roll-up: what `rows` add up to. */
function addedUp(rollUp: RollUp, table: SummedTable, rows: string, alsoBy: string[] = []): string {
  const key = keyOf(rollUp).map((name) => rollUp.keyOf?.[name] ?? name);
  const named = keyOf(rollUp).map((name) => (rollUp.keyOf?.[name] ? `${rollUp.keyOf[name]} as ${name}` : name));
  const sums = sumsOf(table);
  return [
    `select ${list(['company_id', ...named, ...alsoBy])}, ${list(sums.map((sum) => `sum(${sum}) as ${sum}`))}`,
    `from ${rows}`,
    ...rollUp.countedFor.map((each) => `cross join lateral ${each}`),
    `group by ${list(['company_id', ...key, ...alsoBy])}`,
    isSomething(sums),
  ].join('\n');
}

const isSomething = (sums: string[]) =>
  `having (${list(sums.map((sum) => `sum(${sum})`))}) <> (${list(sums.map(() => '0'))})`;

/** In the order of the key, so that rows that are read together lie together. */
function insertInto(name: string, rollUp: RollUp, table: SummedTable, query: string, isAdded: boolean): string {
  const key = keyOf(rollUp);
  const sums = sumsOf(table);
  const names = sums.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`);
  return [
    `insert into reporting.${name}${isAdded ? ' as kept' : ''} (${list(['company_id', ...key, 'stripe', ...sums])})`,
    query,
    `order by ${list(['company_id', ...key])}`,
    ...(isAdded
      ? [`on conflict (${list(['company_id', ...key, 'stripe'])}) do update\nset ${names.join(',\n  ')}`]
      : []),
  ].join('\n');
}

export function createTable(name: string, rollUp: RollUp, table: SummedTable): string {
  const types = Object.entries(table.sums).map(([sum, [type]]) => [sum, type] as const);
  const columns = [['company_id', 'text'], ...Object.entries(rollUp.key), ['stripe', 'integer'], ...types];
  return `-- ${rollUp.about}
create table reporting.${name} (
${columns.map(([column, type]) => `  ${column} ${type} not null,`).join('\n')}
  primary key (${list(['company_id', ...keyOf(rollUp), 'stripe'])})
);`;
}

export function createViewOfRows(name: string, rollUp: RollUp, table: SummedTable): string {
  const rows = `(\n  select ${list(['company_id', ...table.keys])}${addends(table)}\n  from reporting.${table.name}\n) ${table.noun}`;
  return `-- What ${name} must add up to.\ncreate view ${rowsView(name)} as\n${addedUp(rollUp, table, rows)};`;
}

export function createDifferences(tables: SummedTable[]): string {
  const rollUps = tables.flatMap((table) => rollUpsOf(table).map(([name, rollUp]) => ({ name, rollUp, table })));
  const queries = rollUps.map(({ name, rollUp, table }) => {
    const [key, sums] = [list(['company_id', ...keyOf(rollUp)]), sumsOf(table)];
    return `select '${name}' as roll_up, to_jsonb(difference) as difference, company_id
from (
  select ${key}, ${list(sums.map((sum) => `sum(${sum}) as ${sum}`))}
  from (
    select ${key}, ${list(sums)} from reporting.${name}
    union all
    select ${key}, ${list(sums.map((sum) => `-${sum}`))} from ${rowsView(name)}
  ) both_sides
  group by ${key}
  ${isSomething(sums)}
) difference`;
  });
  return `create view reporting.sum_differences as\n${queries.join('\nunion all\n')};`;
}

/** The statement by which a trigger keeps the roll-ups of changed rows, their companies' versions and the log. */
function track(table: SummedTable, changed: string): string {
  const { kind, key, contract } = table.log;
  const keys = [key, ...(contract ? [contract] : [])].map(
    (column) => `,\n      array_agg(distinct ${column} collate "C") filter (where ${column} is not null)`,
  );
  const added = rollUpsOf(table).map(([name, rollUp]) => {
    const query = addedUp(rollUp, table, 'changed_in_stripes', ['stripe']);
    return [name, insertInto(name, rollUp, table, query, true)] as const;
  });
  const [last] = added.splice(-1);
  return `with changed as materialized (
${indented(changed)}
),
-- Of a load no keys are logged.
companies as materialized (
  select company.company_id, reporting.log_change(company.company_id, '${kind}'${keys.join('')}) as stripe
  from (select company_id, count(*) <= 20000 as are_few from changed group by company_id) company
  left join changed on changed.company_id = company.company_id and are_few
  group by company.company_id
),
changed_in_stripes as materialized (
  select ${list(['company_id', 'stripe', ...table.keys])}${addends(table, 'sign')}
  from changed join companies using (company_id)
)${added.map(([name, insert]) => `,\n${name} as (\n${indented(insert)}\n)`).join('')}
${last?.[1] ?? ''};`;
}

/** A row that is written again as it was is in neither. */
const updatedRows = ({ columns }: SummedTable) => `select sum(sign) as sign, ${list(columns)}
from (select 1 as sign, * from new_rows union all select -1, * from old_rows) updated
group by ${list(columns)}
having sum(sign) <> 0`;

const replicatedRow = ({ columns }: SummedTable) =>
  `select 1 as sign, ${list(columns.map((column) => `new.${column}`))} where tg_op <> 'DELETE'
union all
select -1, ${list(columns.map((column) => `old.${column}`))} where tg_op <> 'INSERT'`;

/** How a statement is run: as it stands on one server, and with the names of shards on a node of Citus. Its variables have other names there. */
type Run = {
  variables: (...names: string[]) => string[];
  run: (statement: string, table: string) => string;
  declared: string;
};

export const onOneServer: Run = { variables: (...names) => names, run: (statement) => statement, declared: '' };

export const onCitus: Run = {
  variables: (...names) => names.map((_, index) => `$${index + 1}`),
  run: (statement) => `for statement in select reporting.beside(tg_table_name, $sql$
${indented(statement.replace(/;$/, ''))}
$sql$) loop
  execute statement using tg_op;
end loop;`,
  declared: 'declare\n  statement text;\n',
};

const triggerFunction = (
  name: string,
  body: string,
) => `create or replace function reporting.${name}() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
${body}
  return null;
end $$;`;

/** The functions of triggers on statements. */
export function createTriggerFunctions(table: SummedTable, { variables, run, declared }: Run): string {
  const [operation = ''] = variables('tg_op');
  const sign = `case ${operation} when 'DELETE' then -1 else 1 end`;
  const body = (changed: string) => `${declared}begin\n${indented(run(track(table, changed), table.name))}`;
  return [
    triggerFunction(`track_${table.noun}s`, body(`select ${sign} as sign, ${list(table.columns)}\nfrom changed_rows`)),
    triggerFunction(`track_updated_${table.noun}s`, body(updatedRows(table))),
  ].join('\n\n');
}

export function createTriggers(table: SummedTable): string {
  const { name, noun } = table;
  const isReplica = "current_setting('session_replication_role') = 'replica' and old is distinct from new";
  const replicated = indented(track(table, replicatedRow(table)), 4);
  return `${triggerFunction(`track_replicated_${noun}`, `begin\n  if ${isReplica} then\n${replicated}\n  end if;`)}

create trigger track_insert after insert on reporting.${name}
  referencing new table as changed_rows for each statement execute function reporting.track_${noun}s();
create trigger track_update after update on reporting.${name}
  referencing old table as old_rows new table as new_rows for each statement execute function reporting.track_updated_${noun}s();
create trigger track_delete after delete on reporting.${name}
  referencing old table as changed_rows for each statement execute function reporting.track_${noun}s();
create trigger track_replicated after insert or update or delete on reporting.${name}
  for each row execute function reporting.track_replicated_${noun}();`;
}

export function createRebuild(table: SummedTable): string {
  const rebuilt = rollUpsOf(table).map(([name, rollUp]) => {
    const columns = ['company_id', ...keyOf(rollUp), '0', ...sumsOf(table)];
    return `delete from reporting.${name};\n${insertInto(name, rollUp, table, `select ${list(columns)} from ${rowsView(name)}`, false)};`;
  });
  return `-- Rebuilds the roll-ups of ${table.name} from its rows, in one stripe.
create function reporting.rebuild_${table.noun}_roll_ups() returns void language plpgsql as $$
declare
  company text;
begin
  perform reporting.refuse_isolation('rebuild roll-ups', 'repeatable read', 'serializable');
  lock table reporting.${table.name} in share row exclusive mode;
${indented(rebuilt.join('\n'))}
  -- Something may have written past the triggers that no sum shows, as a name: copies are read again.
  for company in select id from reporting.companies loop
    perform reporting.log_change(company, 'all');
  end loop;
end $$;`;
}

/** A key as an array of texts, whose order is that of the index. */
const keyArray = ({ key }: RollUp) =>
  `array[${list(Object.entries(key).map(([name, type]) => (type === 'text' ? name : `${name}::text`)))}]`;

const keyIn = ({ key }: RollUp, array: string) =>
  `(${list(Object.values(key).map((type, index) => `${array}[${index + 1}]${type === 'text' ? '' : `::${type}`}`))})`;

export function createFolding(name: string, rollUp: RollUp, table: SummedTable, isCitus: boolean): string {
  const [company, first, last] = isCitus ? ['$1', '$2', '$3'] : ['company', 'first_key', 'last_key'];
  const [key, sums] = [keyOf(rollUp), sumsOf(table)];
  const onShards = (statement: string, using: string) =>
    `execute reporting.beside_company(company, $sql$\n${indented(statement)}\n$sql$)${using}`;
  const ranges = `select min(key), max(key)
from (
  select ${keyArray(rollUp)} as key, row_number() over (order by ${list(key)}) - 1 as number,
    stripe > 0 or (${list(sums)}) = (${list(sums.map(() => '0'))}) as is_to_fold
  from reporting.${name}
  where company_id = ${company}
) numbered
group by number / 100
having bool_or(is_to_fold)
order by 1`;
  const moved = `select ${list(['company_id', ...key, '0', ...sums.map((sum) => `sum(${sum})`)])}
from gone
group by ${list(['company_id', ...key])}
${isSomething(sums)}`;
  const fold = (into: string) => `with found as materialized (
  select ctid from reporting.${name}
  where company_id = ${company} and (${list(key)}) between ${keyIn(rollUp, first)} and ${keyIn(rollUp, last)}
  for update skip locked
),
gone as (
  delete from reporting.${name} kept using found where kept.ctid = found.ctid returning kept.*
),
added as (
${indented(insertInto(name, rollUp, table, moved, true))}
)
select count(*)${into} from gone`;
  const lock = `lock table reporting.${table.name} in row exclusive mode`;
  return `-- The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together.
create or replace function reporting.ranges_to_fold_${name}(company text)
returns table (first_key text[], last_key text[]) language plpgsql stable as $$
begin
  return query ${isCitus ? onShards(ranges, ' using company') : `\n${indented(ranges)}`.trim()};
end $$;

-- Folds the keys of a range: one row of a key in stripe 0 out of those of all stripes, none of those that add up to nothing; how many rows it
-- moved. What is read, and versions, stay the same. As a writer does, it locks the table whose rows the roll-up adds up, and the stripe that
-- it writes. Rows that an open transaction has locked are left. The planner can't know how short a range is, and would read the whole table.
create or replace function reporting.fold_${name}(company text, first_key text[], last_key text[]) returns integer language plpgsql
set lock_timeout = '1s' set enable_seqscan = off as $$
declare
  folded integer;
begin
  perform reporting.refuse_isolation('fold roll-ups', 'repeatable read', 'serializable');
  perform pg_advisory_xact_lock(hashtextextended(company, 0));
  ${isCitus ? onShards(lock, '') : lock};
${indented(isCitus ? onShards(fold(''), ' into folded using company, first_key, last_key') : fold(' into folded'))};
  return folded;
end $$;`;
}
