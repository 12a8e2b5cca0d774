import type { ListRequest__Output } from '../../proto/generated/clientreporting/reporting/ListRequest.ts';
import type { NamesRequest__Output } from '../../proto/generated/clientreporting/reporting/NamesRequest.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import { valuesGiven } from '../../proto/report.ts';
import type { Filters } from '../../proto/report.ts';
import type { CallOptions } from '../../runtime/grpc/rpc-call.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import type { Answer } from './fit.ts';

export type Remarks = (
  request: Partial<ListRequest__Output>,
  answer: Answer,
  options: CallOptions,
) => Promise<string[]>;

/** What a model would take for an answer to another question: totals with deleted payments, and zeros for ids that are none. */
export function createRemarks(reporting: RpcClient<ReportingDefinition>, filters: Filters): Remarks {
  const onIds = async (name: string, list: 'teams' | 'contractors', given: string[], options: CallOptions) => {
    if (given.length === 0) return [];
    // What a request leaves out is empty on the wire.
    const names = { list, ids: given, page: 1, itemsPerPage: 1 } as NamesRequest__Output;
    const { json } = await reporting.ListNames(names, options);
    const { pagination } = JSON.parse(json.toString()) as { pagination: { totalCount: number } };
    const missing = given.length - pagination.totalCount;
    if (missing === 0) return [];
    return [
      `Of ${name}, ${missing} of ${given.length} ${missing === 1 ? 'is no id' : 'are no ids'}: \`find\` has the ids.`,
    ];
  };

  const onDeleted: Remarks = async (request, { version }, options) => {
    const { report, filters: given = [] } = request;
    const statuses = valuesGiven(given, 'scheduledPaymentStatuses');
    const isCounted = statuses.length === 0 || (statuses.length > 1 && statuses.includes('deleted'));
    if (report !== 'scheduled-payments' || !isCounted) return [];
    const deleted = await reporting.List(
      {
        ...request,
        filters: [
          ...given.filter(({ name }) => name !== 'scheduledPaymentStatuses'),
          { name: 'scheduledPaymentStatuses', values: ['deleted'] },
        ],
        groupBy: ['status'],
        ...{ sortField: 'groupBy', sortOrder: 'asc', page: 1, itemsPerPage: 1 },
      } as ListRequest__Output,
      options,
    );
    const { statistics } = JSON.parse(deleted.json.toString()) as { statistics: Record<string, number> };
    const { scheduledPaymentsCount = 0, totalScheduledPaymentsAmount } = statistics;
    const remedy = 'Filter by scheduledPaymentStatuses to leave them out.';
    if (deleted.version !== version) return [`The totals count deleted payments, too. ${remedy}`];
    if (scheduledPaymentsCount === 0) return [];
    const sum = `${scheduledPaymentsCount} deleted (amount ${totalScheduledPaymentsAmount})`;
    return [`The totals count payments that are deleted, too: ${sum}. ${remedy}`];
  };

  return async (request, answer, options) => {
    const ids = Object.entries(filters).map(([name, filter]) =>
      filter.kind === 'ids' ? onIds(name, filter.list, valuesGiven(request.filters ?? [], name), options) : [],
    );
    return (await Promise.all([...ids, onDeleted(request, answer, options)])).flat();
  };
}
