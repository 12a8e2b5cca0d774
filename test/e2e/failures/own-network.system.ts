import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { runCommand } from '../../support/programs/command.ts';
import { installed } from '../../support/programs/installed.ts';

const isAllowed = await runCommand('unshare', ['--net', 'true'], {}).then(
  ({ status }) => status === 0,
  () => false, // no Linux
);
if (!isAllowed) console.warn(`NOT CHECKED, since we may not make a network namespace: ${import.meta.filename}`);

// The checks beside this file drop packets. The network namespace ends with their processes.
(isAllowed ? it : it.skip)(
  'lost packets and a lost node, in a network namespace',
  async () => {
    await installed('nft');
    const begin = `${await installed('ip')} link set lo up && exec "$@"`;
    const jest = [process.execPath, ...process.execArgv, 'node_modules/jest/bin/jest.js'];
    const checks = [...jest, '--testMatch', `${import.meta.dirname}/*.check.ts`];
    const command = ['--net', 'sh', '-c', begin, 'sh', ...checks];
    // A run of its own, which cleans up by itself. By a PATH with our directory, our cleaner would end its cleaner before that is done.
    const PATH = process.env.PATH?.replace(`${path.delimiter}${tmpdir()}`, '') ?? '';
    const { status, stdout, stderr } = await runCommand('unshare', command, { PATH });
    expect([status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
  },
  600_000,
);
