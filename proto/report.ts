import type { Filter__Output } from './generated/clientreporting/reporting/Filter.ts';
import type { ListRequest__Output } from './generated/clientreporting/reporting/ListRequest.ts';

/** How a value is typed and written. Counts and minutes are whole; instants are in UTC with milliseconds. */
export type FieldKind = 'id' | 'text' | 'paymentStatus' | 'money' | 'count' | 'percentage' | 'month' | 'instant';

/** A value of a report's row. The name of the field is the name of its column in files. */
export type Field = {
  /** Where the JSON has it: member names, separated by dots. The name of the field when left out. */
  path?: string;
  /** The field that it follows in the JSON; the one before it when left out. */
  after?: string;
  kind: FieldKind;
  /** That rows may be without a value, and how the JSON shows it. An object of which each field says so is missing as a whole. */
  missing?: Missing;
  description?: string;
  example: string | number;
  /** Its heading in workbooks. Its name in words when left out. */
  column?: string;
  /** What workbooks show without a value. An empty cell when left out. */
  none?: string;
  /** The statistic that is the sum of its column: the one of its name when left out, false where that is something else. */
  sum?: string | false;
};

/** As null, or without the member. */
export type Missing = 'null' | 'absent';

export type Fields = Record<string, Field>;

/** What each kind of filter says besides its description. */
type FilterKinds = {
  /** At most 100 ids. Those that the company doesn't own match nothing. `list` has them, by names. */
  ids: { list: 'teams' | 'contractors'; example: readonly string[] };
  paymentStatuses: { example: readonly string[] };
  /** One, in US dollars. `atLeast` names the filter whose amount may not be more. */
  amount: { atLeast?: string; example: number };
};

export type FilterKind = keyof FilterKinds;

export type Filter<Kind extends FilterKind = FilterKind> = {
  [Each in Kind]: { kind: Each; description: string } & FilterKinds[Each];
}[Kind];

/** By the names of their parameters. */
export type Filters = Record<string, Filter>;

/** What something does with filters of each kind. */
export type ByFilterKind<Made> = { [Kind in FilterKind]: (filter: Filter<Kind>) => Made };

export function ofFilterKind<Kind extends FilterKind, Made>(makers: ByFilterKind<Made>, filter: Filter<Kind>): Made {
  return makers[filter.kind](filter);
}

/** A filter that a request gives: its name, and its values; one of an amount. */
export type GivenFilter = Filter__Output;

/** What a request says about the versions of the data that its caller has seen. */
export type Conditions = Pick<ListRequest__Output, 'ifMatch' | 'ifNoneMatch' | 'leastVersion'>;

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

/** `summary` is without the groups. `statistics` are those that only sums have. */
export type SumsDefinition = Pick<ReportDefinition, 'operationId' | 'summary' | 'description' | 'statistics'> & {
  groups: readonly Group[];
  schemas: Record<'row' | 'statistics' | 'report', string>;
};

/** Reports by their names. */
export type ReportDefinitions = Record<string, ReportDefinition>;

/**
 * Makes the JSON object of the fields, or what stands for it, out of its values and of the objects in it. `missing` makes what stands
 * for a value or an object that may be missing.
 */
export function foldFields<Of extends Fields, Part>(
  fields: Of,
  value: (field: Field, name: keyof Of & string) => Part,
  object: (members: Record<string, Part>, path: string) => Part,
  missing: (part: Part, how: Missing) => Part = (part) => part,
): Part {
  type Members = Map<string, { field: Field; name: string } | Members>;
  const root: Members = new Map();
  for (const [name, field] of inJsonOrder(fields)) {
    const path = (field.path ?? name).split('.');
    const parent = path.slice(0, -1).reduce((members, step) => {
      const inner = members.get(step) ?? new Map();
      members.set(step, inner);
      return inner as Members;
    }, root);
    parent.set(path.at(-1) ?? name, { field, name });
  }
  const missingOf = (member: { field: Field } | Members): Missing | undefined => {
    if ('field' in member) return member.field.missing;
    const [first, ...others] = Array.from(member.values(), missingOf);
    return others.every((other) => other === first) ? first : undefined;
  };
  const fold = (members: Members, path: string, isMissing: boolean): Part => {
    const parts = Array.from(members, ([name, member]): [string, Part] => {
      const how = isMissing ? undefined : missingOf(member);
      const part =
        'field' in member
          ? value(member.field, member.name)
          : fold(member, path === '' ? name : `${path}.${name}`, how !== undefined);
      return [name, how ? missing(part, how) : part];
    });
    return object(Object.fromEntries(parts), path);
  };
  return fold(root, '', false);
}

/** The fields as members of the JSON object `object`. */
export function inObject<Names extends string>(object: string, fields: Record<Names, Field>): typeof fields {
  const moved = Object.entries<Field>(fields).map(([name, field]) => [name, { ...field, path: `${object}.${name}` }]);
  return Object.fromEntries(moved) as typeof fields;
}

/** The fields that follow `name`, each with those that follow it; all fields without a name. */
function inJsonOrder(fields: Fields, name?: string): [string, Field][] {
  const following = Object.entries(fields).filter(([, { after }]) => after === name);
  return following.flatMap((field) => [field, ...inJsonOrder(fields, field[0])]);
}
