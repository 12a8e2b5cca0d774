import type { oas31 } from 'zod-openapi';
import { validationError } from '../../proto/errors.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import type { ReportDefinition } from '../../proto/report.ts';
import { reportNames, reports } from '../../proto/reports.ts';
import type { ReportName } from '../../proto/reports.ts';
import { summaryDefinition } from '../../proto/summary.ts';
import type { CallOptions } from '../../runtime/grpc/rpc-call.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import type { GatewayConfig } from '../config.ts';
import { paths } from '../paths.ts';
import { namesParameters } from '../reports/names-route.ts';
import { pageParameters } from '../reports/report-parameters.ts';
import { changesReader, parameterReader, queryReader } from '../reports/report-query.ts';
import { fittedChanges, fittedPage, fittedSchema, maxBytes, notedSchema } from './fit.ts';
import type { Changes, Page } from './fit.ts';
import { merged, schemasOf } from './schemas.ts';
import type { Schemas } from './schemas.ts';

/** A tool as programs see it, its input and output, and its call. */
export type Tool = { name: string; title: string; description: string } & Answerer;

type Answerer = Schemas & { call: (values: Values, options: CallOptions) => Promise<object> };

type Values = Record<string, unknown>;

const ofTotals =
  '`statistics` beside the rows are exact totals over all rows that match the filters: read sums there, and do not add up rows.';

// A year of months, or all teams, in one answer.
const manyRows = { itemsPerPage: 100 };

const unconditional = { ifMatch: [], ifNoneMatch: [], leastVersion: '' };

/** The tools, over the calls of the reports' own endpoints and with the schemas of the OpenAPI document. */
export function createTools(
  reporting: RpcClient<ReportingDefinition>,
  config: GatewayConfig,
  document: oas31.OpenAPIObject,
): Tool[] {
  const page = (report: ReportName, definition: ReportDefinition, path: string, defaults = {}): Answerer => {
    const { input, output } = schemasOf(document, path, defaults);
    const read = queryReader(definition, pageParameters, config.REPORT_MAX_SPAN_DAYS);
    return {
      input,
      output: fittedSchema(output),
      call: async (values, options) => {
        const query = read(urlOf({ ...defaults, ...values }));
        const answer = await reporting.List({ report, ...query, ...unconditional }, options);
        const { note, ...fitted } = fittedPage(pageIn(answer));
        return { note, version: answer.version, ...fitted };
      },
    };
  };

  const changes = (report: ReportName): Answerer => {
    const { input, output } = schemasOf(document, paths[`${report}/changes`]);
    const read = changesReader(reports[report], config.REPORT_MAX_SPAN_DAYS);
    return {
      input: { ...input, required: [...input.required, 'since'] },
      output: notedSchema(output),
      call: async (values, options) => {
        if (values.since === undefined) throw validationError({ since: { message: 'is required' } });
        const query = { ...read(urlOf(values)), leastVersion: '', waitSeconds: 0 };
        const { json } = await reporting.Changes({ report, ...query }, options);
        return fittedChanges(JSON.parse(json.toString()) as Changes);
      },
    };
  };

  const find = (): Answerer => {
    const { input, output } = schemasOf(document, paths.teams, manyRows);
    const contractors = notedSchema(schemasOf(document, paths.contractors).output);
    const read = parameterReader(namesParameters, ['ids']);
    return {
      input,
      output: {
        type: 'object',
        properties: { teams: notedSchema(output), contractors },
        required: ['teams', 'contractors'],
      },
      call: async (values, options) => {
        const query = { ...read(urlOf({ ...manyRows, ...values })), ...unconditional };
        const list = async (name: 'teams' | 'contractors') => {
          return pageIn(await reporting.ListNames({ list: name, ...query }, options));
        };
        const [teams, found] = await Promise.all([list('teams'), list('contractors')]);
        return { teams: fittedPage(teams, maxBytes / 2), contractors: fittedPage(found, maxBytes / 2) };
      },
    };
  };

  return [
    {
      name: 'summarize',
      title: 'Sum up payments or timesheets',
      description: `Sums by month, team, contractor, contract or, for payments, status: the tool for questions of how much and how many. ${ofTotals}`,
      ...ofEither((report) => page(report, summaryDefinition(reports[report]), paths[`${report}/summary`], manyRows)),
    },
    ...reportNames.map((report) => {
      const { description, ...names } = reports[report].tool;
      return { ...names, description: `${description} ${ofTotals}`, ...page(report, reports[report], paths[report]) };
    }),
    {
      name: 'find',
      title: 'Find teams and contractors',
      description:
        'Teams and contractors of the company by a part of their names, with the ids that the filters of the other tools take.',
      ...find(),
    },
    {
      name: 'changes',
      title: 'See what changed',
      description:
        'The rows of a report that changed since an earlier answer, as they are now, and the totals now. `since` is the `version` of that answer, with the same filters.',
      ...ofEither(changes),
    },
  ];
}

/** Of the report that the argument `report` names. */
function ofEither(answererOf: (report: ReportName) => Answerer): Answerer {
  const answerers = new Map(reportNames.map((report) => [report as string, answererOf(report)]));
  const { properties, required } = merged([...answerers.values()].map(({ input }) => input));
  const report = { type: 'string', enum: reportNames, description: 'What to answer from.' };
  return {
    input: { type: 'object', properties: { report, ...properties }, required: ['report', ...required] },
    output: merged([...answerers.values()].map(({ output }) => output)),
    call: async ({ report: name, ...values }, options) => {
      const answerer = answerers.get(String(name));
      if (!answerer) throw validationError({ report: { message: `must be one of ${reportNames.join(', ')}` } });
      return answerer.call(values, options);
    },
  };
}

function pageIn({ json }: { json: Buffer }): Page {
  return JSON.parse(json.toString()) as Page;
}

/** The arguments as the query of a URL, so that they are read and refused as those of a request are. */
function urlOf(values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const empty = given.filter(([, value]) => Array.isArray(value) && value.length === 0);
  if (empty.length > 0) {
    const message = 'must have at least one value; leave it out for all';
    throw validationError(Object.fromEntries(empty.map(([name]) => [name, { message }])));
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return `?${given.map(([name, value]) => [name, text(value)].map(encodeURIComponent).join('=')).join('&')}`;
}
