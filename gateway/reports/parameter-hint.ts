import { distance } from 'fastest-levenshtein';
import { exportTypes } from './media-types.ts';

export function parameterHint(name: string, known: string[]): string {
  const tried = plain(name);
  if (formatNames.has(tried))
    return `send the header \`Accept\` instead, with ${Object.values(exportTypes).join(', ')}`;
  const meant = synonyms.get(tried);
  if (meant && known.includes(meant)) return `use ${meant}`;
  const [nearest] = otherThings.has(tried) ? [] : nearestHint(name, known);
  return nearest ?? `the parameters are ${known.join(', ')}`;
}

/** Where one is spelt nearly so. */
function nearestHint(name: string, known: string[]): string[] {
  const tried = plain(name);
  // With the same first letter: fromDate and toDate are near to the same names.
  const alike = known.filter((other) => other.startsWith(tried.slice(0, 1)));
  const distances = alike.map((other) => distance(tried, plain(other)));
  const least = Math.min(...distances);
  return least <= tried.length / 3 ? [`the nearest is ${alike[distances.indexOf(least)]}`] : [];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Names of other APIs, beyond those that are spelt nearly like ours. */
const synonyms = new Map(
  Object.entries({
    fromDate:
      'after begin begindate dateafter datefrom dategt dategte datestart firstday from mindate periodstart since start startat startday startdate starttime startson',
    toDate:
      'before datebefore dateend datelt datelte dateto dateuntil end endat endday enddate endson endtime lastday maxdate periodend through till to until',
    scheduledPaymentStatuses: 'paymentstate paymentstates paymentstatus paymentstatuses state states status statuses',
    teamIds: 'team teams',
    contractorIds: 'contractor freelancer freelancerid freelancerids freelancers worker workerid workerids workers',
    groupBy: 'aggregate aggregateby breakdown by dimension dimensions group grouping groups',
    sortField: 'orderby ordering sort sortby sortcolumn sorting sortkey',
    sortOrder: 'asc desc dir direction order orderdirection sortdir sortdirection',
    page: 'cursor currentpage nextpage offset p pageindex pagenum pagenumber pagetoken skip startingafter',
    itemsPerPage: 'count items limit max maxitems maxresults pagelimit pagesize perpage rows rowsperpage size take top',
  }).flatMap(([meant, names]) => names.split(' ').map((name) => [name, meant])),
);

const formatNames = new Set(['export', 'fileformat', 'filetype', 'format', 'output', 'outputformat']);

/** What no parameter is for, though one is spelt nearly so. */
const otherThings = new Set(['contractid', 'contractids']);
