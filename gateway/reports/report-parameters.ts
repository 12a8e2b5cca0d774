import { z } from 'zod';
import type { ListRequest__Output } from '../../proto/generated/clientreporting/reporting/ListRequest.ts';
import { ScheduledPaymentStatus } from '../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { SortOrder } from '../../proto/generated/clientreporting/reporting/SortOrder.ts';
import type { Filters, ReportDefinition } from '../../proto/report.ts';
import { idText } from '../http/validation.ts';

/** What the headers of a request say about the data that its caller has seen. */
export type Conditions = Pick<ListRequest__Output, 'ifMatch' | 'ifNoneMatch' | 'leastVersion'>;

export type ReportValues = Omit<ListRequest__Output, 'page' | 'itemsPerPage' | keyof Conditions>;

export function reportParameters(report: ReportDefinition, ofPageOrFile: z.ZodRawShape): z.ZodRawShape {
  const { sortFields, sortFieldAliases, defaultSortField, defaultSortOrder, sortFieldDescription } = report;
  const namesOf = (sortField: string) =>
    Object.keys(sortFieldAliases).filter((alias) => sortFieldAliases[alias] === sortField);
  return {
    ...filtersOf(report, 'ids'),
    fromDate: day('First day, in UTC.', '2024-03-01'),
    toDate: day('Last day, in UTC, included; not before the first.', '2024-03-31'),
    ...ofPageOrFile,
    ...filtersOf(report, 'statuses'),
    sortOrder: oneOf(Object.values(SortOrder))
      .default(defaultSortOrder)
      .meta({ description: 'Ascending or descending.', param: { example: defaultSortOrder } }),
    sortField: oneOf(sortFields.flatMap((sortField) => [sortField, ...namesOf(sortField)]))
      .default(defaultSortField)
      .transform((sortField) => sortFieldAliases[sortField] ?? sortField)
      .meta({ description: sortFieldDescription, param: { example: defaultSortField } }),
  };
}

function filtersOf({ filters }: ReportDefinition, kind: Filters[string]['kind']): z.ZodRawShape {
  const ofKind = Object.entries(filters).filter(([, filter]) => filter.kind === kind);
  return Object.fromEntries(ofKind.map(([name, filter]) => [name, values[kind](filter)]));
}

const maxValues = 100;
const tooMany = `must have at most ${maxValues} values`;
const statuses = Object.values(ScheduledPaymentStatus);

const values = {
  ids: ({ description, example }: Filters[string]) =>
    z.array(z.string().transform(idText)).max(maxValues, tooMany).default([]).meta({ description, param: { example } }),
  statuses: ({ description, example }: Filters[string]) =>
    z
      .array(z.enum(statuses, { error: `each value must be one of ${statuses.join(', ')}` }))
      .max(maxValues, tooMany)
      .default([])
      .meta({ description, param: { example }, override: { default: undefined } }),
};

const oneOf = (names: string[]) => z.enum(names, { error: `must be one of ${names.join(', ')}` });

const day = (description: string, example: string) =>
  z.iso
    .date({ error: 'must be a calendar date, YYYY-MM-DD' })
    .refine((date) => date >= '0001', 'must not be before 0001-01-01')
    .meta({ description, param: { example }, override: { pattern: undefined } });

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
    .meta({
      description,
      param: { example: usual },
      override: { type: 'integer', minimum, maximum, default: usual, pattern: undefined },
    });
};

export const pageParameters = {
  page: wholeNumber('From 1. One past the end is empty.', 1, Number.MAX_SAFE_INTEGER, 1),
  itemsPerPage: wholeNumber('Rows on a page.', 1, 100, 10),
};

const notOfFiles = z.undefined({ error: 'must not be given here: an export has every row' }).optional();

export const fileParameters = { page: notOfFiles, itemsPerPage: notOfFiles };
