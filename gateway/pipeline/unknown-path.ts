import type { RequestHandler } from 'express';
import { distance } from 'fastest-levenshtein';
import { ApiError, errorTable } from '../../proto/errors.ts';
import { paths } from '../paths.ts';

/** The step after all paths: none of these was asked. It names the nearest one, and repeats nothing that was asked. */
export function unknownPath(known: string[]): RequestHandler {
  return ({ path }) => {
    const nearest = nearestPath(path, known);
    const hint = nearest ? `The nearest is ${nearest}.` : `${paths.openApiJson} lists the paths.`;
    throw new ApiError('not_found', { message: `${errorTable.not_found.message} ${hint}` });
  };
}

const maxLength = 200;

/** The only one with a part too much or missing at an end, else the nearest by its spelling. */
function nearestPath(path: string, known: string[]): string | undefined {
  if (path.length > maxLength) return undefined;
  const asked = path.toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
  if (asked === '') return undefined;
  const [partly, ...more] = known.filter((other) => other.includes(asked) || asked.includes(other));
  if (partly && more.length === 0) return partly;
  const differences = known.map((other) => difference(asked, other));
  const least = Math.min(...differences);
  return least <= 1 / 3 ? known[differences.indexOf(least)] : undefined;
}

/** How many of the characters differ, in what is asked beyond the segments at the beginning of both. */
function difference(asked: string, known: string): number {
  const [segments, others] = [asked.split('/'), known.split('/')];
  const first = segments.findIndex((segment, index) => segment !== others[index]);
  if (first === -1) return Infinity;
  const rest = segments.slice(first).join('/');
  return distance(rest, others.slice(first).join('/')) / rest.length;
}
