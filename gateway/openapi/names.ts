import * as z from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { namesParameters } from '../reports/report-parameters.ts';
import { pollingHeaders } from './responses/headers.ts';
import { operation, reportStatuses } from './responses/operation.ts';
import { conditions, count, examplePagination, objectSchema, pagination } from './report.ts';

const text = (example: string) => z.string().meta({ example });
const id = z.string().meta({ description: 'Opaque.', example: 'p_7' });
const contracts = z.object({
  count: count('Contracts with the company.', 1),
  titles: z
    .array(z.string())
    .max(3)
    .meta({ description: 'Of the first three by title. They tell two people of one name apart.' }),
});

const lists = {
  teams: {
    operationId: 'listTeams',
    summary: 'Teams that have contracts',
    rows: z.object({ _id: id.meta({ example: 't_3' }), name: text('Design') }).meta({ id: 'ListedTeam' }),
    report: 'TeamsList',
    example: { _id: 't_3', name: 'Design' },
  },
  contractors: {
    operationId: 'listContractors',
    summary: 'Contractors that the company has contracts with',
    rows: z
      .object({ _id: id, firstName: text('Ana'), lastName: text('García'), contracts })
      .meta({ id: 'ListedContractor' }),
    report: 'ContractorsList',
    example: { _id: 'p_7', firstName: 'Ana', lastName: 'García', contracts: { count: 1, titles: ['Website'] } },
  },
};

export function namesOperation(list: keyof typeof lists): ZodOpenApiOperationObject {
  const { operationId, summary, rows, report, example } = lists[list];
  return operation(
    {
      operationId,
      summary,
      description: `For the ${list === 'teams' ? '`teamIds`' : '`contractorIds`'} of the reports. Sorted by ${list === 'teams' ? 'name' : 'the last, then the first name'}.`,
      tags: ['Reports'],
      requestParams: { query: z.object(namesParameters), header: conditions },
    },
    {
      description: 'One page; past the end it has no results.',
      headers: [...pollingHeaders, 'Link', 'Content-Encoding'],
      json: {
        schema: objectSchema(report, { results: z.array(rows), pagination }),
        example: { results: [example], pagination: examplePagination },
      },
    },
    [304, 406, 412, ...reportStatuses],
  );
}
