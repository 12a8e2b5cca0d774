import { expect, it } from '@jest/globals';
import { entityTag } from '../../../services/reporting/answers/entity-tag.ts';

it('differs for another key, version or statement, in whatever process it is made', () => {
  const statement = { name: 'payments', text: 'select 1', parameters: [] };
  const etag = entityTag(statement, 'key', '1');
  expect(entityTag({ ...statement, name: 'renamed' }, 'key', '1')).toBe(etag);
  const others = [
    entityTag(statement, 'other', '1'),
    entityTag(statement, 'key', '2'),
    entityTag({ ...statement, text: 'select 2' }, 'key', '1'),
  ];
  expect(new Set([etag, ...others]).size).toBe(4);
});
