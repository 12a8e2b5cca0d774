import { distance } from 'fastest-levenshtein';

/** What a file of another name may have been meant as. */
export function fileHint(file: string, known: string[]): string {
  const tried = plain(file);
  const meant = synonyms.get(tried) ?? nearest(tried, known);
  return meant === undefined ? `the files are ${known.join(', ')}` : `the nearest is ${meant}`;
}

function nearest(tried: string, known: string[]): string | undefined {
  const distances = known.map((name) => distance(tried, plain(name)));
  const least = Math.min(...distances);
  return least <= tried.length / 2 ? known[distances.indexOf(least)] : undefined;
}

function plain(file: string): string {
  return file
    .replace(/\.csv$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

const synonyms = new Map(
  Object.entries({
    companies: 'clients customers employers organisations organizations',
    users: 'accounts logins members',
    oauth_applications: 'applications apps credentials oauthclients',
    people: 'contractors employees freelancers person persons workers',
    teams: 'departments groups',
    contracts: 'agreements',
    scheduled_payments: 'invoices milestones payment payments payouts',
    timesheet_days: 'days hours timeentries timesheet timesheets worklogs',
  }).flatMap(([meant, names]) => names.split(' ').map((name) => [name, `${meant}.csv`])),
);
