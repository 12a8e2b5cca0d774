import * as z from 'zod';
import { SortOrder } from '../../proto/generated/clientreporting/reporting/SortOrder.ts';
import { ofFilterKind } from '../../proto/report.ts';
import type { ByFilterKind, Group, ReportDefinition } from '../../proto/report.ts';
import { decodeVersion, unquotedVersion } from '../../proto/report-version.ts';
import { paymentStatuses } from '../../proto/scheduled-payments.ts';
import { groupsAtMost } from '../../proto/summary.ts';
import { idText } from '../http/validation.ts';

/** @param least 1 where it must be given */
export const version = (least = 0) =>
  z
    .string()
    .min(least, 'must not be empty')
    .transform(unquotedVersion)
    .refine((text) => text === '' || decodeVersion(text) !== undefined, 'must be a Report-Version of this service');

/** The parameters of changed rows: as for a list, without page and order. */
export function changesParameters(report: ReportDefinition): z.ZodRawShape {
  const since = version()
    .default('')
    .meta({
      description:
        'A `Report-Version` of a page, an export or earlier changes. Without it, the answer is the whole report.',
      param: { example: 'AU5RAJXL5NoB' },
      override: { type: 'string', default: '' },
    });
  return { ...filterParameters(report), since };
}

export function reportParameters(report: ReportDefinition, ofPageOrFile: z.ZodRawShape): z.ZodRawShape {
  const { groups, sortFields, sortFieldAliases, defaultSortField, defaultSortOrder, sortFieldDescription } = report;
  const aliasesOf = (sortField: string) =>
    Object.keys(sortFieldAliases).filter((alias) => sortFieldAliases[alias] === sortField);
  return {
    ...(groups && { groupBy: groupBy(groups) }),
    ...filterParameters(report),
    ...ofPageOrFile,
    sortOrder: oneOf(Object.values(SortOrder))
      .default(defaultSortOrder)
      .meta({ description: 'Ascending or descending.', param: { example: defaultSortOrder } }),
    sortField: oneOf(sortFields.flatMap((sortField) => [sortField, ...aliasesOf(sortField)]))
      .default(defaultSortField)
      .transform((sortField) => sortFieldAliases[sortField] ?? sortField)
      .meta({ description: sortFieldDescription, param: { example: defaultSortField } }),
  };
}

function filterParameters({ filters }: ReportDefinition): z.ZodRawShape {
  return {
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, ofFilterKind(filterSchemas, filter)])),
    fromDate: day('First day, in UTC.', '2024-03-01'),
    toDate: day('Last day, in UTC, included; not before the first.', '2024-03-31'),
  };
}

/** Each makes the texts that reporting takes. */
const filterSchemas: ByFilterKind<z.ZodType<string | string[] | undefined>> = {
  ids: (filter) => listOf(id, filter),
  paymentStatuses: (filter) => listOf(oneOf(paymentStatuses, 'each value must be one of'), filter),
  amount: (filter) => amount(filter),
};

type Shown<Example> = { description: string; example: Example };

const id = z.string().transform(idText);

const listOf = (value: z.ZodType<string>, { description, example }: Shown<readonly string[]>) =>
  z
    .array(value)
    .max(100, 'must have at most 100 values')
    .default([])
    .meta({
      description: `${description} All when left out or null; in a URL, an empty one is left out.`,
      param: { example },
      override: { type: ['array', 'null'], default: null },
    });

/** As text: a decimal number stays exact. Clients of ogen write 10.5000000000, and those in Java 1.0E7. */
const amount = ({ description, example }: Shown<number>) =>
  z
    .string()
    .transform((text) => (/^-?\d+\.(\d+E\d+|\d{2,}0)$/.test(text) ? String(Number(text)) : text))
    .refine((text) => /^(-?\d{1,13}(\.\d{1,2})?)?$/.test(text), {
      error: 'must be an amount, such as 2500.5, with at most 13 digits and two decimals',
    })
    .transform((text) => text || undefined)
    .optional()
    .meta({
      description: `${description} In US dollars, at most two decimals. No limit when left out or null.`,
      param: { example },
      // A default of null is a program that does not compile for openapi-generator's Go.
      override: { type: ['number', 'null'], format: 'double' },
    });

const groupBy = (groups: readonly Group[]) => {
  const error = `must be one or two of ${groups.join(', ')}`;
  return z
    .array(z.enum(groups, { error }))
    .min(1, error)
    .max(groupsAtMost, error)
    .refine((given) => new Set(given).size === given.length, 'must not have a group twice')
    .meta({ description: 'What the sums are by, one or two.', param: { example: ['month'] } });
};

const oneOf = (names: readonly string[], mustBe = 'must be one of') =>
  z.enum(names, { error: `${mustBe} ${names.join(', ')}` });

const day = (description: string, example: string) =>
  z.iso
    .date({ error: 'must be a calendar date, YYYY-MM-DD' })
    .refine((date) => date >= '0001', 'must not be before 0001-01-01')
    .meta({ description, param: { example }, override: { pattern: undefined } });

const wholeNumber = (description: string, minimum: number, maximum: number, usual: number) => {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  const error = `must be a whole number ${range}, digits only`;
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
      override: {
        ...{ type: 'integer', format: maximum < 2 ** 31 ? 'int32' : 'int64', minimum, maximum, default: usual },
        pattern: undefined,
      },
    });
};

export const pageParametersOf = (usualRows: number) => ({
  page: wholeNumber('From 1. One past the end is empty.', 1, Number.MAX_SAFE_INTEGER, 1),
  itemsPerPage: wholeNumber('Rows on a page.', 1, 100, usualRows),
});

export const pageParameters = pageParametersOf(10);

/** Of the lists of teams and contractors. */
export const namesParameters = {
  search: z
    .string()
    .max(1_000, 'must have at most 1000 characters')
    .transform(idText)
    .default('')
    .meta({
      description: 'A part of the name, in any case and with or without accents. All when left out.',
      param: { example: 'gar' },
      override: { type: 'string', default: '' },
    }),
  ids: listOf(id, { description: 'Only those with these ids.', example: ['p_7', 'p_12'] }),
  ...pageParameters,
};

const notOfFiles = z.undefined({ error: 'must not be given here: an export has every row' }).optional();

export const fileParameters = { page: notOfFiles, itemsPerPage: notOfFiles };
