import { useState } from 'preact/hooks';
import { exportPathOf, pathOf } from '../api/reports.ts';
import type { ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { Code } from '../parts/code.tsx';
import { Exports } from '../parts/exports.tsx';
import { AllowanceNote } from './allowance.tsx';

/** The other files, and the request of this page for a terminal. The token is in it only where somebody asks for it. */
export function ForPrograms({ session, query }: { session: Session; query: ReportQuery }) {
  const [withToken, setWithToken] = useState(false);
  const token = withToken ? (session.accessToken() ?? '') : '$TOKEN';
  return (
    <details class="programs">
      <summary>For programs</summary>
      <div class="row">
        <h2>All rows as</h2>
        <Exports
          label="Other files"
          session={session}
          path={exportPathOf(query)}
          formats={['csv', 'ndjson', 'parquet']}
        />
      </div>
      <div class="row">
        <h2>This page with curl</h2>
        <label class="row fine">
          <input type="checkbox" checked={withToken} onChange={() => setWithToken(!withToken)} />
          Include my access token
        </label>
      </div>
      <Code
        text={`curl -sS -H "Authorization: Bearer ${token}" \\\n  '${location.origin}${pathOf(query)}'`}
        what="the curl line"
      />
      <AllowanceNote allowance={session.allowance.value} />
    </details>
  );
}
