import { exportPathOf, pathOf } from '../api/reports.ts';
import type { ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { Code } from '../parts/code.tsx';
import { Export } from '../parts/export.tsx';
import { AllowanceNote } from './allowance.tsx';

/** The file for programs, and the request of this page for a terminal, which has the ids of what is filtered by. */
export function ForDevelopers({ session, query }: { session: Session; query: ReportQuery }) {
  return (
    <details class="developers">
      <summary>For developers</summary>
      <Export title="Download rows as CSV" session={session} path={exportPathOf(query)} format="csv" />
      <h2>This page with curl</h2>
      <Code
        text={`curl -sS -H "Authorization: Bearer $TOKEN" \\\n  '${location.origin}${pathOf(query)}'`}
        what="the curl line"
      />
      <p class="fine">
        The <a href="/portal/guide">guide</a> says how to get a token, and has the other file formats.
      </p>
      <AllowanceNote allowance={session.allowance.value} />
    </details>
  );
}
