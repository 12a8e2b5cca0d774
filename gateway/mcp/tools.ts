import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { ListRequest__Output } from '../../proto/generated/clientreporting/reporting/ListRequest.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import { valuesGiven } from '../../proto/report.ts';
import type { Filters, ReportDefinition, ReportDefinitions } from '../../proto/report.ts';
import { summaryDefinition } from '../../proto/summary.ts';
import type { CallOptions } from '../../runtime/grpc/rpc-call.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import type { GatewayConfig } from '../config.ts';
import {
  changesParameters,
  namesParameters,
  pageParametersOf,
  reportParameters,
  version,
} from '../reports/report-parameters.ts';
import { requestReader } from '../reports/report-query.ts';
import { fitted, maxBytes } from './fit.ts';
import type { Answer } from './fit.ts';

type Answerer = {
  parameters: z.ZodRawShape;
  call: (values: Record<string, unknown>, options: CallOptions) => Promise<object>;
};

const totalsAdvice =
  '`statistics` beside the rows are exact totals over all rows that match the filters: read sums there, and do not add up rows.';

// A year of months, or all teams, in one answer.
const [fewRows, manyRows] = [pageParametersOf(10), pageParametersOf(100)];

/** The tools, over the calls of the reports' own endpoints and with their schemas. */
export function createTools(
  reporting: RpcClient<ReportingDefinition>,
  config: GatewayConfig,
  reports: ReportDefinitions,
): Tool[] {
  const answerer = <Request>(
    parameters: z.ZodRawShape,
    ask: (request: Request, options: CallOptions) => Promise<Answer>,
    fixed: Partial<Request>,
    { bytes = maxBytes, filters }: { bytes?: number; filters?: Filters } = {},
  ): Answerer => {
    const options = { filters: filters ?? {}, maxSpanDays: config.REPORT_MAX_SPAN_DAYS, emptyLists: false };
    const read = requestReader<Partial<ListRequest__Output>>(parameters, options);
    return {
      parameters,
      // What a request leaves out is empty on the wire.
      call: async (values, options) => {
        const request = { ...read(urlOf(values)), ...fixed };
        const answer = await ask(request as Request, options);
        return fitted(answer, bytes, (totalCount) => remarkOn(request, totalCount));
      },
    };
  };
  const page = (report: string, definition: ReportDefinition, rows: z.ZodRawShape) =>
    answerer(reportParameters(definition, rows), reporting.List, { report }, definition);
  const changesOf = (report: string, definition: ReportDefinition) => {
    const since = version(1).meta({ description: 'The `version` of the earlier answer.' });
    const parameters = { ...changesParameters(definition), since };
    return answerer(parameters, reporting.Changes, { report }, definition);
  };
  const all = Object.entries(reports);
  const sums = all.flatMap(([name, report]) =>
    report.sums ? [[name, page(name, summaryDefinition(report, report.sums), manyRows)] as const] : [],
  );
  const changes = all.flatMap(([name, report]) => (report.changes ? [[name, changesOf(name, report)] as const] : []));
  const names = (list: 'teams' | 'contractors') =>
    answerer({ ...namesParameters, ...manyRows }, reporting.ListNames, { list }, { bytes: maxBytes / 2 });

  const [teams, contractors] = [names('teams'), names('contractors')];
  return [
    ...toolsOf(
      sums,
      'summarize',
      'Sum up payments or timesheets',
      `Sums by month, team, contractor, contract or, for payments, status: the tool for questions of how much and how many. ${totalsAdvice} Payments with status \`deleted\` count in them unless you filter by status.`,
    ),
    ...all.map(([report, definition]) => {
      const { name, title, description } = definition.tool;
      const about = `${description} ${totalsAdvice} ${definition.statisticsDescription}`;
      return tool(name, title, about, page(report, definition, fewRows));
    }),
    tool(
      'find',
      'Find teams and contractors',
      'Teams and contractors of the company by a part of their names, with the ids that the filters of the other tools take.',
      {
        parameters: teams.parameters,
        call: async (...call) => ({ teams: await teams.call(...call), contractors: await contractors.call(...call) }),
      },
    ),
    ...toolsOf(
      changes,
      'changes',
      'See what changed',
      'The rows of a report that changed since an earlier answer, as they are now, and the totals now. `since` is the `version` of that answer, with the same filters.',
    ),
  ];
}

