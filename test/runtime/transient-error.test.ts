import { expect, it } from '@jest/globals';
import pg from 'pg';
import { ApiError } from '../../proto/errors.ts';
import { isTransient } from '../../runtime/transient-error.ts';

const ofPostgres = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code });

it.each([
  ['57P03', 'the database system is starting up'],
  ['57P03', 'the database system is shutting down'],
  ['57P03', 'the database system is in recovery mode'],
  ['57P03', 'the database system is not yet accepting connections'],
  ['57P01', 'terminating connection due to administrator command'],
  ['57P02', 'terminating connection because of crash of another server process'],
  ['57014', 'canceling statement due to statement timeout'],
  ['53300', 'sorry, too many clients already'],
  ['40001', 'canceling statement due to conflict with recovery'],
  ['08006', 'connection to the remote node reporting@worker:5432 failed'],
  // A coordinator of Citus that is killed while it waits for a worker.
  ['XX000', 'postmaster was shut down, exiting'],
])('%s %s: the database can not answer now', (code, message) => {
  expect(isTransient(ofPostgres(code, message))).toBe(true);
  expect(isTransient(new Error('no answer', { cause: ofPostgres(code, message) }))).toBe(true);
});

it.each([
  ['42P01', 'relation "reporting.contracts" does not exist'],
  ['22012', 'division by zero'],
  ['XX000', 'cache lookup failed for relation 1'],
  ['XX001', 'invalid page in block 0'],
])('%s %s: we are wrong, or the data is', (code, message) => {
  expect(isTransient(ofPostgres(code, message))).toBe(false);
});

it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])('%s', (code) => {
  expect(isTransient(Object.assign(new Error(`connect ${code}`), { code }))).toBe(true);
});

it('nothing else is', () => {
  for (const other of [new Error('boom'), new ApiError('forbidden'), 'Connection terminated', undefined])
    expect(isTransient(other)).toBe(false);
});
