import { lengthOf, presetOf } from '../api/dates.ts';
import type { Range } from '../api/dates.ts';
import { day, month, monthNames } from './formats.ts';
import { storageOf } from './storage.ts';

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** As a name: the preset's name, or "October 2026". */
export function periodName(range: Range): string {
  const begins = yearBegins();
  const preset = presetOf(range, begins);
  // Not the year of the calendar.
  const from = begins > 1 && preset && /year|quarter/i.test(preset) ? `, from ${monthNames[begins - 1]}` : '';
  return preset ? `${preset}${from}` : daysOf(range)[1];
}

/** As a part of a sentence: "in October 2026", "from 3 Mar 2026 to 4 Apr 2026". */
export function inPeriod(range: Range): string {
  const preset = presetOf(range, yearBegins());
  if (preset === 'Last 12 months' || preset === 'Next 30 days') return `in the ${preset.toLowerCase()}`;
  return daysOf(range).join(' ');
}

function daysOf(range: Range): [preposition: string, days: string] {
  const { fromDate, toDate } = range;
  const { from, count, days } = lengthOf(range);
  const [last, year] = [new Date(toDate), fromDate.slice(0, 4)];
  if (!days) return ['', 'No days'];
  if (days === 1) return ['on', day(fromDate)];
  if (count === 1) return ['in', monthFormat.format(from)];
  if (count === 12 && from.getUTCMonth() === 0) return ['in', year];
  if (count > 0 && toDate.startsWith(year))
    return ['from', `${monthNames[from.getUTCMonth()]} to ${monthFormat.format(last)}`];
  if (count > 0) return ['from', `${month(fromDate.slice(0, 7))} to ${month(toDate.slice(0, 7))}`];
  return ['from', `${day(fromDate)} to ${day(toDate)}`];
}

const yearBeginsItem = 'yearBegins';

/** The month in which the fiscal year begins, 1 to 12: a setting of this browser. */
export function yearBegins(): number {
  return Number(storageOf('localStorage')?.getItem(yearBeginsItem) ?? 1);
}

export function setYearBegins(month: number): void {
  storageOf('localStorage')?.setItem(yearBeginsItem, String(month));
}