/** What a model would take for an answer to another question: totals with deleted payments, and nothing for a name in place of an id. */
function remarkOn({ report, filters = [] }: Partial<ListRequest__Output>, totalCount: number): string {
  if (totalCount === 0)
    return filters.some(({ name }) => name.endsWith('Ids')) ? 'Filters take ids: `find` has them.' : '';
  const statuses = valuesGiven(filters, 'scheduledPaymentStatuses');
  const isCounted = statuses.length === 0 || (statuses.length > 1 && statuses.includes('deleted'));
  if (report !== 'scheduled-payments' || !isCounted) return '';
  return 'The totals count deleted payments, too: filter by scheduledPaymentStatuses to leave them out.';
}

export type Tool = ReturnType<typeof tool>;

function tool(name: string, title: string, description: string, { parameters, call }: Answerer) {
  const annotations = { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema: inputSchema(parameters), annotations, call };
}

/** As JSON Schema, without references: clients do not resolve them all. */
function inputSchema(parameters: z.ZodRawShape): object {
  return z.toJSONSchema(z.strictObject(parameters), {
    io: 'input',
    // A registry with ids would make references of them.
    metadata: z.registry(),
    override: ({ zodSchema, jsonSchema: part }) => {
      const { id: _id, param: _param, override, ...meta } = z.globalRegistry.get(zodSchema) ?? {};
      Object.assign(part, meta, override);
      if (part.type !== 'string') delete part.format;
      const [first, ...others] = part.anyOf ?? [];
      if (first && others.every((other) => isDeepStrictEqual(other, first)))
        Object.assign(part, first, { anyOf: undefined });
      if (!part.items) return;
      // An empty list would be no filter: a program that found no team would be told of all.
      part.minItems = 1;
    },
  });
}

/** A tool for what some reports have, if any has it. */
function toolsOf(reports: (readonly [string, Answerer])[], name: string, title: string, description: string): Tool[] {
  return reports.length > 0 ? [tool(name, title, description, either(new Map(reports)))] : [];
}

/** Of the report that the argument `report` names. Its parameters fit any: hosts refuse a choice of objects. */
function either(byReport: Map<string, Answerer>): Answerer {
  const [names, answerers] = [[...byReport.keys()], [...byReport.values()]];
  const report = z.enum(names).meta({ description: 'What to answer from.' });
  const parameters: Record<string, z.core.$ZodType> = { report };
  for (const [name, schema] of answerers.flatMap((answerer) => Object.entries(answerer.parameters))) {
    parameters[name] = parameters[name] ? z.union([parameters[name], schema]) : schema;
  }
  return {
    parameters,
    call: async ({ report: name, ...values }, options) => {
      const chosen = typeof name === 'string' && byReport.get(name);
      if (!chosen) throw validationError({ report: { message: `must be one of ${names.join(', ')}` } });
      return chosen.call(values, options);
    },
  };
}

// JSON of others can be too deep to be written.
const argument = z.union([z.string(), z.number(), z.array(z.string()), z.null()]);

/** The arguments as the query of a URL, so that they are read and refused as in a request. */
function urlOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const { success, data } = argument.safeParse(value);
    if (!success) throw validationError({ [name]: { message: 'must be a text, a number or a list of texts' } });
    if (data !== null) query.set(name, typeof data === 'string' ? data : JSON.stringify(data));
  }
  return `?${query.toString()}`;
}
