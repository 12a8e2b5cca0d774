import { expect, it } from '@jest/globals';
import { createEntityTags } from '../../../services/reporting/reports/entity-tag.ts';

it('differs for another key, version or statement, in whatever process it is made', () => {
  const statement = { name: 'payments', text: 'select 1', parameters: [] };
  const etag = createEntityTags()(statement, 'key', '1');
  expect(createEntityTags()({ ...statement, name: 'renamed' }, 'key', '1')).toBe(etag);
  const others = [
    createEntityTags()(statement, 'other', '1'),
    createEntityTags()(statement, 'key', '2'),
    createEntityTags()({ ...statement, text: 'select 2' }, 'key', '1'),
  ];
  expect(new Set([etag, ...others]).size).toBe(4);
});
