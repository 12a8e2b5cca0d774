import { clientIdRule, isClientId } from '../services/auth/clients/client-id.ts';

/** Reads one field of a row: the text as Postgres takes it. Throws a FieldError with the reason when it is wrong. */
export type Field = {
  type: string;
  /** Whether the field may be empty, which means null. */
  optional: boolean;
  /** Whether the field may be empty, which is then a text of no characters. */
  isBlankAllowed?: boolean;
  /** What every row has where the file lacks the column. Without one, a file must have it. */
  default?: string;
  read: (text: string) => string;
};

export class FieldError extends Error {}

/** Up to three of them stand in a row of an index, which holds 2,704 bytes. */
export function id(): Field {
  const inner = text(500);
  return field('text', (given) => {
    if (Buffer.byteLength(given) > 800) throw new FieldError('must have at most 800 bytes in UTF-8');
    return inner.read(given);
  });
}

/** As long as the tables take it. Characters are counted as Postgres does: one beyond U+FFFF, which has two of JavaScript's, is one. */
export function text(maxLength = 1_000, minLength = 1): Field {
  return field('text', (given) => {
    if (given.includes('\0')) throw new FieldError('holds a NUL character');
    if (given.length > maxLength && Array.from(given).length > maxLength) {
      throw new FieldError(`must have at most ${maxLength} characters`);
    }
    if (given.length < 2 * minLength && Array.from(given).length < minLength) {
      throw new FieldError(`must have at least ${minLength} characters`);
    }
    return given;
  });
}

export function clientId(): Field {
  return field('text', (given) => {
    if (!isClientId(given)) throw new FieldError(clientIdRule);
    return given;
  });
}

export function oneOf(...values: string[]): Field {
  return field('text', (given) => {
    if (!values.includes(given)) throw new FieldError(`must be one of ${values.join(', ')}, not ${quoted(given)}`);
    return given;
  });
}

export function money(): Field {
  return field('numeric', (given) => {
    if (/^-?\d{1,13}(\.\d{1,2})?$/.test(given)) return given;
    throw new FieldError(
      `must be a decimal with at most two places and 13 digits before them, not ${quoted(given)}${pointHint(given)}`,
    );
  });
}

export function minutes(): Field {
  return field('integer', (given) => {
    if (/^\d{1,9}$/.test(given)) return given;
    throw new FieldError(
      `must be a whole number of minutes that is not negative, not ${quoted(given)}${minutesHint(given)}`,
    );
  });
}

export function percent(): Field {
  return field('numeric', (given) => {
    if (/^\d{1,3}(\.\d{1,15})?$/.test(given) && Number(given) <= 100) return given;
    throw new FieldError(`must be a number from 0 to 100, not ${quoted(given)}${pointHint(given)}`);
  });
}

export function day(): Field {
  return field('date', (given) => {
    if (isDay(given)) return given;
    throw new FieldError(`must be a calendar date, YYYY-MM-DD, not ${quoted(given)}${dateHint(given)}`);
  });
}

/** A day is its midnight in UTC; a time without an offset is in UTC. Its year in UTC has four digits too. */
export function instant(): Field {
  const time = /^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/;
  return field('timestamptz', (text) => {
    const given = text.toUpperCase();
    if (!isDay(given.slice(0, 10)) || (given.length > 10 && !time.test(given.slice(10)))) {
      throw new FieldError(`must be a date or an ISO 8601 date-time, not ${quoted(text)}${dateHint(text)}`);
    }
    if (!isInYearsInUtc(given)) throw new FieldError(`must be in the years 0001 to 9999 in UTC, not ${quoted(text)}`);
    // Postgres keeps six decimals of seconds, and would round up.
    return given.replace(/(\.\d{6})\d+/, '$1');
  });
}

/** As people have one name, and the other is empty. */
export function orBlank(inner: Field): Field {
  return { ...inner, isBlankAllowed: true };
}

export function optional(inner: Field): Field {
  return { ...inner, optional: true };
}

export function withDefault(inner: Field, value: string): Field {
  return { ...inner, default: value };
}

function field(type: string, read: (text: string) => string): Field {
  return { type, optional: false, read };
}

function isDay(given: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(given) || given < '0001') return false;
  // A day that its month lacks is not a date, or one of the next month.
  return new Date(`${given}T00:00:00Z`).getUTCDate() === Number(given.slice(8));
}

/** Only the first and the last day can leave those years by an offset. */
function isInYearsInUtc(given: string): boolean {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)?$/.exec(given.slice(16)) ?? [];
  if (sign === undefined || !/^(0001-01-01|9999-12-31)/.test(given)) return true;
  const offsetMinutes = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const year = new Date(
    Date.parse(`${given.slice(0, 16).replace(' ', 'T')}Z`) - offsetMinutes * 60_000,
  ).getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

/** For numbers as spreadsheets of other countries write them, with currencies or not. Of 1.234 it is not known how much it is. */
function pointHint(given: string): string {
  const number = given.normalize('NFKC').replace(/^(\p{Sc}|USD)\s*|\s*(\p{Sc}|USD|%)$/giu, '');
  const [, sign, whole = '', decimals] =
    /^([-−]?)([1-9]\d{0,2}(?:[., '’]?\d{3})*?|0)(?:[.,](\d{1,2}))?$/.exec(number) ?? [];
  const isAmbiguous = /^[\d.]+$/.test(given);
  if (sign === undefined || isAmbiguous) return '';
  const digits = `${sign && '-'}${whole.replace(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}`;
  return `: write ${digits}, with a point and without signs or separators of thousands`;
}

/** For hours and minutes. */
function minutesHint(given: string): string {
  const [, hours, minutes] = /^(\d{1,4}):([0-5]\d)(?::00)?$/.exec(given) ?? [];
  return hours === undefined ? '' : `: write ${Number(hours) * 60 + Number(minutes)}, the minutes of this time`;
}

/** For days as people write them. Of 01/02/2026 the order is not known; Excel counts days from the end of 1899. */
function dateHint(given: string): string {
  if (/^[1-9]\d{4}([.,]\d+)?$/.test(given)) {
    const day = new Date(Date.UTC(1899, 11, 30 + Number.parseInt(given, 10))).toISOString().slice(0, 10);
    return `: write ${day} if it is a day as Excel counts them; format the cells as dates`;
  }
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(given) ?? [];
  const meant = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isDay(meant)) return `: write ${meant}`;
  if (/^\d{4}-\d\d-\d\d/.test(given)) return '';
  return /^\d{1,4}[/.-](\d{1,2}|\p{L}{3,})[/.-]\d{1,4}|\p{L}{3,}/u.test(given)
    ? ': write the year, the month and the day, as 2026-12-31'
    : '';
}

function quoted(given: string): string {
  return JSON.stringify(given.length > 60 ? `${given.slice(0, 60)}…` : given);
}
