import type { Group } from '../../../proto/report.ts';
import type { SummedTable } from './summed-tables.ts';
import { groupKeys, keyJoin, ownGroups } from './groups.ts';
import { identifier, joined, list, quoted, sql } from './statement.ts';
import type { Sql } from './statement.ts';

/** What a report sums up: a roll-up by `contract_id`, `unit` and `start`, and rows, as which days are read. */
export type Sums<Sum extends string = string> = {
  table: SummedTable<Sum>;
  rollUp: Sql;
  /** The table of rows, and its alias. */
  rows: Sql;
  /** When a row is: its column, that as a date, and a date in the type of the column. */
  at: { column: Sql; date: Sql; ofDate: (date: Sql) => Sql };
  /** Reads `segment` and `part`: the sums of the company in segments of the range, or in months and parts of them. */
  ofCompany: (byMonth: boolean) => Sql;
  /** The roll-up of the company, and its rows there: its months are those in which it may have rows. */
  months: Sql;
};

/** The segments that are read, with conditions on the roll-up, or on another one, and on rows. `isByRow`: where only rows can answer. */
export type Read = { segments: Sql; from?: Sql; rollUp: Sql[]; rows: Sql[]; isByRow?: boolean };

/** How contracts are counted, those of a status by sums that have a column for each. */
export type Counted = { read: Read; byStatus?: Sums & { columns: Record<string, string> } };

export type SumKey = 'contract_id' | 'status' | 'start';

export const segmentsOfRange = sql`reporting.date_segments(:dateSegments)`;
export const segmentsOfMonths = sql`reporting.date_segments(:monthSegments)`;

/** Reads `segment` and `part`: the roll-ups of the months, years and all time of a range, and the rows of its days. */
export function partsOf<Sum extends string>(of: Parts<Sum>, keys: SumKey[], sums: readonly Sum[], read: Read): Sql {
  return sql`
    -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
    from ${read.segments} segment cross join lateral (
      ${partsOfSegment(of, keys, sums, read)}
    ) part`;
}

type Parts<Sum extends string> = Pick<Sums<Sum>, 'table' | 'rollUp' | 'rows' | 'at'>;

function partsOfSegment<Sum extends string>(
  { table, rollUp, rows, at }: Parts<Sum>,
  keys: SumKey[],
  sums: readonly Sum[],
  read: Omit<Read, 'segments'>,
): Sql {
  const ofRows = { contract_id: sql`contract_id`, status: sql`status`, start: at.date };
  const ofPeriods = [
    sql`company_id = :companyId`,
    sql`unit = segment.unit`,
    sql`start >= segment.start`,
    sql`start < segment.until`,
  ];
  const ofDays = [
    sql`company_id = :companyId`,
    sql`segment.unit = 'day'`,
    sql`${at.column} >= ${at.ofDate(sql`segment.start`)}`,
    sql`${at.column} < ${at.ofDate(sql`segment.until`)}`,
  ];
  return sql`
    select ${list([...keys, ...sums].map(identifier))} from reporting.${read.from ?? rollUp}
    where ${joined([...ofPeriods, ...read.rollUp], ' and ')}
    union all
    select ${list([...keys.map((key) => ofRows[key]), ...sums.map((sum) => table.sums[sum])])} from reporting.${rows}
    where ${joined([...ofDays, ...read.rows], ' and ')} offset 0`;
}

/** A sum over segments. Float8 holds whole numbers exactly below 2^53. */
export function added<Sum extends string>({ table }: Pick<Sums<Sum>, 'table'>, sum: Sum): Sql {
  const value = identifier(sum);
  return table.amounts.includes(sum)
    ? sql`sum(case sign when 1 then ${value} else -${value} end)`
    : sql`sum(sign * ${value}::float8)::bigint`;
}

/** Selects the sums of each contract with rows in the range, and of its months and statuses where these are keys. */
export function sumsBy<Sum extends string>(of: Sums<Sum>, keys: SumKey[], summed: readonly Sum[], read: Read): Sql {
  return sql`
    select ${list([...keys.map(keyOf), ...summed.map((sum) => sql`${added(of, sum)} as ${identifier(sum)}`)])}
    ${partsOf(of, keys, [...new Set([of.table.count, ...summed])], read)}
    ${groupBy(of, keys)}`;
}

const keyOf = (key: SumKey) =>
  key === 'start' ? sql`date_trunc('month', part.start::timestamp)::date as start` : sql`part.${key}`;

const groupBy = <Sum extends string>(of: Sums<Sum>, keys: SumKey[]) =>
  sql`
  group by ${joined(keys.map((_, index) => identifier(index + 1)))}
  -- Without those that have no rows in the range.
  having ${added(of, of.table.count)} > 0`;

/** The CTE `totals`, out of sums. */
export function totalsOf(summed: readonly string[], from: Sql, contractsCount?: Sql): Sql {
  const counted = contractsCount === undefined ? [] : [sql`${contractsCount} as contracts_count`];
  return sql`
    totals as materialized (
      -- Of all that match.
      select ${list([...counted, ...summed.map((sum) => sql`coalesce(sum(${identifier(sum)}), 0) as ${identifier(sum)}`)])}
      from ${from}
    )`;
}

