import { ordinary } from '../../support/reports/shapes-data.ts';
import type { Shape } from '../../support/reports/shapes-data.ts';

export const benchSpan = { fromDate: '2024-01-01', toDate: '2025-12-31' };

/** Companies by size: as many payments as timesheet days, over two years, on as many contracts of either type. */
export const benchCompanies = [
  { id: 'c1k', rows: 1_000, count: 20 },
  { id: 'c10k', rows: 10_000, count: 100 },
  { id: 'c100k', rows: 100_000, count: 500 },
  { id: 'c1m', rows: 1_000_000, count: 2_000 },
].map(({ count, ...company }): Shape => ({
  ...company,
  about: `${count} contracts`,
  contracts: { fixed: count, hourly: count },
  ...ordinary,
  day: '1095 + n * 7919 % 731',
  workDay: '1095 + n / contracts * 731 / (days / contracts + 1)',
}));
