import type { Filter__Output } from './generated/clientreporting/reporting/Filter.ts';

/** How a value is typed and written. Counts and minutes are whole; instants are in UTC with milliseconds. */
export type FieldKind = 'id' | 'text' | 'status' | 'money' | 'count' | 'percentage' | 'month' | 'instant';

/** A value of a report's row. The name of the field is the name of its column in files. */
export type Field = {
  /** Where the JSON has it: member names, separated by dots. The name of the field when left out. */
  path?: string;
  /** The field that it follows in the JSON; the one before it when left out. */
  after?: string;
  kind: FieldKind;
  description?: string;
  example: string | number;
  /** Its heading in workbooks. Its name in words when left out. */
  column?: string;
  /** What workbooks show without a value. An empty cell when left out. */
  none?: string;
  /** The statistic that is the sum of its column: the one of its name when left out, false where that is something else. */
  sum?: string | false;
};

export type Fields = Record<string, Field>;

/** A filter takes several values, of which ids that the company doesn't own match nothing; or an amount in US dollars. */
export type Filter = ListFilter | AmountFilter;

/** `list` has the ids, by names. */
export type ListFilter = ({ kind: 'ids'; list: 'teams' | 'contractors' } | { kind: 'statuses' }) & {
  description: string;
  example: readonly string[];
};
/** `atLeast` names the filter whose amount may not be more. */
type AmountFilter = { kind: 'amount'; atLeast?: string; description: string; example: number };

/** By the names of their parameters. */
export type Filters = Record<string, Filter>;

/** A filter that a request gives: its name, and its values; one of an amount. */
export type GivenFilter = Filter__Output;

/** Of a filter that isn't given, none. */
export function valuesGiven(given: GivenFilter[], name: string): string[] {
  return given.find((filter) => filter.name === name)?.values ?? [];
}

/** What the rows of a report can be summed up by. */
export type Group = 'month' | 'status' | 'team' | 'contractor' | 'contract';

/** All that is public about a report. Query parameters, the OpenAPI document, JSON and files are derived from it. */
export type ReportDefinition<SortField extends string = string> = {
  operationId: string;
  summary: string;
  description: string;
  filters: Filters;
  sortFields: readonly SortField[];
  sortFieldAliases: Record<string, SortField>;
  sortFieldDescription: string;
  defaultSortField: SortField;
  defaultSortOrder: 'asc' | 'desc';
  fields: Fields;
  /** Over all rows that match. */
  statistics: Fields;
  statisticsDescription: string;
  /** What the JSON has instead of the team of a contract without one. */
  withoutTeam: 'null' | 'absent';
  /** The names of the JSON objects in the OpenAPI document, by their paths. `contract` where a row has one. */
  schemas: Record<'row' | 'statistics' | 'report', string> & { contract?: string };
  /** As a tool of MCP. */
  tool: Record<'name' | 'title' | 'description', string>;
  /** What differs in its sums by groups. A report without it has no sums. */
  sums?: SumsDefinition;
  /** That it can say what changed since a version. Without it, it doesn't. */
  changes?: { operationId: string; schema: string };
  /** Of the sums of a report: what a request can group them by. */
  groups?: readonly Group[];
};

/** `statistics` are those that only sums have. */
export type SumsDefinition = Pick<ReportDefinition, 'operationId' | 'summary' | 'description' | 'statistics'> & {
  groups: readonly Group[];
  schemas: Record<'row' | 'statistics' | 'report', string>;
};

/** Reports by their names. */
export type ReportDefinitions = Record<string, ReportDefinition>;

/** Makes the JSON object of the fields, or what stands for it, out of its values and of the objects in it. */
export function foldFields<Of extends Fields, Part>(
  fields: Of,
  value: (field: Field, name: keyof Of & string) => Part,
  object: (members: Record<string, Part>, path: string) => Part,
): Part {
  type Members = { [name: string]: { part: Part } | Members };
  const root: Members = {};
  for (const [name, field] of inJsonOrder(fields)) {
    const path = (field.path ?? name).split('.');
    const parent = path.slice(0, -1).reduce((members, step) => (members[step] ??= {}) as Members, root);
    parent[path.at(-1) ?? name] = { part: value(field, name) };
  }
  const fold = (members: Members, path: string): Part => {
    const parts = Object.entries(members).map(([name, member]) => {
      return [name, 'part' in member ? member.part : fold(member, path === '' ? name : `${path}.${name}`)];
    });
    return object(Object.fromEntries(parts) as Record<string, Part>, path);
  };
  return fold(root, '');
}

/** The fields as members of the JSON object `object`. */
export function inObject<Names extends string>(object: string, fields: Record<Names, Field>): typeof fields {
  const moved = Object.entries<Field>(fields).map(([name, field]) => [name, { ...field, path: `${object}.${name}` }]);
  return Object.fromEntries(moved) as typeof fields;
}

function inJsonOrder(fields: Fields): [string, Field][] {
  const moved = (name?: string) => Object.entries(fields).filter(([, { after }]) => after === name);
  return moved(undefined).flatMap((field) => [field, ...moved(field[0])]);
}
