import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoClient } from '../../../local/demo/demo-client.ts';
import { freePort } from '../../../local/free-port.ts';
import { paymentsPath } from '../../support/fixtures.ts';
import { processorMsOf } from '../../support/programs/processes.ts';
import type { Figure } from '../bench.ts';

/**
 * From a clone of what a checkout has committed to the first answer, and its tests. All but the tests is wall time, so the machine must have
 * nothing else to do. `npm ci` takes what npm's cache has.
 */
export async function measureStart({ checkout }: { checkout: string }): Promise<Figure[]> {
  const clone = mkdtempSync(path.join(tmpdir(), 'client-reporting-start-'));
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: clone, stdio: 'pipe' });
  try {
    execFileSync('git', ['clone', '--quiet', checkout, clone]);
    const startedAt = performance.now();
    npm('ci', '--prefer-offline', '--no-audit', '--no-fund');
    const installed = tenths(performance.now() - startedAt);
    const first = await startAndAsk(clone);
    const second = await startAndAsk(clone);
    const folder = Number(execFileSync('du', ['-sm', 'node_modules'], { cwd: clone }).toString().split('\t')[0]);
    const image = imageMegabytes(clone);
    const before = await processorMsOf(process.pid);
    npm('test');
    const after = await processorMsOf(process.pid);
    const figureOf = (figure: string, unit: string, measured: number, atMostOfBefore = 1.1): Figure => ({
      figure: `start: ${figure}`,
      target: { atMostOfBefore },
      measured,
      unit,
    });
    return [
      figureOf('npm ci', 's', installed),
      figureOf('npm ci and npm start to the first answer', 's', installed + first.seconds, 0.5),
      figureOf('silence of the first npm start', 's', first.silence),
      figureOf('second npm start', 's', second.seconds),
      figureOf('node_modules', 'MB', folder),
      figureOf('image above its base', 'MB', image),
      figureOf('npm test, processor time without Postgres', 's', tenths(after.ended - before.ended), 0.7),
    ];
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
    const response = await fetch(`${url}/auth/token`, { method: 'POST', headers, body });
    const { accessToken = '' } = (await response.json()) as { accessToken?: string };
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
