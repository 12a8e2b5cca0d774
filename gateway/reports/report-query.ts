import * as z from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';
import type { Filters, GivenFilter } from '../../proto/report.ts';
import { formPairs, rawQuery } from '../http/form.ts';
import { detailsOf } from '../http/validation.ts';
import { parameterHint } from './parameter-hint.ts';

type ReadOptions = { filters?: Filters; maxSpanDays?: number | undefined; emptyLists?: boolean };

/**
 * Reads parameters from the query of a URL, as reporting takes them. Lists may be given as repeated keys, with brackets, comma-separated or
 * as JSON. The reader throws `validation_error` with what is wrong under each parameter's name, unknown ones included.
 * @param emptyLists whether an empty list is no filter, or refused: a program that found no team would be told of all
 */
export function requestReader<Request>(
  shape: z.ZodRawShape,
  { filters = {}, maxSpanDays = Infinity, emptyLists = true }: ReadOptions = {},
): (url: string) => Request {
  // Made once: zod compiles a schema when it is first used.
  const schema = z.object(shape);
  const known = Object.keys(shape);
  const lists = known.filter((name) => isList(shape[name]));
  return (url) => {
    const given = new Map<string, string[]>();
    const details: ErrorDetails = {};
    // Without a prototype, as they may have any name.
    const unknown = Object.create(null) as ErrorDetails;
    for (const [name, value] of formPairs(rawQuery(url))) {
      const plain = plainName(name, lists);
      if (!known.includes(plain)) {
        unknown[plain] = { message: `is not a parameter here; ${parameterHint(plain, known)}` };
      } else if (value === undefined) {
        details[plain] = { message: 'is not valid percent-encoded UTF-8' };
      } else {
        // Generated clients write a filter that is null so.
        const isNull = value === 'null' && (lists.includes(plain) || plain in filters);
        given.set(plain, [...(given.get(plain) ?? []), isNull ? '' : value]);
      }
    }
    const values: Record<string, string | string[]> = {};
    for (const [name, texts] of given) {
      const [first = ''] = texts;
      const elements = lists.includes(name) && texts.map(elementsOf);
      const value = elements ? elements.flatMap((some) => some ?? []) : first;
      // A filter with a value twice means the same; groups with one don't.
      values[name] = elements && name !== 'groupBy' ? [...new Set(value)] : value;
      if (elements && elements.includes(undefined)) {
        details[name] = { message: 'begins with [ but is no JSON array of strings' };
      } else if (elements && name !== 'groupBy' && value.length === 0 && !emptyLists) {
        details[name] = { message: 'must have at least one value; leave it out for all' };
      } else if (!elements && texts.length > 1) {
        details[name] = { message: 'is given more than once' };
      }
    }
    const parsed = schema.safeParse(values);
    if (!parsed.success) Object.assign(details, { ...detailsOf(parsed.error, values), ...details });
    if (!details.fromDate && !details.toDate) Object.assign(details, spanProblems(values, maxSpanDays));
    const problems = { ...amountProblems(filters, values), ...details, ...unknown };
    if (!parsed.success || Object.keys(problems).length > 0) throw validationError(problems);
    return requestOf(filters, parsed.data) as Request;
  };
}

function isList(schema: unknown): boolean {
  return schema instanceof z.ZodDefault ? isList(schema.unwrap()) : schema instanceof z.ZodArray;
}

/** `teamIds` of `teamIds[]` and `teamIds[0]`; other names as they are. */
function plainName(name: string, lists: string[]): string {
  const [, plain = ''] = /^(\w+)\[\d*\]$/.exec(name) ?? [];
  return lists.includes(plain) ? plain : name;
}

/** The values of one occurrence: JSON, or separated by commas. Undefined for broken JSON. */
function elementsOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) {
    const parts = text.split(',');
    return (parts.length === 1 ? parts : parts.map((part) => part.trim())).filter(isPresent);
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

function requestOf(filters: Filters, values: Record<string, unknown>) {
  const given: GivenFilter[] = [];
  const request: Record<string, unknown> = { groupBy: [], filters: given };
  for (const [name, value] of Object.entries(values)) {
    const texts = [value ?? []].flat() as string[];
    if (!Object.hasOwn(filters, name)) request[name] = value;
    else if (texts.length > 0) given.push({ name, values: texts });
  }
  return request;
}

/** Of amounts that are more than those that they may not be more than. */
function amountProblems(filters: Filters, values: Record<string, string | string[]>): ErrorDetails {
  const problems: ErrorDetails = {};
  for (const [most, filter] of Object.entries(filters)) {
    if (!('atLeast' in filter)) continue;
    const least = filter.atLeast;
    // One that is not given is empty, which would be the number 0.
    if (!values[least] || !values[most] || Number(values[least]) <= Number(values[most])) continue;
    problems[least] = { message: `must not be more than ${most}` };
    problems[most] = { message: `must not be less than ${least}` };
  }
  return problems;
}

function spanProblems({ fromDate, toDate }: Record<string, string | string[]>, maxSpanDays: number): ErrorDetails {
  const days = (Date.parse(String(toDate)) - Date.parse(String(fromDate))) / 86_400_000 + 1;
  if (days < 1) {
    return { fromDate: { message: 'must not be after toDate' }, toDate: { message: 'must not be before fromDate' } };
  }
  const message = `fromDate to toDate must be at most ${maxSpanDays} days`;
  return days > maxSpanDays ? { fromDate: { message }, toDate: { message } } : {};
}
