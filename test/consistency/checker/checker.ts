import { LRUCache } from 'lru-cache';
import { comparable, expectedBody } from './expected.ts';
import type { Answer, History } from './history.ts';
import { isNoLater, rowsOf, statesBetween } from './states.ts';
import type { State } from './states.ts';

export type Violation = { reason: string; answer: Answer };

/**
 * The answers that no committed state explains: each must be the report of one state that there was between request and
 * response, and of one that is no older than what the same caller has seen. An etag belongs to one answer.
 */
export function check(history: History): Violation[] {
  const violations: Violation[] = [];
  const bodies = new Map<string, string>();
  const seen = new Map<string, State[]>();
  const expected = new LRUCache<string, string>({ max: 5_000 });

  const explains = (state: State, answer: Answer, actual: string) => {
    const { report, format, query } = answer;
    const key = JSON.stringify([state, report, format, query]);
    const body = expected.get(key) ?? expectedBody(rowsOf(history, state), answer);
    expected.set(key, body);
    return body === actual;
  };

  for (const answer of history.answers) {
    const { caller, query, sentAt, receivedAt, etag, body } = answer;
    const actual = comparable(answer);
    const states = statesBetween(history, query.companyId, sentAt, receivedAt);
    const explaining = states.filter((state) => explains(state, answer, actual));
    const key = `${caller} ${query.companyId}`;
    const before = seen.get(key);
    const later = explaining.filter((state) => !before || before.some((other) => isNoLater(other, state)));
    if (explaining.length === 0) {
      violations.push({ reason: `none of ${states.length} committed states explains it`, answer });
    } else if (history.isOneServer && later.length === 0) {
      violations.push({ reason: 'it is older than what the caller has seen', answer });
    } else if (etag !== null && (bodies.get(etag) ?? body) !== body) {
      violations.push({ reason: 'its etag was that of another answer', answer });
    } else {
      seen.set(key, later);
    }
    if (etag !== null) bodies.set(etag, body);
  }
  return violations;
}
