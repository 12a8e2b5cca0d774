// Runs the commands of runbooks as they are written, in another namespace of the cluster that kubectl points to; see run.
//   runbooks.ts NAMESPACE OVERLAY FILE[#HEADING]...    the overlay is what THE-OVERLAY stands for
// Prints what failed, and what the cluster has nothing for. Status 1 if a command failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [namespace = '', overlay = '', ...files] = process.argv.slice(2);

/** What the placeholders stand for; a shell replaces commands in them. */
const values: Record<string, string> = {
  'THE-OVERLAY': overlay,
  'THE-POD':
    '$(kubectl -n client-reporting get pods --selector=app.kubernetes.io/name=gateway --output=jsonpath={.items[0].metadata.name})',
  'THE-DUMP': '$(kubectl -n client-reporting exec job/restore -- ls /backups | tail -n 1)',
  'THE-HOST': 'redis',
  'THE-CLIENT-ID': 'demo-lumen',
  'YOUR-NAME': 'runbooks',
};

/** What not every cluster has, and the test's installation hasn't. */
const lacking: [RegExp, string][] = [
  [/httproute/, 'Gateway API'],
  [/curl .*THE-HOST/, 'an address outside'],
  [/clusters|scheduledbackups|describe cluster /, 'CloudNativePG'],
  [/certificate|-tls/, 'cert-manager'],
  [/servicemonitor/, 'Prometheus operator'],
  [/cronjob[ /]probe|job\/probe/, 'component probe'],
  [/ top /, 'metrics server'],
  [/--previous/, 'a container that ended'],
];

/** A difference isn't a failure, and neither is a log without such a line. */
const preamble = `
  set -o pipefail
  kubectl() {
    local arguments=() argument status
    for argument in "$@"; do [ "$argument" = client-reporting ] && argument=${namespace}; arguments+=("$argument"); done
    command kubectl "\${arguments[@]}" || { status=$?; [ "$1 $status" = 'diff 1' ]; }
  }
  grep() { command grep "$@" || [ $? = 1 ]; }
`;

let count = 0;
const failed: string[] = [];
const notChecked = new Map<string, number>();
for (const file of files) await follow(file);
const rest = [...notChecked].map(([what, times]) => `${times} for want of ${what}`);
console.log([`${count} commands ran`, ...failed.map((command) => `\`${command}\` failed`), ...rest].join('; '));
process.exitCode = failed.length > 0 ? 1 : 0;

async function follow(file: string): Promise<void> {
  const [name = '', heading] = file.split('#');
  const text = readFileSync(path.join(import.meta.dirname, '../../k8s/runbooks', name), 'utf8');
  const section = heading ? (text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '') : text;
  const blocks = [...section.matchAll(/^ *```(sh|sql)\n(.*?)^ *```/gms)].map(([, kind, block = '']) => ({
    kind,
    block,
  }));
  if (blocks.length === 0) throw new Error(`${file} has no commands`);
  for (const [index, { kind, block }] of blocks.entries()) {
    if (kind !== 'sh') continue;
    const after = blocks.slice(index + 1);
    const end = after.findIndex((next) => next.kind === 'sh');
    const sql = after.slice(0, end < 0 ? undefined : end).map((next) => next.block);
    await runBlock(name, block, ['\\set ON_ERROR_STOP on', ...sql].join('\n'));
  }
}

/** A command that forwards a port runs until the end of its block. */
async function runBlock(file: string, block: string, sql: string): Promise<void> {
  const forwards: ReturnType<typeof shell>[] = [];
  for (const command of commandsOf(block)) {
    if (command.includes('delete node ')) {
      miss('a node to remove');
      continue;
    }
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
    const [, want] = lacking.find(([pattern]) => status !== 0 && pattern.test(command)) ?? [];
    if (want) miss(want);
    else count++;
    if (status === 0 || want) continue;
    failed.push(command);
    console.error(`${file}: ${command}\n${output}`);
  }
  for (const { pid } of forwards) if (pid) process.kill(-pid);
}

async function ended(child: ReturnType<typeof shell>): Promise<{ status: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

function miss(what: string): void {
  notChecked.set(what, (notChecked.get(what) ?? 0) + 1);
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
  const filled = Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, value), command);
  const child = spawn('bash', ['-c', preamble + filled], { detached: true });
  child.stdin.on('error', () => undefined).end(input);
  return child;
}
