import type { Change } from '../api/address.ts';
import { comparedWith, isToDate, unpaid } from '../api/reports.ts';
import type { ReportQuery, Status } from '../api/reports.ts';
import type { Answer } from '../api/use-report.ts';
import { figures, measuredBy, measureName, ofStatus, scheduledOf } from '../charts/figures.ts';
import type { Figure } from '../charts/figures.ts';
import { shareOf } from '../parts/formats.ts';
import { inPeriod } from '../parts/periods.ts';

type HeadlineProps = { answer: Answer; change: Change };

/** What one came for as one large figure, how it compares, and the other totals in a line: over all that matches, not over the page. */
export function Headline({ answer, change }: HeadlineProps) {
  const { query, totals, before } = answer;
  const { main } = measuredBy(answer);
  const now = main.valueIn(totals);
  const then = before && main.valueIn(before.statistics);
  return (
    <section class="head" aria-labelledby="headline">
      <h2 id="headline">
        {measureName(query)}
        {query.measure === 'paid' && ', of what is scheduled'} {inPeriod(query)}
      </h2>
      <p class="headline">{main.format(now)}</p>
      {then !== undefined && (
        <p class="change">
          {isToDate(query) && 'To date: '}
          {then === 0 ? 'Nothing' : `${shareOf((now - then) / then)} against ${main.format(then)}`}{' '}
          {inPeriod(comparedWith(query))}
        </p>
      )}
      <dl class="row figures" aria-label="Totals">
        {othersOf(query).map(({ name, valueIn, format, status }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {status ? (
                <button
                  type="button"
                  class="filter"
                  title={`Show only ${name.toLowerCase()}`}
                  onClick={() => change({ scheduledPaymentStatuses: [status] })}
                >
                  {format(valueIn(totals))}
                </button>
              ) : (
                format(valueIn(totals))
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function othersOf(query: ReportQuery): (Figure & { status?: Status })[] {
  const { amount, billable, billed, manual, overtime, activity, paid, payments, paidPayments, contracts } = figures;
  if (query.report === 'timesheets') return [amount, billable, billed, manual, overtime, activity];
  const statuses = query.scheduledPaymentStatuses;
  const shown = unpaid.filter((status) => statuses.length === 0 || statuses.includes(status));
  return [
    // Of one status, the large figure says all.
    ...(statuses.length === 1
      ? []
      : [
          query.measure === 'paid' ? scheduledOf(query) : paid,
          ...shown.map((status) => ({ ...ofStatus(status), status })),
        ]),
    ...[payments, paidPayments, contracts],
  ];
}