/** The CTEs of sums by groups: `groups`, with a row for each, and `totals`. With `counted`, both count contracts. */
export function groupedSums<Sum extends string>(
  of: Sums<Sum>,
  groups: Group[],
  summed: readonly Sum[],
  { isFiltered, areFew, counted, read }: { isFiltered: boolean; areFew: boolean; counted?: Counted; read: Read },
): Sql[] {
  const own = ownGroups(groups);
  if (isFiltered || own.length < groups.length) {
    const contracts = counted ? [sql`count(*) as contracts_count`] : [];
    const grouped = sql`
      select ${list([...groupKeys(groups), ...contracts, ...summed.map((sum) => sql`sum(${identifier(sum)}) as ${identifier(sum)}`)])}
      from sums
      ${keyJoin(groups, areFew)}
      group by ${joined(groupKeys(groups))}`;
    return [
      sql`
        sums as materialized (
          ${sumsOfContracts(of, own, summed, read)}
        )`,
      sql`
        groups as materialized (
          ${groups.includes('contract') ? sql`select *${counted ? ', 1::bigint as contracts_count' : ''} from sums` : grouped}
        )`,
      totalsOf(
        summed,
        sql`groups`,
        counted && sql`(select count(*) from (select from sums group by contract_id) contracts)`,
      ),
    ];
  }
  const counts =
    counted &&
    sql`
    join (
      ${contractsBy(of, own, counted)}
    ) counts using (${joined(own.map(identifier))})`;
  const contracts =
    counted &&
    sql`
    (select count(*) from (
      ${sumsBy(of, ['contract_id'], [], counted.read)}
    ) contracts)`;
  return [
    sql`
      groups as materialized (
        -- From the sums of the company; only the contracts of each group are counted.
        select * from (
          select ${list([...own.map(keyOf), ...summed.map((sum) => sql`${added(of, sum)} as ${identifier(sum)}`)])}
          ${of.ofCompany(own.includes('start'))}
          ${groupBy(of, own)}
        ) of_company
        ${counts ?? ''}
      )`,
    totalsOf(summed, sql`groups`, contracts),
  ];
}

function contractsBy<Sum extends string>(of: Sums<Sum>, own: SumKey[], { read, byStatus }: Counted): Sql {
  if (!byStatus || !own.includes('status')) {
    return sql`
      select ${list([...own.map(identifier), sql`count(*) as contracts_count`])} from (
        ${sumsOfContracts(of, own, [], read)}
      ) of_contracts group by ${joined(own.map(identifier))}`;
  }
  const others = own.filter((key) => key !== 'status');
  const counts = Object.values(byStatus.columns);
  const counted = counts.map(identifier).map((count) => sql`count(*) filter (where ${count} > 0) as ${count}`);
  const rows = Object.entries(byStatus.columns).map(
    ([status, count]) => sql`(${quoted(status)}, ${identifier(count)})`,
  );
  return sql`
    -- A contract is read once for all statuses.
    select ${list([...own.map(identifier), sql`contracts_count`])} from (
      select ${list([...others.map(identifier), ...counted])} from (
        ${sumsOfContracts(byStatus, others, counts, read)}
      ) of_contracts
      ${others.length > 0 ? sql`group by ${joined(others.map(identifier))}` : ''}
    ) of_statuses
    cross join lateral (values ${list(rows)}) of_status (status, contracts_count)`;
}

const sumsOfContracts = <Sum extends string>(of: Sums<Sum>, own: SumKey[], summed: readonly Sum[], read: Read) =>
  own.includes('start') ? sumsByMonth(of, own, summed, read) : sumsBy(of, ['contract_id', ...own], summed, read);

function sumsByMonth<Sum extends string>(of: Sums<Sum>, own: SumKey[], summed: readonly Sum[], read: Read): Sql {
  const keys: SumKey[] = ['contract_id', ...own.filter((key) => key !== 'start')];
  const isWhole = sql`start >= :fromDate::date and start + interval '1 month' <= :toDate::date + 1`;
  return sql`
    select of_month.*, segment.month as start
    -- Month by month: the sums of all contracts in all months at once would not fit into memory.
    from (
      -- A month that is whole in the range from the roll-up, a part of one from the rows. The first may begin up to 31 days before the range.
      select distinct start as month, 1 as sign,
        ${read.isByRow ? "'day'" : sql`case when ${isWhole} then 'month' else 'day' end`} as unit,
        greatest(start, :fromDate::date) as start, least(start + interval '1 month', :toDate::date + 1)::date as until
      from reporting.${of.months}
        and unit = 'month' and start > :fromDate::date - 31 and start <= :toDate::date
    ) segment cross join lateral (
      select ${list([...keys.map(keyOf), ...summed.map((sum) => sql`${added(of, sum)} as ${identifier(sum)}`)])}
      from (
        ${partsOfSegment(of, keys, [...new Set([of.table.count, ...summed])], read)}
      ) part
      ${groupBy(of, keys)}
    ) of_month`;
}
