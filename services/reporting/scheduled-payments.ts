import type {
  _clientreporting_reporting_ListScheduledPaymentsRequest_SortField__Output as SortField,
  ListScheduledPaymentsRequest__Output,
} from '../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import { ScheduledPaymentStatus } from '../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { contractJoins, contractOrder, filterOf, personColumns, teamColumns, wantedContracts } from './contract.ts';
import { currentVersion, limit, offset, unlessKnown } from './report.ts';
import type { Question } from './report.ts';
import { edgeDays, edgeMonths, fromInstant, instantOf, monthInsteadOfYear, untilInstant, wholeYears } from './span.ts';

const statuses = Object.values(ScheduledPaymentStatus);

/**
 * The question for one page of a company's payments and the statistics of all that match. Its $10 is the statuses.
 * Nothing is counted or summed by reading payments but those of the days at the ends of the range; a page is cut from
 * index ranges that are in order already.
 */
export function scheduledPayments(request: ListScheduledPaymentsRequest__Output): Question {
  const { companyId, fromDate, toDate, scheduledPaymentStatuses, itemsPerPage, page, teamIds, contractorIds } = request;
  const { sortField, sortOrder } = request;
  const filtered = teamIds.length > 0 || contractorIds.length > 0;
  return {
    report: 'scheduled-payments',
    name: `scheduled-payments-${sortField}-${sortOrder}${filtered ? '-filtered' : ''}`,
    text: () => statementText(sortField, sortOrder, filtered),
    matching: [companyId, fromDate, toDate, filterOf(teamIds), filterOf(contractorIds)],
    alsoMatching: [scheduledPaymentStatuses.length > 0 ? scheduledPaymentStatuses : statuses],
    page,
    itemsPerPage,
  };
}

function statementText(sortField: SortField, direction: string, filtered: boolean): string {
  return `
    with current as materialized (${currentVersion}),
    wanted as materialized (${wantedContracts('fixed')}),
    totals as materialized (
      select
        coalesce(sum(payments_count), 0)::bigint as payments_count,
        coalesce(sum(payments_count) filter (where status = 'paid'), 0)::bigint as paid_payments_count,
        coalesce(sum(paid_amount), 0) as paid_amount
      from (${filtered ? contractTotals : companyTotals}) totals
    ),
    page as materialized (
      select id, row_number() over () as position
      from (${pageOf(sortField, direction, filtered)}) page
    )
    select
      (select version from current) as version,
      ${matchingCount}::float8 as "totalCount",
      ${unlessKnown(`
        (select json_build_object(
          'contractsCount', (${contractsCount(filtered)}),
          'scheduledPaymentsCount', payments_count,
          'paidScheduledPaymentsCount', paid_payments_count,
          'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
        )::text from totals)`)} as statistics,
      (
        select json_agg(json_build_object(
          '_id', p.id,
          'name', p.name,
          'amount', trim_scale(p.amount),
          'paidAmount', trim_scale(p.paid_amount),
          'status', p.status,
          'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'contract', json_build_object(
            '_id', c.id,
            'title', c.title,
            'contractor', ${personColumns('contractor')},
            'employer', ${personColumns('employer')},
            'team', case when team.id is not null then ${teamColumns} end
          )
        ) order by page.position)
        from page
        join reporting.scheduled_payments p on p.company_id = $1 and p.id = page.id
        join reporting.contracts c on c.company_id = $1 and c.id = p.contract_id
        ${contractJoins}
      )::text as results`;
}

const matchingCount = unlessKnown('(select payments_count from totals)', '$9::bigint');

const inRange = `p.scheduled_payment_on >= ${fromInstant} and p.scheduled_payment_on < ${untilInstant}`;

const ofWanted = 'contract_id = any (array(select id from wanted))';

const companyTotals = `
  select status, payments_count, paid_amount
  from reporting.payment_days
  where company_id = $1 and status = any ($10) and day >= $2::date and day <= $3::date`;

// That a piece isn't empty is said once more, of the parameters alone: its index is then not probed in vain.
const contractTotals = [
  ...[{ unit: 'year', within: wholeYears }, ...edgeMonths.map((within) => ({ unit: 'month', within }))].map(
    ({ unit, within: [from, until] }) => `
      select status, payments_count, paid_amount
      from reporting.payment_periods
      where company_id = $1 and ${ofWanted} and unit = '${unit}' and status = any ($10)
        and start >= ${from} and start < ${until} and ${from} < ${until}`,
  ),
  ...edgeDays.map(
    ([from, until]) => `
      select status, 1, paid_amount
      from reporting.scheduled_payments
      where company_id = $1 and ${ofWanted} and status = any ($10)
        and scheduled_payment_on >= ${instantOf(from)} and scheduled_payment_on < ${instantOf(until)}
        and ${from} < ${until}`,
  ),
].join(' union all ');

/**
 * Of a whole company, most contracts are seen in the roll-up of the range's whole years, or of a whole month. The others
 * are looked for one by one, each by a probe of an index.
 */
