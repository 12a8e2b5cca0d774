import { it } from '@jest/globals';
import { holdToDocument, seeAnswer } from './seen-answers.ts';

it('has to fail, as seen-answers.test.ts holds', async () => {
  await holdToDocument('http://127.0.0.1:1');
  seeAnswer({ method: 'GET', target: '/health', status: 418, headers: {} });
});
