import { lengthOf } from '../api/dates.ts';
import type { Range } from '../api/dates.ts';
import { day } from './formats.ts';

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "October 2026", "January – March 2026", "3 Mar 2026 to 4 Apr 2026". */
export function periodName(range: Range): string {
  return daysOf(range)[1];
}

/** As a part of a sentence: "in October 2026", "from 3 Mar 2026 to 4 Apr 2026". */
export function inPeriod(range: Range): string {
  return daysOf(range).join(' ');
}

function daysOf(range: Range): [preposition: string, days: string] {
  const { fromDate, toDate } = range;
  const { days, wholeMonths } = lengthOf(range);
  if (days === 0) return ['', 'No days'];
  if (days === 1) return ['on', day(fromDate)];
  if (wholeMonths === 12 && fromDate.endsWith('-01-01')) return ['in', fromDate.slice(0, 4)];
  if (wholeMonths > 0) return ['in', monthFormat.formatRange(new Date(fromDate), new Date(toDate))];
  return ['from', `${day(fromDate)} to ${day(toDate)}`];
}
