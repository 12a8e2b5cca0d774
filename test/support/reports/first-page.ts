import { noFilters } from '../../../proto/report.ts';
import type { PageRequest } from '../../../services/reporting/answers/report.ts';

/** Of no filter and whatever version the data have. */
export const firstPage: Omit<PageRequest, 'companyId' | 'fromDate' | 'toDate' | 'sortField' | 'sortOrder'> = {
  ...noFilters,
  page: 1,
  itemsPerPage: 10,
  ifMatch: [],
  ifNoneMatch: [],
  leastVersion: '',
};
