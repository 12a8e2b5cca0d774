/**
 * A range of days, $2 to $3, cut into the whole periods within it and the days at its ends, as SQL expressions of dates.
 * Every piece is half-open; a piece that the range doesn't have is empty.
 */
const until = `($3::date + 1)`;

const firstMonth = `date_trunc('month', $2::date + interval '1 month' - interval '1 day')::date`;
const endMonth = `date_trunc('month', ${until}::timestamp)::date`;
const monthsFrom = `(case when ${firstMonth} < ${endMonth} then ${firstMonth} else ${until} end)`;
const monthsUntil = `(case when ${firstMonth} < ${endMonth} then ${endMonth} else ${until} end)`;

const firstYear = `date_trunc('year', $2::date + interval '1 year' - interval '1 day')::date`;
const endYear = `date_trunc('year', ${until}::timestamp)::date`;
const yearsFrom = `(case when ${firstYear} < ${endYear} then ${firstYear} else ${monthsUntil} end)`;
const yearsUntil = `(case when ${firstYear} < ${endYear} then ${endYear} else ${monthsUntil} end)`;

/** Days before the first whole month, and after the last. */
export const edgeDays = [
  ['$2::date', monthsFrom],
  [monthsUntil, until],
] as const;

export const wholeYears = [yearsFrom, yearsUntil] as const;

/** Whole months before the first whole year, and after the last. */
export const edgeMonths = [
  [monthsFrom, yearsFrom],
  [yearsUntil, monthsUntil],
] as const;

/** The last whole month of a range that has no whole year. */
export const monthInsteadOfYear = [
  `(case when ${firstMonth} < ${endMonth} and ${firstYear} >= ${endYear}
    then ${endMonth} - interval '1 month' else ${monthsUntil} end)::date`,
  monthsUntil,
] as const;

/** The range as instants. */
export const fromInstant = `($2::date::timestamp at time zone 'UTC')`;
export const untilInstant = `(${until}::timestamp at time zone 'UTC')`;

/** The beginning of a day as an instant. */
export function instantOf(day: string): string {
  return `(${day}::timestamp at time zone 'UTC')`;
}
