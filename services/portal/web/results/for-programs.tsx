import { useState } from 'preact/hooks';
import type { Session } from '../api/session.ts';
import { AllowanceNote } from './allowance.tsx';
import { Code } from '../parts/code.tsx';

/** The request of this page for a terminal. The token is in it only where somebody asks for it. */
export function CurlLine({ session, path }: { session: Session; path: string }) {
  const [withToken, setWithToken] = useState(false);
  const token = withToken ? (session.accessToken() ?? '') : '$TOKEN';
  return (
    <section class="curl" aria-label="The same from a terminal">
      <div class="row">
        <h2>The same from a terminal</h2>
        <label class="row fine">
          <input type="checkbox" checked={withToken} onChange={() => setWithToken(!withToken)} />
          Include my access token
        </label>
      </div>
      <AllowanceNote allowance={session.allowance.value} />
      <Code
        text={`curl -sS -H "Authorization: Bearer ${token}" \\\n  '${location.origin}${path}'`}
        what="the curl line"
      />
    </section>
  );
}
