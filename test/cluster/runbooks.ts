// Runs the commands of runbooks as they are written, in another namespace of the cluster that kubectl points to; see run.
//   runbooks.ts NAMESPACE 'OVERLAY...' FILE[#HEADING]...    the overlays are what THE-OVERLAY stands for, in turns
// Prints what failed, and what the cluster has nothing for. Status 1 if a command failed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
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

/** Commands that need what not every cluster has: a kind, or an object. No cluster of the test has the last two. */
const needs: [command: RegExp, what: string][] = [
  [/httproute/, 'httproutes.gateway.networking.k8s.io'],
  [/describe ingress/, 'ingress/gateway'],
  [/cluster[s /]|scheduledbackups|backups now|restored\b.*\.yaml|restored-app|cnpg\.io/, 'clusters.postgresql.cnpg.io'],
  [/certificates|secret [\w -]*-tls|grpc-authorities/, 'certificates.cert-manager.io'],
  [/cronjob\/backup|restore\.sh (dumps|fill)|(backup|drill)-YOUR-NAME|name=backup|restore-drill/, 'cronjob/backup'],
  [/externalsecrets/, 'externalsecrets.external-secrets.io'],
  [/servicemonitor/, 'servicemonitors.monitoring.coreos.com'],
  [/ top /, 'pods.metrics.k8s.io'],
  [/cronjob[ /]probe|job[ /]probe/, 'cronjob/probe'],
  [/pg_dist_authinfo|name=pooler/, 'secret/pooler-secrets'],
  [/curl .*THE-HOST/, 'service/outside'],
  [/delete node /, 'node/to-remove'],
];
const lacking = needs.filter(([, what]) => spawnSync('kubectl', ['--namespace', namespace, 'get', what]).status !== 0);

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
const notChecked = new Set<string>();
for (const file of files) await follow(file);
console.log(
  [
    `${count} commands ran`,
    ...failed.map((command) => `\`${command}\` failed`),
    ...[...notChecked].map((what) => `not checked for want of ${what}`),
  ].join('; '),
);
process.exitCode = failed.length > 0 ? 1 : 0;

async function follow(file: string): Promise<void> {
  const [name = '', heading] = file.split('#');
  const text = readFileSync(path.join(runbooks, name), 'utf8');
  const section = heading ? (text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '') : text;
  const blocks = [...section.matchAll(/^ *```(sh|sql)\n(.*?)^ *```/gms)];
  if (blocks.length === 0) throw new Error(`${file} has no commands`);
  let sql = '';
  for (const [, kind, block = ''] of blocks) {
    if (kind === 'sql') sql += block;
    else {
      await runSql(sql);
      sql = '';
      await runBlock(name, block);
    }
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
    const [, want] = lacking.find(([needing]) => needing.test(command)) ?? [];
    if (want) {
      notChecked.add(want);
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
  execFileSync('kubectl', ['apply', `--filename=${store}`]);
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
