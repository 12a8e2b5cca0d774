import { clientIdRule, isClientId } from '../auth/clients/client-id.ts';

/** Reads one field of a row: the text as Postgres takes it. Throws a FieldError with the reason when it is wrong. */
export type Field = {
  type: string;
  /** Whether the field may be empty, which means null. */
  optional: boolean;
  /** Whether the field may be empty, which is then a text of no characters. */
  isBlankAllowed?: boolean;
  /** What new rows have where the file lacks the column; others keep theirs. Without one, a file must have it. */
  default?: string;
  /** @param isAnyId whether ids may be of a form that spreadsheets make of others */
  read: (text: string, isAnyId: boolean) => string;
};

export class FieldError extends Error {}

/** Up to three of them stand in a row of an index, which holds 2,704 bytes. */
export function id(): Field {
  const inner = text(500);
  return field('text', (given, isAnyId) => {
    if (Buffer.byteLength(given) > 800) throw new FieldError('must have at most 800 bytes in UTF-8');
    requireOwn(given, isAnyId);
    return inner.read(given, isAnyId);
  });
}

/** What spreadsheets write of ids such as 1234567890123456 or 71e3, 3-4 or MAR2024, and 3-4-24, and in place of a formula. */
const ofSpreadsheet = [
  /^-?\d(\.\d+)?e[+-]\d{2,3}$/i,
  /^(?=.*\d)(\d{1,2}-)?(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(-\d\d)?$/,
  /^\d{1,2}\/\d{1,2}\/\d{4}$/,
  /^#(#+|N\/A|[A-Z/0]+[?!])$/,
];

/** Two ids must not look alike: padded ones, as of CHAR columns, or those that a spreadsheet rewrote, would be rows of their own. */
function requireOwn(given: string, isAnyId: boolean): void {
  if (!isAnyId && ofSpreadsheet.some((form) => form.test(given))) {
    throw new FieldError(
      `looks like an id that a spreadsheet rewrote: ${quoted(given)}; export the file without opening it there, or take such ids with --allow-spreadsheet-ids`,
    );
  }
  if (/^ | $|[^\P{Z} ]|\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/u.test(given)) {
    throw new FieldError(
      `must have no blanks at its ends, and no invisible characters or blanks other than spaces, not ${quoted(given)}`,
    );
  }
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
  return field('text', (given, isAnyId) => {
    if (!isClientId(given)) throw new FieldError(clientIdRule);
    requireOwn(given, isAnyId);
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
    throw new FieldError(`must be a decimal with at most two places and 13 digits before them, not ${quoted(given)}`);
  });
}

export function minutes(): Field {
  return field('integer', (given) => {
    if (/^\d{1,9}$/.test(given)) return given;
    throw new FieldError(`must be a whole number of minutes that is not negative, not ${quoted(given)}`);
  });
}

export function percent(): Field {
  return field('numeric', (given) => {
    if (/^\d{1,3}(\.\d{1,15})?$/.test(given) && Number(given) <= 100) return given;
    throw new FieldError(`must be a number from 0 to 100, not ${quoted(given)}`);
  });
}

export function day(): Field {
  return field('date', (given) => {
    if (isDay(given)) return given;
    throw new FieldError(`must be a calendar date, YYYY-MM-DD, not ${quoted(given)}`);
  });
}

/** A day is its midnight in UTC; a time without an offset is in UTC. */
export function instant(): Field {
  const time = /^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/;
  return field('timestamptz', (text) => {
    const given = text.toUpperCase();
    if (!isDay(given.slice(0, 10)) || (given.length > 10 && !time.test(given.slice(10)))) {
      throw new FieldError(`must be a date or an ISO 8601 date-time, not ${quoted(text)}`);
    }
    // An offset could lead out of the years that there are.
    if (/^(0001|9999).*[T ].*[+-]/.test(given)) throw new FieldError(`must be in UTC in its year, not ${quoted(text)}`);
    // Postgres keeps six decimals of seconds, and would round up.
    return given.replace(/(\.\d{6})\d+/, '$1');
  });
}

function field(type: string, read: Field['read']): Field {
  return { type, optional: false, read };
}

function isDay(given: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(given) || given < '0001') return false;
  // A day that its month lacks is not a date, or one of the next month.
  return new Date(`${given}T00:00:00Z`).getUTCDate() === Number(given.slice(8));
}

/** In quotes, with the codes of characters that are not seen. */
export function quoted(given: string): string {
  const short = given.length > 60 ? `${given.slice(0, 60)}…` : given;
  return JSON.stringify(short).replace(
    /[^\P{Z} ]|\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
