import type { Status } from '../api/reports.ts';

export const statusNames: Record<Status, string> = {
  upcoming: 'Upcoming',
  processing: 'Processing',
  failed: 'Failed',
  paid: 'Paid',
  deleted: 'Deleted',
};
export const statuses = Object.keys(statusNames) as Status[];

const moneyFormat = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const numberFormat = new Intl.NumberFormat('en');
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** US dollars. */
export const money = (amount: number) => moneyFormat.format(amount);
export const number = (value: number) => numberFormat.format(value);
export const day = (time: string) => dayFormat.format(new Date(time));
/** Of YYYY-MM. */
export const month = (text: string) => monthFormat.format(new Date(`${text}-01T00:00:00Z`));
/** Minutes as hours, such as 7:05. */
export const hours = (minutes: number) =>
  `${number(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}`;
