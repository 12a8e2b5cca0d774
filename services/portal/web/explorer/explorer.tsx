import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../api/session.ts';
import { reportNames } from '../api/reports.ts';
import type { ReportQuery } from '../api/reports.ts';
import { useNames } from '../filters/use-names.ts';
import { explorerAddress, changed, inReport, explorerQuery } from '../api/address.ts';
import { Filters, filterTexts } from '../filters/filters.tsx';
import { periodName } from '../parts/periods.ts';
import { Switch } from '../parts/switch.tsx';
import { Report } from '../results/report.tsx';

/** The two reports. The address holds what is shown, so that it can be kept, shared and gone back to. */
export function Explorer({ session }: { session: Session }) {
  const { url, route } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const query = explorerQuery(url);
  const names = {
    teams: useNames(session, 'teams', { ids: query.teamIds }).value?.options ?? [],
    contractors: useNames(session, 'contractors', { ids: query.contractorIds }).value?.options ?? [],
  };
  const filters = [...filterTexts(query, names).values()];
  const title = [reportNames[query.report], ...filters, periodName(query), 'Client Reporting'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const show = (next: ReportQuery) => {
    // What is shown already is no step to go back to.
    if (explorerAddress(next) !== explorerAddress(explorerQuery(location.href))) route(explorerAddress(next));
  };
  // From the address of the moment: a filter may change while another one is being typed.
  const change = (part: Partial<ReportQuery>) => show(changed(explorerQuery(location.href), part));
  return (
    <main id="main" class="explorer">
      <h1 ref={heading} class="sr-only" tabIndex={-1}>
        Payments and hours
      </h1>
      <div class="row toolbar">
        <Switch
          label="Report"
          names={reportNames}
          chosen={query.report}
          choose={(name) => show(inReport(name, query))}
        />
        <Filters session={session} query={query} names={names} change={change} />
      </div>
      <Report key={query.report} session={session} query={query} change={change} />
    </main>
  );
}
