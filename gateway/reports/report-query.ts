import { z } from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';
import type { Filters, GivenFilter, ReportDefinition } from '../../proto/report.ts';
import { formPairs, queryOf } from '../http/form.ts';
import { detailsOf } from '../http/validation.ts';
import { parameterHint } from './parameter-hint.ts';
import { changesParameters, reportParameters } from './report-parameters.ts';
import type { ReportValues } from './report-parameters.ts';

/** Reads the parameters of a report, with those of a page or of a file. */
export function queryReader<Shape extends z.ZodRawShape>(
  report: ReportDefinition,
  ofPageOrFile: Shape,
  maxSpanDays = Infinity,
): (url: string) => Read<Shape> {
  const read = parameterReader(reportParameters(report, ofPageOrFile), { maxSpanDays, filters: report.filters });
  // The shape is made of a table, which its type does not show.
  return (url) => ({ groupBy: [], ...requestOf(report.filters, read(url)) }) as unknown as Read<Shape>;
}

/** The same of the rows that changed. */
export function changesReader(
  report: ReportDefinition,
  maxSpanDays = Infinity,
): (url: string) => ReportValues & { since: string } {
  const read = parameterReader(changesParameters(report), { maxSpanDays, filters: report.filters });
  return (url) => requestOf(report.filters, read(url)) as unknown as ReturnType<ReturnType<typeof changesReader>>;
}

/** The values of parameters as reporting takes them. */
export function requestOf(
  filters: Filters,
  values: Record<string, unknown>,
): Record<string, unknown> & { filters: GivenFilter[] } {
  const given: GivenFilter[] = [];
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const texts = [value ?? []].flat() as string[];
    if (!Object.hasOwn(filters, name)) others[name] = value;
    else if (texts.length > 0) given.push({ name, values: texts });
  }
  return { ...others, filters: given };
}

type ReadOptions = { maxSpanDays?: number | undefined; filters?: Filters | undefined; emptyLists?: boolean };

type Read<Shape extends z.ZodRawShape> = ReportValues & z.infer<z.ZodObject<Shape>>;

/**
 * Reads parameters from the query string of a URL. Lists may be given as repeated keys, with brackets, comma-separated or as JSON. The
 * reader throws `validation_error` with what is wrong under each parameter's name, unknown ones included.
 * An empty list is no filter, or refused: a program that found no team would be told of all.
 */
export function parameterReader<Shape extends z.ZodRawShape>(
  shape: Shape,
  { maxSpanDays = Infinity, filters = {}, emptyLists = true }: ReadOptions = {},
): (url: string) => z.infer<z.ZodObject<Shape>> {
  // Made once: zod compiles a schema when it is first used.
  const schema = z.object(shape);
  const known = Object.keys(schema.shape);
  const lists = known.filter((name) => isList(shape[name]));
  return (url) => {
    const details: ErrorDetails = {};
    // Without a prototype, as they may have any name.
    const unknown = Object.create(null) as ErrorDetails;
    const values = readQuery(url, { known, lists, emptyLists }, details, unknown);
    const parsed = schema.safeParse(values);
    if (!parsed.success) Object.assign(details, { ...detailsOf(parsed.error, values), ...details });
    if (!details.fromDate && !details.toDate) {
      Object.assign(details, spanProblems(String(values.fromDate), String(values.toDate), maxSpanDays));
    }
    Object.assign(details, { ...amountProblems(filters, values), ...details });
    const problems = { ...details, ...unknown };
    if (!parsed.success || Object.keys(problems).length > 0) throw validationError(problems);
    return parsed.data;
  };
}

function isList(schema: unknown): boolean {
  return schema instanceof z.ZodDefault ? isList(schema.unwrap()) : schema instanceof z.ZodArray;
}

function readQuery(
  url: string,
  { known, lists, emptyLists }: { known: string[]; lists: string[]; emptyLists: boolean },
  details: ErrorDetails,
  unknown: ErrorDetails,
): Record<string, string | string[]> {
  const given = new Map<string, string[]>();
  const report = (name: string, message: string) => {
    details[name] = { message };
  };
  for (const [name, value] of formPairs(queryOf(url))) {
    const plain = plainName(name, lists);
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
    if (lists.includes(name)) {
      const elements = texts.flatMap((text) => elementsOf(text) ?? []);
      if (elements.length === 0 && !emptyLists) report(name, 'must have at least one value; leave it out for all');
      if (texts.some((text) => elementsOf(text) === undefined))
        report(name, 'begins with [ but is no JSON array of strings');
      // A filter with a value twice means the same; groups with one don't.
      values[name] = name === 'groupBy' ? elements : [...new Set(elements)];
    } else if (texts.length > 1) {
      report(name, 'is given more than once');
    } else {
      values[name] = first;
    }
  }
  return values;
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
