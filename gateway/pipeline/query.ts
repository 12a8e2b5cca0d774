import { z } from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';
import { parameterHint } from './parameter-hint.ts';
import { detailsOf, idText } from './validation.ts';

/** Parameters that take several values; every other takes one. */
const arrayParameters = new Set(['teamIds', 'contractorIds', 'scheduledPaymentStatuses']);

const maxValues = 100;

const ids = (description: string) =>
  z.array(z.string().transform(idText)).max(maxValues, tooMany).default([]).meta({ description });

export const oneOfEach = <Value extends string>(values: [Value, ...Value[]]) =>
  z
    .array(z.enum(values, { error: `each value must be one of ${values.join(', ')}` }))
    .max(maxValues, tooMany)
    .default([]);

const tooMany = `must have at most ${maxValues} values`;

/** The values of an enum of the contract, as zod takes them. */
export function valuesOf<Value extends string>(values: Record<string, Value>): [Value, ...Value[]] {
  return Object.values(values) as [Value, ...Value[]];
}

export const oneOf = <Value extends string>(values: [Value, ...Value[]]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const wholeNumber = (description: string, minimum: number, maximum: number, usual: number) => {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  const error = `must be a whole number ${range}, in digits alone`;
  const tooLarge = `must be at most ${maximum}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number({ error: tooLarge }).min(minimum, error).max(maximum, tooLarge))
    .default(usual)
    .meta({ description, override: { type: 'integer', minimum, maximum, default: usual, pattern: undefined } });
};

const day = (description: string) =>
  z.iso
    .date({ error: 'must be a calendar date, YYYY-MM-DD' })
    .refine((date) => date >= '0001', 'must not be before 0001-01-01')
    .meta({ description, override: { pattern: undefined } });

/** What both reports take besides their own filters and sort fields. */
export const reportParameters = {
  teamIds: ids('Contracts of these teams alone. All when left out.'),
  contractorIds: ids('Contracts of these contractors alone. All when left out.'),
  fromDate: day('First day, in UTC.'),
  toDate: day('Last day, in UTC, included; not before the first.'),
  page: wholeNumber('From 1. One past the end is empty.', 1, Number.MAX_SAFE_INTEGER, 1),
  itemsPerPage: wholeNumber('Rows on a page.', 1, 100, 10),
};

/**
 * Reads the parameters of a report from the query string of a URL. Arrays may be given as repeated keys, with brackets,
 * comma-separated or as JSON. The reader throws `validation_error` with what is wrong under each parameter's name,
 * unknown ones included.
 */
export function reportQuery<Shape extends Pick<typeof reportParameters, 'fromDate' | 'toDate'> & z.ZodRawShape>(
  shape: Shape,
): (url: string, maxSpanDays?: number) => z.infer<z.ZodObject<Shape>> {
  // Made once: zod compiles a schema when it is first used.
  const schema = z.object(shape);
  const known = Object.keys(shape);
  return (url, maxSpanDays = Infinity) => {
    const details: ErrorDetails = {};
    // Without a prototype, as they may have any name.
    const unknown = Object.create(null) as ErrorDetails;
    const values = readQuery(url, known, details, unknown);
    const parsed = schema.safeParse(values);
    if (!parsed.success) Object.assign(details, { ...detailsOf(parsed.error, values), ...details });
    if (!details.fromDate && !details.toDate) {
      Object.assign(details, spanProblems(String(values.fromDate), String(values.toDate), maxSpanDays));
    }
    const problems = { ...details, ...unknown };
    if (!parsed.success || Object.keys(problems).length > 0) throw validationError(problems);
    return parsed.data;
  };
}

function readQuery(
  url: string,
  known: string[],
  details: ErrorDetails,
  unknown: ErrorDetails,
): Record<string, string | string[]> {
  const given = new Map<string, string[]>();
  const report = (name: string, message: string) => {
    details[name] = { message };
  };
  const start = url.indexOf('?');
  for (const pair of start === -1 ? [] : url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const [rawName = '', ...rawValue] = pair.split('=');
    const [name, value] = [decodeForm(rawName), decodeForm(rawValue.join('='))];
    const plain = name === undefined ? rawName : plainName(name);
    if (!known.includes(plain)) {
      unknown[plain] = { message: `is not a parameter here; ${parameterHint(plain, known)}` };
    } else if (value === undefined) {
      report(plain, 'is not valid percent-encoded UTF-8');
    } else {
      given.set(plain, [...(given.get(plain) ?? []), value]);
    }
  }
  const values: Record<string, string | string[]> = {};
  for (const [name, texts] of given) {
    const [first = ''] = texts;
    if (arrayParameters.has(name)) {
      const elements = texts.flatMap((text) => elementsOf(text) ?? []);
      if (texts.some((text) => elementsOf(text) === undefined))
        report(name, 'begins with [ but is no JSON array of strings');
      values[name] = [...new Set(elements)];
    } else if (texts.length > 1) {
      report(name, 'is given more than once');
    } else {
      values[name] = first;
    }
  }
  return values;
}

/** `teamIds` of `teamIds[]` and `teamIds[0]`; other names as they are. */
function plainName(name: string): string {
  const [, plain = ''] = /^(\w+)\[\d*\]$/.exec(name) ?? [];
  return arrayParameters.has(plain) ? plain : name;
}

/** Text that was form-urlencoded; undefined for what is none, or no UTF-8. */
export function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** The values of one occurrence: JSON, or separated by commas. Undefined for broken JSON. */
function elementsOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) {
    const parts = text.split(',');
    return parts.length === 1 ? parts.filter(isPresent) : parts.map((part) => part.trim()).filter(isPresent);
  }
  try {
    return z.array(z.string()).parse(JSON.parse(text)).filter(isPresent);
  } catch {
    return undefined;
  }
}

function isPresent(value: string): boolean {
  return value !== '';
}

function spanProblems(fromDate: string, toDate: string, maxSpanDays: number): ErrorDetails {
  const days = (Date.parse(toDate) - Date.parse(fromDate)) / 86_400_000 + 1;
  if (days < 1) {
    return {
      fromDate: { message: 'must not be after toDate' },
      toDate: { message: 'must not be before fromDate' },
    };
  }
  if (days > maxSpanDays) {
    const message = `fromDate to toDate must be at most ${maxSpanDays} days`;
    return { fromDate: { message }, toDate: { message } };
  }
  return {};
}
