import * as z from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { paymentStatuses } from '../../proto/scheduled-payments.ts';
import { foldFields } from '../../proto/report.ts';
import type { Field, Fields, Missing, ReportDefinition, SumsDefinition } from '../../proto/report.ts';
import { groupsAtMost, summaryDefinition } from '../../proto/summary.ts';
import { exportTypes } from '../reports/media-types.ts';
import type { Format } from '../reports/media-types.ts';
import { pageParameters, reportParameters } from '../reports/report-parameters.ts';
import { pollingHeaders } from './responses/headers.ts';
import { operation, reportStatuses } from './responses/operation.ts';

/** @param shown what examples have the fields of */
export function reportOperation(report: ReportDefinition, shown = report): ZodOpenApiOperationObject {
  const { operationId, summary, description } = report;
  return operation(
    {
      operationId,
      summary,
      description,
      tags: ['Reports'],
      requestParams: { query: z.object(reportParameters(report, pageParameters)), header: conditions },
    },
    {
      description:
        'One page, with statistics over all that match; past the end it has no results. Where Accept asks for another type, every row of the report, without `page` and `itemsPerPage`; the header `Range` is then a 400.',
      headers: [...pollingHeaders, 'Link', 'Content-Encoding', 'Content-Disposition', 'X-Total-Count'],
      json: { schema: pageSchema(report), example: examplePage(shown) },
      files: Object.fromEntries(formats.map((format) => [exportTypes[format], exported(shown, format)])),
    },
    [304, 406, 412, ...reportStatuses],
  );
}

export function summaryOperation(report: ReportDefinition, sums: SumsDefinition): ZodOpenApiOperationObject {
  const shown = sums.groups.includes('month') ? (['month', 'team'] as const) : sums.groups.slice(0, groupsAtMost);
  return reportOperation(summaryDefinition(report, sums), summaryDefinition(report, sums, shown));
}

const formats = Object.keys(exportTypes) as Format[];
const everyRow = z.string().meta({ description: 'Every row that matches.' });
const workbook = z.string().meta({
  description:
    'A workbook for people, not for programs: sums, every row that matches with totals, and a description of the report.',
});

function exported(report: ReportDefinition, format: Format) {
  const example = exampleFiles[format]?.(report);
  return { schema: format === 'xlsx' ? workbook : everyRow, ...(example && { example }) };
}

const exampleFiles: Partial<Record<Format, (report: ReportDefinition) => string>> = {
  csv: ({ fields }) => {
    const values = Object.values(fields).map(({ example }) => example);
    return `${Object.keys(fields).join()}\r\n${values.join()}\r\n`;
  },
  ndjson: ({ fields }) => `${JSON.stringify(exampleRow(fields))}\n`,
};

export const examplePagination = { currentPage: 1, itemsPerPage: 10, pagesCount: 1, totalCount: 1 };

export function examplePage({ fields, statistics }: ReportDefinition) {
  return {
    results: [exampleRow(fields)],
    pagination: examplePagination,
    statistics: exampleRow(statistics),
  };
}

function exampleRow(fields: Fields): unknown {
  return foldFields<Fields, unknown>(
    fields,
    ({ example }) => example,
    (members) => members,
  );
}

// The defaults are for tools that send every header of the document.
export const conditions = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'ETags of answers that you have, separated by commas; or `*`.' }),
  'If-Match': z.string().default('*').meta({
    description:
      'The Report-Version of an earlier page: where the data have changed since, the answer is 412 `data_changed`.',
  }),
  'Report-Version': z.string().default('').meta({
    description:
      'The newest Report-Version that you have received: the answer is then not of older data, whichever database server makes it.',
  }),
});

export const count = (description: string | undefined, minimum = 0) =>
  z.int().min(minimum).meta({ format: 'int64', description });

export const pagination = z
  .object({
    currentPage: count('From 1.', 1),
    itemsPerPage: z.int().min(1).max(100).meta({ format: 'int32' }),
    pagesCount: count('`totalCount / itemsPerPage`, rounded up; 0 when nothing matches.'),
    totalCount: count('Rows on all pages.'),
  })
  .meta({ id: 'Pagination' });

function pageSchema(report: ReportDefinition): z.ZodObject {
  const { row, totals } = rowSchemas(report);
  return objectSchema(report.schemas.report, { results: z.array(row), pagination, statistics: totals });
}

export function rowSchemas(report: ReportDefinition): { row: z.ZodType; totals: z.ZodType } {
  const { fields, statistics, statisticsDescription, schemas, groups } = report;
  const totals = objectSchema(
    schemas.statistics,
    Object.fromEntries(Object.entries(statistics).map(([name, field]) => [name, valueSchema(field)])),
    statisticsDescription,
  );
  const object = (members: Record<string, z.ZodType>, path: string) => {
    switch (path) {
      case '':
        // A row of a summary has the members of its groups.
        return objectSchema(
          schemas.row,
          groups ? { ...z.object(members).partial().shape, statistics: totals } : members,
        );
      case 'contract':
        return objectSchema(schemas.contract ?? `${schemas.row}Contract`, members);
      case 'team':
      case 'contract.team':
        return objectSchema('Team', members);
      case 'statistics':
        return totals;
      default:
        return objectSchema('Person', members);
    }
  };
  return { row: foldFields<Fields, z.ZodType>(fields, valueSchema, object, missingSchema), totals };
}

function missingSchema(schema: z.ZodType, how: Missing): z.ZodType {
  const without = how === 'null' ? 'Null without a value.' : 'Left out without a value.';
  const description = sentences(schema.meta()?.description, without);
  return (how === 'null' ? schema.nullable() : schema.optional()).meta({ description });
}

const schemasByName = new Map<string, z.ZodObject>();

/** The schema of this name, which the document has once. */
export function objectSchema(name: string, members: Record<string, z.ZodType>, description?: string): z.ZodObject {
  const schema = schemasByName.get(name) ?? z.object(members).meta({ id: name, description });
  schemasByName.set(name, schema);
  return schema;
}

function valueSchema({ kind, description, example }: Field): z.ZodType {
  switch (kind) {
    case 'id':
      return z.string().meta({ description: sentences(description, 'Opaque.'), example });
    case 'text':
    case 'month':
      return z.string().meta({ description, example });
    case 'paymentStatus':
      return z.enum(paymentStatuses).meta({ description });
    case 'money':
      return z
        .number()
        .meta({ format: 'double', description: sentences(description, 'US dollars, with two decimals, exact.') });
    case 'count':
      return count(description);
    case 'percentage':
      return z.number().min(0).max(100).meta({ format: 'double', description, example });
    case 'instant':
      return z.iso.datetime({ precision: 3 }).meta({
        description: sentences(description, 'In UTC, with milliseconds.'),
        example,
        override: { pattern: undefined },
      });
    default:
      return kind satisfies never;
  }
}

function sentences(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' ');
}
