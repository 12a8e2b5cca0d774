import { pathOf } from '../api/reports.ts';
import type { ReportQuery } from '../api/reports.ts';
import { Code } from '../parts/code.tsx';

/** The request of this page for a terminal, which has the ids of what is filtered by. */
export function ForDevelopers({ query }: { query: ReportQuery }) {
  return (
    <details class="developers">
      <summary>For developers</summary>
      <h2>This page with curl</h2>
      <Code
        text={`curl -sS -H "Authorization: Bearer $TOKEN" \\\n  '${location.origin}${pathOf(query)}'`}
        what="the curl line"
        syntax="sh"
      />
      <p class="fine">
        The <a href="/portal/guide">guide</a> says how to get a token, and has the file formats.
      </p>
    </details>
  );
}
