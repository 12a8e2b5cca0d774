import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../api/session.ts';
import { companyPath, reportNames } from '../api/reports.ts';
import type { ReportQuery } from '../api/reports.ts';
import { useRead } from '../api/use-read.ts';
import { Switch } from '../parts/switch.tsx';
import { Report } from '../results/report.tsx';
import { addressOf, inReport, queryOf } from '../api/address.ts';
import { SignIn } from './sign-in.tsx';
import { Views } from './views.tsx';

/** The two reports. The address holds what is shown, so that it can be kept, shared and gone back to. */
export function Explorer({ session }: { session: Session }) {
  const { url, route } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const clientId = session.clientId.value;
  useEffect(() => heading.current?.focus(), [clientId]);
  const { value: company, busy } = useRead(clientId, async (signal) => {
    const response = await session.ask(companyPath, { signal });
    return (await response.json()) as { companyName: string };
  });
  if (clientId === undefined) return <SignIn session={session} />;

  const query = queryOf(url);
  const show = (next: ReportQuery) => {
    // What is shown already is no step to go back to.
    if (addressOf(next) !== addressOf(queryOf(location.href))) route(addressOf(next));
  };
  const signOut = () => {
    session.signOut();
    route('/portal/explorer');
  };
  return (
    <main id="main" class="explorer">
      <div class="row top">
        <h1 ref={heading} class="sr-only" tabIndex={-1}>
          Explorer
        </h1>
        <Switch
          label="Report"
          names={['payments', 'timesheets']}
          chosen={query.report}
          choose={(name) => show(inReport(name, query))}
          titleOf={(name) => reportNames[name]}
        />
        <Views clientId={clientId} query={query} show={show} />
        <div class="row who">
          <bdi class="fine" title={`Client id ${clientId}`}>
            {busy ? clientId : (company?.companyName ?? clientId)}
          </bdi>
          <button type="button" class="quiet" onClick={signOut}>
            Sign out
          </button>
        </div>
      </div>
      {/* From the address of the moment: a filter may change while another one is being typed. */}
      <Report
        key={query.report}
        session={session}
        query={query}
        change={(part) => show({ ...queryOf(location.href), page: 1, ...part })}
      />
    </main>
  );
}
