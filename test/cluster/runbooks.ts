// Runs the commands of runbooks as they are written, in another namespace of the cluster that kubectl points to; see run.
//   runbooks.ts NAMESPACE 'OVERLAY...' FILE[#HEADING]...    the overlays are what THE-OVERLAY stands for, in turns
// Prints what failed, and what the cluster has nothing for. Status 1 if a command failed.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [namespace = '', overlays = '', ...files] = process.argv.slice(2);
const toApply = overlays.split(' ');
const runbooks = path.join(import.meta.dirname, '../../k8s/runbooks');

/** What the placeholders stand for; a shell replaces commands in them. */
const values: Record<string, string> = {
  'THE-POD':
    '$(kubectl -n client-reporting get pods --selector=app.kubernetes.io/name=gateway --output=jsonpath={.items[0].metadata.name})',
  'THE-DUMP': '$(kubectl -n client-reporting exec job/restore -- ls /backups | grep dump | tail -n 1)',
  // The newest.
  'THE-RELEASE':
    '$(kubectl -n client-reporting get jobs --selector=app.kubernetes.io/name=migrate --sort-by=.metadata.creationTimestamp --output=name | tail -n 1 | sed s,job.batch/migrate-,,)',
  'THE-HOST': 'redis',
  'THE-CLIENT-ID': 'demo-lumen',
  'YOUR-NAME': 'runbooks',
  'THE-NEW-ROLE-OF-AUTH': 'auth_b',
  'THE-NEW-ROLE-OF-REPORTING': 'reporting_b',
  'THE-PASSWORD-OF-AUTH': 'rotated-auth',
  'THE-PASSWORD-OF-REPORTING': 'rotated-reporting',
  'THE-ROLE-OF-AUTH-BEFORE': 'auth',
  'THE-ROLE-OF-REPORTING-BEFORE': 'reporting',
  // That of the overlay, so that other commands go on.
  'THE-NEW-PASSWORD': 'local-only',
  'k8s/runbooks/restore.sh': path.join(import.meta.dirname, '../../k8s/runbooks/restore.sh'),
  // As this cluster has it: with its images.
  'k8s/components/cloudnative-pg/restored.yaml': process.env.RESTORED ?? '',
};

/** What not every cluster has: commands that need it, and the kind, or the object, that shows it. Without one, no cluster of the test has it. */
const needs: { command: RegExp; what: string; kind?: string; object?: string }[] = [
  { command: /httproute/, what: 'Gateway API', kind: 'httproutes.gateway.networking.k8s.io' },
  { command: /describe ingress/, what: 'component ingress', object: 'ingress/gateway' },
  {
    command: /cluster[s /]|scheduledbackups|backups now|restored\b.*\.yaml|restored-app|cnpg\.io/,
    what: 'CloudNativePG',
    kind: 'clusters.postgresql.cnpg.io',
  },
  {
    command: /certificates|secret [\w -]*-tls|grpc-authorities/,
    what: 'cert-manager',
    kind: 'certificates.cert-manager.io',
  },
  {
    command: /cronjob\/backup|restore\.sh (dumps|fill)|(backup|drill)-YOUR-NAME|name=backup|restore-drill/,
    what: 'component backup',
    object: 'cronjob/backup',
  },
  { command: /externalsecrets/, what: 'External Secrets', kind: 'externalsecrets.external-secrets.io' },
  { command: /servicemonitor/, what: 'Prometheus operator', kind: 'servicemonitors.monitoring.coreos.com' },
  { command: / top /, what: 'metrics server', kind: 'pods.metrics.k8s.io' },
  { command: /cronjob[ /]probe|job[ /]probe/, what: 'component probe', object: 'cronjob/probe' },
  { command: /pg_dist_authinfo|name=pooler/, what: 'Citus', object: 'secret/pooler-secrets' },
  { command: /curl .*THE-HOST/, what: 'an address outside' },
  { command: /delete node /, what: 'a node to remove' },
];
const kinds = outputOf('kubectl api-resources --output=name').split('\n');
const lacking = needs.filter(({ kind, object }) => !(kind ? kinds.includes(kind) : object && exists(object)));

/** A difference isn't a failure, and neither is a log without such a line; a loop looks for one by -qE. */
const preamble = `
  set -o pipefail
  export NAMESPACE=${namespace}
  kubectl() {
    local arguments=() argument status
    for argument in "$@"; do [ "$argument" = client-reporting ] && argument=${namespace}; arguments+=("$argument"); done
    command kubectl "\${arguments[@]}" || { status=$?; [ "$1 $status" = 'diff 1' ]; }
  }
  grep() { command grep "$@" || { status=$?; [ "$1" != -qE ] && [ $status = 1 ]; }; }
`;

