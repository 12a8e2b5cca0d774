import { distance } from 'fastest-levenshtein';
import { exportTypes } from './media-types.ts';

/** What to send instead of a parameter that is not known. */
export function parameterHint(name: string, known: string[]): string {
  const tried = plain(name);
  if (tried === 'format') return `send the header \`Accept\` instead, with ${Object.values(exportTypes).join(', ')}`;
  const meant = synonyms[tried];
  if (meant && known.includes(meant)) return `use ${meant}`;
  // With the same first letter: fromDate and toDate are near to the same names. Ids of contracts are no parameter, though near to one.
  const alike = known.filter((other) => other.startsWith(tried.slice(0, 1)) && !tried.startsWith('contractid'));
  const distanceTo = (other: string) => distance(tried, plain(other));
  const [nearest] = alike.toSorted((one, other) => distanceTo(one) - distanceTo(other));
  const isNear = nearest !== undefined && distanceTo(nearest) <= tried.length / 3;
  return isNear ? `the nearest is ${nearest}` : `the parameters are ${known.join(', ')}`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The usual names of other APIs. */
const synonyms: Record<string, string> = {
  startdate: 'fromDate',
  enddate: 'toDate',
  status: 'scheduledPaymentStatuses',
  limit: 'itemsPerPage',
  perpage: 'itemsPerPage',
  pagesize: 'itemsPerPage',
  offset: 'page',
  sortby: 'sortField',
};
