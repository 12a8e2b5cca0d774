import { expect, it } from '@jest/globals';
import { runCommand } from '../../support/programs/command.ts';

type Results = { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] };

const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];

it('fails a test that sees an answer which the OpenAPI document does not describe, and names it', async () => {
  const options = ['--json', '--config', 'test/support/openapi/wrong-answers.config.js'];
  const { stdout } = await runCommand('node', [...jest, ...options], {});
  const results = (JSON.parse(stdout) as Results).testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.length).toBeGreaterThan(20);
  for (const { title, status, failureMessages } of results) {
    const [message = ''] = failureMessages;
    if (/^(judges|passes)/.test(title)) expect([title, status, message]).toEqual([title, 'passed', '']);
    else expect(message).toContain(`docs/openapi.yaml does not describe this:\n${title}`);
  }
});
