import type { PageRequest } from '../../../services/reporting/answers/pages.ts';
import type { ReportRequest } from '../../../services/reporting/answers/report.ts';
import { sentFilters } from './filter-query.ts';
import type { FilterValues } from './filter-query.ts';

/** Of whatever version the data have; with what is given. */
export function firstPage<Given extends Partial<FilterValues> & Record<string, unknown>>(given: Given): Usual & Given {
  const usual = { page: 1, itemsPerPage: 10, ifMatch: [], ifNoneMatch: [], leastVersion: '' };
  return { ...usual, ...given, filters: sentFilters(given) };
}

type Usual = Omit<PageRequest, 'companyId'> & Pick<ReportRequest, 'filters'>;
