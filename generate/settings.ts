import { z } from 'zod';
import { gatewaySettings } from '../gateway/config.ts';
import { demoSettings } from '../demo/config.ts';
import { commandSettings, importSettings } from '../import/config.ts';
import { startSettings } from '../local/config.ts';
import { rollUpSettings } from '../services/reporting/roll-ups/settings.ts';
import { adminSettings, authSettings } from '../services/auth/config.ts';
import { migrateSettings } from '../migrate/config.ts';
import { portalSettings } from '../services/portal/config.ts';
import { reportingSettings } from '../services/reporting/config.ts';

const programs: Record<string, z.ZodRawShape> = {
  start: startSettings,
  import: importSettings,
  admin: { ...adminSettings, ...commandSettings },
  'roll-ups': rollUpSettings,
  demo: demoSettings,
  migrate: migrateSettings,
  gateway: gatewaySettings({}),
  auth: authSettings({}),
  reporting: reportingSettings,
  portal: portalSettings,
};

const introduction = `<!-- Made by \`npm run generate\` from the programs' settings. -->
# Settings

Environment variables, and the programs that read them: gateway, auth, reporting, portal and migrate are the programs of the
product; start, import, admin and roll-ups are \`npm start\`, \`npm run import\`, \`npm run auth\` and \`npm run roll-ups\`; demo
loads the demo data in containers.

- An empty variable counts as unset. A program names all its wrong settings and does not start.
- For a secret, set \`NAME_FILE\` instead of \`NAME\`, to the path of a file that holds the value.
- Ranges are of whole numbers.
- \`npm start\` passes its environment on to the programs that it starts, but sets their addresses and databases itself.
- OpenTelemetry's SDK reads more settings from the environment: [Traces](operations/measure.md#traces).
`;

/** What most installations set. */
const common = new Set([
  'AUTH_ADDRESS',
  'AUTH_DATABASE_URL',
  'AUTH_KEY_ENCRYPTION_KEY',
  'AUTH_SECRET_PEPPER',
  'DATABASE_URL',
  'HOST',
  'INTERNAL_PORT',
  'LOCAL_DATA_DIR',
  'LOG_LEVEL',
  'PORT',
  'PORTAL_URL',
  'PUBLIC_BASE_URL',
  'RATE_LIMIT_IP',
  'RATE_LIMIT_TOKEN_CLIENT',
  'RATE_LIMIT_TOKEN_IP',
  'REDIS_URL',
  'REPORTING_ADDRESS',
  'REPORTING_DATABASE_URL',
  'TRUSTED_ISSUERS',
  'TRUST_PROXY',
]);

const mostNames = 45;

/** The text of docs/settings.md: a row for each setting, and one more where a program gives it another default or meaning. */
export function settingsDocument(): string {
  const users = new Map<string, { row: Row; programs: string[] }>();
  for (const [program, settings] of Object.entries(programs)) {
    for (const [name, schema] of Object.entries(settings)) {
      const row = rowOf(name, schema as z.ZodType);
      const key = JSON.stringify(row);
      const listed = users.get(key);
      if (listed) listed.programs.push(program);
      else users.set(key, { row, programs: [program] });
    }
  }
  const rows = [...users.values()].toSorted((a, b) => (a.row.name < b.row.name ? -1 : Number(a.row.name > b.row.name)));
  const names = new Set(rows.map(({ row }) => row.name));
  if (names.size > mostNames)
    throw new Error(
      `There are ${names.size} settings, more than ${mostNames}. Make a constant of one that operators do not change.`,
    );
  const table = (title: string, isListed: (name: string) => boolean) => {
    const lines = rows
      .filter(({ row }) => isListed(row.name))
      .map(({ row, programs: by }) => [`\`${row.name}\``, by.join(', '), row.values, row.default, row.meaning])
      .map((cells) => `| ${cells.join(' | ')} |\n`);
    return `\n## ${title}\n\n| name | programs | values | default | meaning |\n|---|---|---|---|---|\n${lines.join('')}`;
  };
  return `${introduction}${table('Common', (name) => common.has(name))}${table('Rare', (name) => !common.has(name))}`;
}

type Row = { name: string; values: string; default: string; meaning: string };

function rowOf(name: string, schema: z.ZodType): Row {
  const meaning = inside(schema, (part) => part.description);
  if (meaning === undefined) throw new Error(`${name} has no description`);
  return { name, values: valuesOf(schema), default: defaultOf(schema), meaning };
}

function defaultOf(schema: z.ZodType): string {
  if (!schema.safeParse(undefined).success) return 'required';
  const value = inside(schema, (part) => (part instanceof z.ZodDefault ? part.def.defaultValue : undefined));
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? `\`${value}\`` : '';
}

function valuesOf(schema: z.ZodType): string {
  const values = inside(schema, (part) => {
    if (part instanceof z.ZodEnum) return part.options.map((option) => `\`${option}\``).join(', ');
    return part.meta()?.values;
  });
  return typeof values === 'string' ? values : 'text';
}

/** What `find` finds in a schema or, from the outside in, in what it wraps. */
function inside<Found>(schema: z.ZodType, find: (part: z.ZodType) => Found | undefined): Found | undefined {
  const found = find(schema);
  if (found !== undefined) return found;
  if (schema instanceof z.ZodPipe) return inside(schema.def.in as z.ZodType, find);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return inside(schema.unwrap() as z.ZodType, find);
  }
  return undefined;
}