function contractsCount(filtered: boolean): string {
  const probed = (among: string) => `
    select count(*)
    from reporting.contracts c
    cross join lateral (
      select from reporting.scheduled_payments p
      where p.company_id = $1 and p.contract_id = c.id and p.status = any ($10) and ${inRange}
      limit 1
    ) payment
    where c.company_id = $1 and c.type = 'fixed' and ${among}`;
  if (filtered) return probed('c.id = any (array(select id from wanted))');
  const ofPeriod = (unit: string, [from, until]: readonly [string, string]) => `
    select contract_id, payments_count
    from reporting.payment_periods
    where company_id = $1 and unit = '${unit}' and start >= ${from} and start < ${until}
      and status = any (case when cardinality($10::text[]) = ${statuses.length} then '{any}' else $10 end)`;
  return `
    with seen as materialized (
      select contract_id
      from (${ofPeriod('year', wholeYears)} union all ${ofPeriod('month', monthInsteadOfYear)}) periods
      group by contract_id
      having sum(payments_count) > 0
    )
    select (select count(*) from seen) + (${probed('(c.id in (select contract_id from seen)) is not true')})`;
}

/** The ids of the page's payments, in order. */
function pageOf(sortField: SortField, direction: string, filtered: boolean): string {
  switch (sortField) {
    case 'scheduledPaymentOn':
    case 'date':
      return filtered ? gatheredOrWalked('scheduled_payment_on', direction, filtered) : soughtByDay(direction);
    case 'scheduledPaymentStatus':
      return gatheredOrWalked('scheduled_payment_on', direction, filtered, statusOrder(direction));
    case 'budget':
      return gatheredOrWalked('amount', direction, filtered);
    case 'paidAmount':
      return gatheredOrWalked('paid_amount', direction, filtered);
    case 'contract':
    case 'contractor':
      return walkedByContract(sortField, direction, filtered);
    default:
      return sortField satisfies never;
  }
}

const many = 5_000;

/**
 * Few payments are gathered by contract or date, and sorted. Of many, a page's worth is soon met when walking the
 * company's payments of each status in the order of the key.
 */
function gatheredOrWalked(key: string, direction: string, filtered: boolean, firstKey = ''): string {
  const order = `p.${key} ${direction}, p.id ${direction}`;
  const cut = `order by ${firstKey} ${order} ${limit} offset ${offset}`;
  return `
    (
      select p.id
      from unnest($10::text[]) wanted_status (status)
      ${filtered ? 'cross join wanted' : ''}
      cross join lateral (
        select p.id, p.status, p.${key}
        from reporting.scheduled_payments p
        where p.company_id = $1 and p.status = wanted_status.status and ${inRange}
          ${filtered ? 'and p.contract_id = wanted.id' : ''}
        offset 0
      ) p
      where ${matchingCount} <= ${many}
      ${cut}
    )
    union all
    (
      select p.id
      from unnest($10::text[]) wanted_status (status)
      cross join lateral (
        select p.id, p.status, p.${key}
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = $1 and p.status = wanted_status.status ${key === 'scheduled_payment_on' ? `and ${inRange}` : ''}
          order by ${order}
          offset 0
        ) p
        where ${inRange} ${filtered ? 'and (p.contract_id in (select id from wanted)) is true' : ''}
        order by ${order}
        limit ${offset} + $6
      ) p
      where ${matchingCount} > ${many}
      ${cut}
    )`;
}

function statusOrder(direction: string): string {
  return `array_position('{${statuses.join(',')}}', p.status) ${direction},`;
}

/** A page far in begins at the day that the counts say it begins on; only that day's rows are passed over. */
function soughtByDay(direction: string): string {
  const day = `to_timestamp((select sought[1] from sought))`;
  const rest = `(${offset} - coalesce((select sought[2] from sought), 0))`;
  const [from, until] =
    direction === 'asc'
      ? [`coalesce(${day}, ${fromInstant})`, untilInstant]
      : [fromInstant, `coalesce(${day} + interval '24 hours', ${untilInstant})`];
  return `
    with sought as materialized (
      select (
        select array[extract(epoch from day)::bigint, passed]
        from (
          select day, payments_count, sum(payments_count) over (order by day ${direction}) - payments_count as passed
          from (
            select day, sum(payments_count)::bigint as payments_count
            from (${companyTotals.replace('status,', 'day,')}) days
            group by day
          ) days
        ) days
        where $7::bigint > 1 and passed + payments_count > ${offset}
        order by day ${direction}
        limit 1
      ) as sought
    )
    select p.id
    from unnest($10::text[]) wanted_status (status)
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from reporting.scheduled_payments p
      where p.company_id = $1 and p.status = wanted_status.status
        and p.scheduled_payment_on >= ${from} and p.scheduled_payment_on < ${until}
      order by p.scheduled_payment_on ${direction}, p.id ${direction}
      limit ${rest} + $6
    ) p
    order by p.scheduled_payment_on ${direction}, p.id ${direction}
    ${limit} offset ${rest}`;
}

/** Contracts are walked in their order until the page is full. */
function walkedByContract(sortField: 'contract' | 'contractor', direction: string, filtered: boolean): string {
  return `
    select p.id
    from (
      select c.id, row_number() over (order by ${contractOrder(sortField, direction)}) as position
      from reporting.contracts c
      join reporting.people contractor on contractor.id = c.contractor_id
      where c.company_id = $1 and c.type = 'fixed' ${filtered ? 'and c.id = any (array(select id from wanted))' : ''}
      order by position
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from unnest($10::text[]) wanted_status (status)
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = $1 and p.contract_id = c.id and p.status = wanted_status.status and ${inRange}
        order by p.scheduled_payment_on ${direction}, p.id ${direction}
        limit ${offset} + $6
      ) p
      order by p.scheduled_payment_on ${direction}, p.id ${direction}
      limit ${offset} + $6
    ) p
    order by c.position, p.scheduled_payment_on ${direction}, p.id ${direction}
    ${limit} offset ${offset}`;
}
