import { today } from '../api/dates.ts';
import { unpaid } from '../api/reports.ts';
import type { Contract, ReportQuery, Status } from '../api/reports.ts';

export const statusNames: Record<Status, string> = {
  upcoming: 'Upcoming',
  processing: 'Processing',
  failed: 'Failed',
  paid: 'Paid',
  deleted: 'Deleted',
};
export const statuses = Object.keys(statusNames) as Status[];
/** Colors: of a status in every chart, of all that is scheduled, and of what has no status. */
export type Tone = Status | 'scheduled' | 'first' | 'second' | 'third' | 'then';
export const toneOf = (tone: Tone) => ({ '--tone': `var(--${tone})` });

const moneyFormat = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const compactMoneyFormat = new Intl.NumberFormat('en', {
  ...{ style: 'currency', currency: 'USD', notation: 'compact', maximumSignificantDigits: 3 },
} as const);
const numberFormat = new Intl.NumberFormat('en');
const percentFormat = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const monthOnly = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
// Without a locale: the browser's locale, which its date fields have too.
const dayOrder = new Intl.DateTimeFormat().formatToParts().flatMap(({ type }) => (type === 'literal' ? [] : [type]));

export const monthNames = Array.from({ length: 12 }, (_, index) => monthOnly.format(Date.UTC(2000, index)));
/** US dollars. */
export const money = (amount: number) => moneyFormat.format(amount);
/** For an axis or a bar, such as $1.5M. */
export const compactMoney = (amount: number) => compactMoneyFormat.format(amount);
export const number = (value: number) => numberFormat.format(value);
/** Of 0 to 100, always with two decimals. */
export const percent = (value: number) => `${percentFormat.format(value)} %`;
/** Of a difference, with its sign. */
export const signed = (format: (value: number) => string) => (value: number) =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${format(Math.abs(value))}`;
/** Of a difference, such as +9.3 %; nothing where there was nothing before. */
export const shareOf = (part: number) =>
  Number.isFinite(part) ? `${signed(number)(Math.round(part * 1_000) / 10)} %` : '';
/** In English, in the order of the browser's date fields. */
export const day = (time: string) => {
  const parts = dayFormat.formatToParts(new Date(time));
  return dayOrder.map((name) => parts.find(({ type }) => type === name)?.value).join(' ');
};
/** Of YYYY-MM. */
export const month = (text: string) => monthFormat.format(new Date(`${text}-01T00:00:00Z`));
/** Minutes as hours, such as 7:05. */
export const hours = (minutes: number) =>
  `${number(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}`;
export const personName = ({ firstName, lastName }: Contract['contractor']) => `${firstName} ${lastName}`.trim();
/** One of something, or several. */
export const counted = (count: number, one: string) => `${number(count)} ${one}${count === 1 ? '' : 's'}`;
export const isUnpaid = (statuses: Status[]) => statuses.join() === unpaid.join();
/** What is scheduled of these statuses and days. */
export const scheduledName = (query: ReportQuery) => {
  const [status, ...others] = query.scheduledPaymentStatuses;
  if (status !== undefined && others.length === 0) return statusNames[status];
  if (isUnpaid(query.scheduledPaymentStatuses)) return 'Unpaid';
  if (query.fromDate >= today()) return 'Due';
  return status !== undefined && [status, ...others].includes('deleted') ? 'Scheduled and deleted' : 'Scheduled';
};
