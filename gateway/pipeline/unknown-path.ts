import type { RequestHandler } from 'express';
import { distance } from 'fastest-levenshtein';
import { ApiError, errorTable } from '../../proto/errors.ts';
import { paths } from '../paths.ts';

/** The step after all known paths. Its error names the nearest one, and repeats nothing of the request. */
export function unknownPath(known: string[]): RequestHandler {
  return ({ path }) => {
    const nearest = nearestPath(path, known);
    const hint = nearest ? `The nearest is ${nearest}.` : `${paths.openApi} lists the paths.`;
    throw new ApiError('not_found', { message: `${errorTable.not_found.message} ${hint}` });
  };
}

const maxLength = 200;

/** The path that differs only by missing or additional parts, else the nearest by its spelling. */
function nearestPath(path: string, known: string[]): string | undefined {
  if (path.length > maxLength) return undefined;
  const given = path.toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
  if (given === '') return undefined;
  const segments = given.split('/');
  const partly = known.filter(
    (other) => other.includes(given) || given.includes(other) || isWithin(segments, other.split('/')),
  );
  // Of several, the shortest that ends as this one: /token is /auth/token, but /auth could be any of them. A report is its list.
  const [shortest] = partly
    .filter(
      (other) =>
        partly.length === 1 || [segments.at(-1), `${segments.at(-1)}/list`].some((end) => other.endsWith(`/${end}`)),
    )
    .toSorted((a, b) => a.length - b.length);
  if (shortest) return shortest;
  const differences = known.map((other) => difference(given, other));
  const least = Math.min(...differences);
  return least <= 1 / 3 ? known[differences.indexOf(least)] : undefined;
}

/** Whether the other path has all of these segments, in their order. */
function isWithin(segments: string[], others: string[]): boolean {
  let from = 0;
  return segments.every((segment) => (from = others.indexOf(segment, from) + 1) > 0);
}

/** The share of characters that differ, beyond the segments that both paths begin with. */
function difference(given: string, known: string): number {
  const [segments, others] = [given.split('/'), known.split('/')];
  const first = segments.findIndex((segment, index) => segment !== others[index]);
  if (first === -1) return Infinity;
  const rest = segments.slice(first).join('/');
  return distance(rest, others.slice(first).join('/')) / rest.length;
}
