import { useState } from 'preact/hooks';
import type { Session } from '../api/session.ts';
import type { ReportName } from '../api/reports.ts';
import { AllowanceNote } from './allowance.tsx';
import { defaultQueries } from './default-queries.ts';
import { Report } from '../results/report.tsx';
import { createSeen } from '../filters/seen.ts';
import { SignIn } from './sign-in.tsx';

const reports: Record<ReportName, string> = { payments: 'Scheduled payments', timesheets: 'Timesheets' };

/** The two reports, to look at. */
export function Explorer({ session }: { session: Session }) {
  const [report, setReport] = useState<ReportName>('payments');
  const [queries, setQueries] = useState(defaultQueries);
  const [seen, setSeen] = useState(createSeen);
  const clientId = session.clientId.value;
  if (clientId === undefined) return <SignIn session={session} />;

  const signOut = () => {
    session.signOut();
    setSeen(createSeen());
    setQueries(defaultQueries());
  };
  return (
    <main id="main" class="explorer">
      <div class="bar">
        <h1 class="sr-only">Explorer</h1>
        <div class="switch" role="group" aria-label="Report">
          {(Object.keys(reports) as ReportName[]).map((name) => (
            <button key={name} type="button" aria-pressed={name === report} onClick={() => setReport(name)}>
              {reports[name]}
            </button>
          ))}
        </div>
        <div class="who">
          <AllowanceNote allowance={session.allowance.value} />
          <span class="fine client">{clientId}</span>
          <button type="button" class="quiet" onClick={signOut}>
            Sign out
          </button>
        </div>
      </div>
      <Report
        key={report}
        session={session}
        query={queries[report]}
        setQuery={(query) => setQueries({ ...queries, [report]: query })}
        seen={seen}
      />
    </main>
  );
}
