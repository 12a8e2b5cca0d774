import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { demoClient } from '../../local/demo/demo-client.ts';
import { freePort } from '../../local/free-port.ts';
import { root } from '../support/programs/command.ts';
import { paymentsPath } from '../support/fixtures.ts';

/**
 * From a clone to the first answer, this commit beside another one, in turns: `node --import tsx test/bench/start.ts --before COMMIT`. Wall
 * time, so the machine must have nothing else to do. `npm ci` takes what npm's cache has.
 */
const { values } = parseArgs({ options: { before: { type: 'string', default: '07ef8f1' } } });
const figures: Record<string, Record<string, number>> = {};
for (const [name, commit] of Object.entries({ before: values.before, now: 'HEAD' }))
  figures[name] = await measure(commit);
console.table(figures);

async function measure(commit: string): Promise<Record<string, number>> {
  const clone = mkdtempSync(path.join(tmpdir(), 'client-reporting-start-'));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: clone, stdio: 'pipe' }).toString();
  const seconds = async (work: () => unknown) => {
    const startedAt = performance.now();
    await work();
    return Math.round((performance.now() - startedAt) / 100) / 10;
  };
  try {
    run('git', 'clone', '--quiet', root, '.');
    run('git', 'checkout', '--quiet', commit);
    const npmCi = await seconds(() => run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'));
    const first = await startAndAsk(clone);
    const second = await startAndAsk(clone);
    return {
      'npm ci, s': npmCi,
      'first start, s': first.seconds,
      'silence in it, s': first.silence,
      'second start, s': second.seconds,
      'node_modules, MB': Number(run('du', '-sm', 'node_modules').split('\t')[0]),
      'image above its base, MB': imageMegabytes(clone),
    };
  } finally {
    rmSync(clone, { recursive: true });
  }
}

/** Runs `npm start` until the first report is answered. */
async function startAndAsk(clone: string): Promise<{ seconds: number; silence: number }> {
  const port = String(await freePort());
  const startedAt = performance.now();
  const started = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [spokeAt, silence] = [startedAt, 0];
  const speak = () => {
    silence = Math.max(silence, performance.now() - spokeAt);
    spokeAt = performance.now();
  };
  started.stdout.on('data', speak);
  started.stderr.on('data', speak);
  const ended = new Promise((resolve) => started.once('close', resolve));
  try {
    while (!(await isAnswered(`http://127.0.0.1:${port}`))) await new Promise((resolve) => setTimeout(resolve, 100));
    speak();
    return { seconds: tenths(performance.now() - startedAt), silence: tenths(silence) };
  } finally {
    started.kill('SIGTERM');
    await ended;
  }
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const body = JSON.stringify(demoClient);
    const headers = { 'Content-Type': 'application/json' };
    const { accessToken = '' } = (await (
      await fetch(`${url}/auth/token`, { method: 'POST', headers, body })
    ).json()) as {
      accessToken?: string;
    };
    const report = `${url}${paymentsPath}?fromDate=2026-01-01&toDate=2026-12-31`;
    return (await fetch(report, { headers: { Authorization: `Bearer ${accessToken}` } })).ok;
  } catch {
    return false;
  }
}

/** What the Dockerfile copies, compressed. */
function imageMegabytes(clone: string): number {
  const image = path.join(clone, '.image');
  const isOurs = (file: string) => !/\.map$|^(?:test|local)$/.test(path.basename(file)) || !file.includes('/dist/');
  cpSync(path.join(clone, 'dist'), path.join(image, 'dist'), { recursive: true, filter: isOurs });
  const dockerfile = execFileSync('cat', ['Dockerfile'], { cwd: clone }).toString();
  if (dockerfile.includes('/app/node_modules')) {
    for (const file of readdirSync(clone).filter((name) => /^package.*json$/.test(name)))
      cpSync(path.join(clone, file), path.join(image, file));
    cpSync(path.join(clone, 'client/package.json'), path.join(image, 'client/package.json'));
    const flags = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    execFileSync('npm', flags, { cwd: image, stdio: 'pipe' });
  }
  const bytes = execFileSync('sh', ['-c', 'tar cz . | wc -c'], { cwd: image }).toString();
  return Math.round(Number(bytes) / 1e5) / 10;
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
