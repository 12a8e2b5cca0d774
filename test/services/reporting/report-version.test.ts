import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiError } from '../../../proto/errors.ts';
import { decodeVersion, encodeVersion, requireReportVersion } from '../../../proto/report-version.ts';
import type { Stripes } from '../../../proto/report-version.ts';
import { entityTag } from '../../../services/reporting/answers/entity-tag.ts';
import { sql, statement } from '../../../services/reporting/sql/statement.ts';

const numbers = [0n, 1n, 127n, 128n, 16_384n, 2n ** 62n, 2n ** 63n - 1n];
const stripes = fc
  .uniqueArray(fc.constantFrom(0, 1, 31, 63, 128, 2_147_483_647))
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.constantFrom(...numbers)))))
  .map((pairs) => new Map(pairs));
const some = fc.option(stripes, { nil: undefined });
const unfinished = fc.record({ since: some, until: some, afterKey: fc.string() });

it('A version is read as it was written, and a shortened one is refused', () => {
  fc.assert(
    fc.property(stripes, fc.option(unfinished, { nil: undefined }), (versions, part) => {
      const text = encodeVersion(versions, part);
      const next = part ?? { since: versions, until: undefined, afterKey: '' };
      expect(decodeVersion(text)).toEqual({
        seen: versions,
        sameRows: true,
        next: expect.objectContaining({ afterKey: next.afterKey }),
      });
      const decoded = decodeVersion(text)?.next;
      for (const name of ['since', 'until'] as const) expect(begun(decoded?.[name])).toEqual(begun(next[name]));
    }),
    // A company without data has one too.
    { examples: [[new Map(), undefined]] },
  );
  const bytes = Buffer.from(encodeVersion(new Map([[3, 200n]])), 'base64url');
  expect(decodeVersion(bytes.subarray(0, -1).toString('base64url'))).toBeUndefined();
  expect(decodeVersion(`${bytes.toString('base64url')}=`)).toBeUndefined();
  expect(decodeVersion('AQ')).toBeUndefined();
});

/** A stripe of version 0 is not there yet. */
const begun = (versions?: Stripes) => versions && new Map([...versions].filter(([, version]) => version > 0n));

it('A version is short for an answer that is not the last', () => {
  const state = new Map(Array.from({ length: 32 }, (_, stripe) => [stripe, 10n ** 12n + BigInt(stripe)]));
  const next = { since: new Map([...state, [3, 10n ** 11n]]), until: state, afterKey: 'p1000' };
  expect(encodeVersion(state, next).length).toBeLessThan(encodeVersion(state).length + 32);
});

it('A version has only numbers that fit into Postgres', () => {
  const start = Buffer.from(encodeVersion(new Map()), 'base64url');
  const tooLarge = Buffer.concat([start, Buffer.from([0, ...Array.from({ length: 9 }, () => 255), 1])]);
  expect(decodeVersion(tooLarge.toString('base64url'))).toBeUndefined();
});

it('A version is requested by the name of its header or parameter', () => {
  const problemOf = (name?: string) => {
    try {
      return requireReportVersion('abc', name);
    } catch (error) {
      return (error as ApiError).details;
    }
  };
  const message = 'must be a Report-Version of this service';
  expect(problemOf()).toEqual({ 'Report-Version': { message: `${message}, in quotes` } });
  expect(problemOf('since')).toEqual({ since: { message } });
});

it('A version with a key that Postgres does not store is refused', () => {
  const next = { since: undefined, until: undefined, afterKey: 'key' };
  const version = encodeVersion(new Map([[0, 7n]]), next);
  const forged = ['\0', '\xff'].map((byte) => {
    const bytes = Buffer.concat([Buffer.from(version, 'base64url'), Buffer.from(byte, 'latin1')]);
    return decodeVersion(bytes.toString('base64url'));
  });
  expect([decodeVersion(version)?.next.afterKey, ...forged]).toEqual(['key', undefined, undefined]);
});

it('An etag differs for another key, version or statement, in whatever process it is made', () => {
  const one = statement('payments', sql`select 1`);
  const etag = entityTag(one, 'key', '1');
  const others = [
    entityTag(one, 'other', '1'),
    entityTag(one, 'key', '2'),
    entityTag(statement('payments', sql`select 2`), 'key', '1'),
    entityTag(statement('renamed', sql`select 1`), 'key', '1'),
  ];
  expect(new Set([etag, ...others]).size).toBe(5);
});
