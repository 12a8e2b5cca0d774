/** How a value is typed and written. Counts and minutes are whole; instants are in UTC with milliseconds. */
export type FieldKind = 'id' | 'text' | 'status' | 'money' | 'count' | 'percentage' | 'instant';

/** A value of a report's row. The name of the field is the name of its column in files. */
export type Field = {
  /** Where the JSON has it: member names, separated by dots. The name of the field when left out. */
  path?: string;
  /** The field that it follows in the JSON; the one before it when left out. */
  after?: string;
  kind: FieldKind;
  description?: string;
  example: string | number;
};

export type Fields = Record<string, Field>;

/** Filters take several values: ids that the company doesn't own match nothing. */
export type Filters = Record<string, { kind: 'ids' | 'statuses'; description: string; example: readonly string[] }>;

/** All that is public about a report. Query parameters, the OpenAPI document, JSON and files are derived from it. */
export type ReportDefinition<SortField extends string = string> = {
  /** As in the URL and in the names of files. */
  name: string;
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
  /** The names of the JSON objects in the OpenAPI document, by their paths. */
  schemas: Record<'row' | 'contract' | 'statistics' | 'report', string>;
};

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

function inJsonOrder(fields: Fields): [string, Field][] {
  const moved = (name?: string) => Object.entries(fields).filter(([, { after }]) => after === name);
  return moved(undefined).flatMap((field) => [field, ...moved(field[0])]);
}
