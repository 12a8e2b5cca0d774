import * as z from 'zod';
import { gatewaySettings } from '../../gateway/config.ts';
import { commandSettings, importSettings } from '../../services/import/config.ts';
import { startSettings } from '../../local/config.ts';
import { rollUpSettings } from '../../services/reporting/roll-ups/settings.ts';
import { adminSettings } from '../../services/auth/admin/config.ts';
import { authSettings } from '../../services/auth/config.ts';
import { migrateSettings } from '../../services/migrate/config.ts';
import { portalSettings } from '../../services/portal/config.ts';
import { reportingSettings } from '../../services/reporting/config.ts';

const programs: Record<string, z.ZodRawShape> = {
  start: startSettings,
  import: importSettings,
  admin: { ...adminSettings, ...commandSettings },
  'roll-ups': rollUpSettings,
  migrate: migrateSettings,
  gateway: gatewaySettings({}),
  auth: authSettings({}),
  reporting: reportingSettings,
  portal: portalSettings,
};

const introduction = `<!-- Made by \`npm run generate\` from the programs' settings. -->
# Settings

Environment variables, and the programs that read them: gateway, auth, reporting, portal and migrate are the programs of the
product; start, import, admin and roll-ups are \`npm start\`, \`npm run import\`, \`npm run auth\` and \`npm run roll-ups\`.

- An empty variable counts as unset. A program names all its wrong settings and does not start.
- For a secret, set \`NAME_FILE\` instead of \`NAME\`, to the path of a file that holds the value.
- Ranges are of whole numbers.
- \`npm start\` passes its environment on to the programs that it starts, but sets their addresses and databases itself.
- OpenTelemetry's SDK reads more settings from the environment: [Traces](operations/measure.md#traces).
`;

/** What most installations set. */
const common = `
  AUTH_ADDRESS AUTH_DATABASE_URL AUTH_KEY_ENCRYPTION_KEY AUTH_SECRET_PEPPER DATABASE_URL HOST INTERNAL_PORT
  LOCAL_DATA_DIR LOG_LEVEL PORT PORTAL_URL PUBLIC_BASE_URL RATE_LIMIT_IP RATE_LIMIT_TOKEN_CLIENT RATE_LIMIT_TOKEN_IP
  REDIS_URL REPORTING_ADDRESS REPORTING_DATABASE_URL TRUSTED_ISSUERS TRUST_PROXY`.split(/\s+/);

/** The text of docs/settings.md: a row for each setting, and one more where a program gives it another default or meaning. */
export function settingsDocument(): string {
  const users = new Map<string, string[]>();
  for (const [program, settings] of Object.entries(programs)) {
    const { properties = {} } = z.toJSONSchema(z.object(settings), { io: 'input', unrepresentable: 'any' });
    for (const [name, schema] of Object.entries(properties as Record<string, Setting>)) {
      const row = rowOf(name, schema, (settings[name] as z.ZodType).safeParse(undefined));
      users.set(row, [...(users.get(row) ?? []), program]);
    }
  }
  const names = new Set(Array.from(users.keys(), (row) => row.split('`')[1] ?? ''));
  const table = (title: string, isListed: (name: string) => boolean) => {
    const rows = [...names]
      .toSorted()
      .filter(isListed)
      .flatMap((name) => [...users].filter(([row]) => row.startsWith(`| \`${name}\` `)));
    const lines = rows.map(([row, by]) => row.replace('PROGRAMS', by.join(', ')));
    return `\n## ${title}\n\n| name | programs | values | default | meaning |\n|---|---|---|---|---|\n${lines.join('')}`;
  };
  return `${introduction}${table('Common', (name) => common.includes(name))}${table('Rare', (name) => !common.includes(name))}`;
}

type Setting = { description?: string; values?: string; enum?: string[]; default?: unknown };

function rowOf(name: string, schema: Setting, unset: z.ZodSafeParseResult<unknown>): string {
  const { description, values = 'text', enum: options, default: value = unset.data } = schema;
  if (description === undefined) throw new Error(`${name} has no description`);
  const shown = typeof value === 'number' || (typeof value === 'string' && value !== '') ? `\`${value}\`` : '';
  const cells = [
    `\`${name}\``,
    'PROGRAMS',
    options?.map((option) => `\`${option}\``).join(', ') ?? values,
    unset.success ? shown : 'required',
    description,
  ];
  return `| ${cells.join(' | ')} |\n`;
}
