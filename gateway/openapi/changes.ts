import * as z from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { ReportDefinition } from '../../proto/report.ts';
import { changesParameters } from '../reports/report-parameters.ts';
import { operation, reportStatuses } from './responses/operation.ts';
import { conditions, count, examplePage, objectSchema, rowSchemas } from './report.ts';

type Changes = NonNullable<ReportDefinition['changes']>;

const version = 'AU5RAJXL5NoB';

export function changesOperation(report: ReportDefinition, changes: Changes): ZodOpenApiOperationObject {
  const { summary } = report;
  const { results, statistics } = examplePage(report);
  return operation(
    {
      operationId: changes.operationId,
      summary: `${summary}: what changed`,
      description: `Apply the answers to your copy in the order in which you get them. Whenever \`more\` is false, your copy is the report of that moment, row for row, and \`statistics\` are its totals. Where the service can't keep this promise for your version, it answers 410.

Without \`since\`, the answers are the whole report. Send the \`version\` of an answer as \`since\` of the next request. Copy a fixed wide range of dates, and filter in the copy: rows enter a range that moves without a change.`,
      tags: ['Reports'],
      requestParams: {
        query: z.object(changesParameters(report)),
        header: conditions.pick({ 'Report-Version': true }),
      },
    },
    {
      description:
        'At most 1,000 rows. Where there are more, `more` is true, and `Link` has the address of the next unless it is too long.',
      headers: ['Report-Version', 'Cache-Control', 'Vary', 'Link', 'Content-Encoding'],
      json: {
        schema: changesSchema(report, changes),
        example: {
          results: [
            { _id: 'id_1', removed: false, ...(results[0] as object) },
            { _id: 'id_9', removed: true },
          ],
          version,
          more: false,
          totalCount: 1,
          statistics,
        },
      },
    },
    [406, 410, ...reportStatuses],
  );
}

function changesSchema(report: ReportDefinition, changes: Changes): z.ZodObject {
  const { schemas } = report;
  const { row, totals } = rowSchemas(report);
  // One schema: of two, generators for Kotlin and Rust require the members of both, and for Java a removed row is a changed one.
  const changed = (row as z.ZodObject).partial().extend({
    _id: z.string().meta({ description: 'The key of the row.', example: 'id_1' }),
    removed: z.boolean().meta({ description: 'Whether the row matches no more, or never did.' }),
  });
  const description = 'Where `removed` is false, every member of a row of the list. Where it is true, only the key.';
  return objectSchema(changes.schema, {
    results: z.array(objectSchema(`Changed${schemas.row}`, changed.shape, description)),
    version: z.string().meta({ description: 'The `since` of the next request.', example: version }),
    more: z.boolean().meta({ description: 'Whether the copy is not complete yet: ask again at once.' }),
    totalCount: count('Rows of the whole report; only where `more` is false.').optional(),
    statistics: totals.optional(),
  });
}
