import { z } from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { exportTypes } from '../pipeline/accept.ts';
import { errors, errorsBehind, errorsOfExports, errorsOfHttp } from './errors.ts';
import { basicHeaders, headers, limitHeaders } from './headers.ts';

const id = z.string().meta({ description: 'Opaque.', example: 'c_81' });

const person = z
  .object({ _id: id, firstName: z.string(), lastName: z.string() })
  .meta({ id: 'Person', example: { _id: 'p_7', firstName: 'Ana', lastName: 'García' } });

export const team = z
  .object({ _id: id, name: z.string() })
  .meta({ id: 'Team', example: { _id: 't_3', name: 'Design' } });

export const contract = { _id: id, title: z.string(), contractor: person, employer: person };

export const count = (description: string) => z.int().min(0).meta({ description });

export const money = (description: string) =>
  z.number().meta({ description: `${description} US dollars, at most two decimals, exact.` });

const pagination = z
  .object({
    currentPage: z.int().min(1),
    itemsPerPage: z.int().min(1).max(100),
    pagesCount: count('`totalCount / itemsPerPage`, rounded up; 0 when nothing matches.'),
    totalCount: count('Rows on all pages.'),
  })
  .meta({ id: 'Pagination' });

/** A page of a report: its rows, and statistics over all that match. */
export const reportOf = <Row extends z.ZodType, Statistics extends z.ZodType>(row: Row, statistics: Statistics) =>
  z.object({ results: z.array(row), pagination, statistics });

const errorsOfAccess = errors('missing_token', 'invalid_token', 'unauthorized');

const pollingHeaders = [...basicHeaders, ...limitHeaders, 'ETag', 'Cache-Control', 'Vary'] as const;

const exported = z.string().meta({ description: 'Every row that matches.' });

/** The answers of a list whose page is a `report`. */
export function reportResponses(report: z.ZodType): ZodOpenApiResponsesObject {
  return {
    200: {
      description:
        'One page, with statistics over all that match; past the end it has no results. Where Accept asks for another type, every row of the report, without `page` and `itemsPerPage`.',
      headers: headers(...pollingHeaders, 'Link', 'Content-Disposition', 'X-Total-Count'),
      content: {
        'application/json': { schema: report },
        ...Object.fromEntries(Object.values(exportTypes).map((type) => [type, { schema: exported }])),
      },
    },
    304: {
      description: 'You have it: If-None-Match holds its ETag, and nothing has changed.',
      headers: headers(...pollingHeaders),
    },
    ...errorsOfHttp,
    ...errorsOfAccess,
    ...errorsBehind,
    ...errorsOfExports,
  };
}

export const ifNoneMatch = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'ETags of answers that you have, separated by commas; or `*`.', example: 'W/"0rZqQxvX"' }),
});