/** Commands write files where they run. */
const directory = mkdtempSync(path.join(tmpdir(), 'runbooks-'));
process.on('exit', () => rmSync(directory, { recursive: true }));

let count = 0;
const failed: string[] = [];
const notChecked = new Map<string, number>();
for (const file of files) await follow(file);
const rest = [...notChecked].map(([what, times]) => `${times} for want of ${what}`);
console.log([`${count} commands ran`, ...failed.map((command) => `\`${command}\` failed`), ...rest].join('; '));
process.exitCode = failed.length > 0 ? 1 : 0;

async function follow(file: string): Promise<void> {
  const [name = '', heading] = file.split('#');
  const text = readFileSync(path.join(runbooks, name), 'utf8');
  const section = heading ? (text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '') : text;
  const blocks = [...section.matchAll(/^ *```(sh|sql)\n(.*?)^ *```/gms)].map(([, kind, block = '']) => ({
    kind,
    block,
  }));
  if (blocks.length === 0) throw new Error(`${file} has no commands`);
  let sql = '';
  for (const { kind, block } of blocks) {
    if (kind === 'sql') {
      sql += block;
      continue;
    }
    await runSql(sql);
    sql = '';
    await runBlock(name, block);
  }
  await runSql(sql);
}

/** As psql.md says. */
async function runSql(sql: string): Promise<void> {
  if (sql === '') return;
  const text = readFileSync(path.join(runbooks, 'psql.md'), 'utf8');
  for (const [, block = ''] of text.matchAll(/^```sh\n(.*?)^```/gms))
    await runBlock('psql.md', block, `\\set ON_ERROR_STOP on\n${sql}`);
}

/** A command that forwards a port runs until the end of its block. */
async function runBlock(file: string, block: string, sql = ''): Promise<void> {
  const forwards: ReturnType<typeof shell>[] = [];
  for (const command of commandsOf(block)) {
    const want = lacking.find((need) => need.command.test(command))?.what;
    if (want) {
      notChecked.set(want, (notChecked.get(want) ?? 0) + 1);
      continue;
    }
    if (applies(command)) await changeStore(toApply[0] ?? '');
    const run = () => shell(command, command.includes('psql "$(cat') ? sql : '');
    if (command.includes(' port-forward ')) {
      forwards.push(run());
      await sleep(3_000);
      continue;
    }
    let { status, output } = await ended(run());
    if (status !== 0 && output.includes('is waiting to start')) {
      await sleep(20_000);
      ({ status, output } = await ended(run()));
    }
    count++;
    if (status === 0) continue;
    failed.push(command);
    console.error(`${file}: ${command}\n${output}`);
  }
  for (const { pid } of forwards) if (pid) process.kill(-pid);
}

/** What a person does first with component external-secrets, where the overlay has a store beside it. */
async function changeStore(overlay: string): Promise<void> {
  const store = path.join(overlay, 'store.yaml');
  if (!existsSync(store)) return;
  outputOf(`kubectl apply --filename=${store}`);
  await follow('secrets.md#External Secrets');
  await sleep(5_000);
}

async function ended(child: ReturnType<typeof shell>): Promise<{ status: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

function exists(object: string): boolean {
  return outputOf(`kubectl --namespace ${namespace} get ${object} --output=name --ignore-not-found`) !== '';
}

function outputOf(command: string): string {
  return execFileSync('bash', ['-c', command], { encoding: 'utf8' });
}

function applies(command: string): boolean {
  return /(apply -k|restore\.sh \w+) THE-OVERLAY/.test(command);
}

/** One a line, but for those that go on in the next. */
function commandsOf(block: string): string[] {
  return block
    .replace(/\\\n\s*/g, '')
    .replace(/\|\n\s*/g, '| ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function shell(command: string, input: string) {
  // The last overlay stays.
  const overlay = toApply[0] ?? '';
  if (applies(command) && toApply.length > 1) toApply.shift();
  const all = Object.entries({ ...values, 'THE-OVERLAY': overlay });
  const fill = (text: string) => all.reduce((filled, [name, value]) => filled.replaceAll(name, value), text);
  const child = spawn('bash', ['-c', preamble + fill(command)], { cwd: directory, detached: true });
  child.stdin.on('error', () => undefined).end(fill(input));
  return child;
}
