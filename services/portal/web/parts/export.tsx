import { useState } from 'preact/hooks';
import { FailureNotice } from './failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import { useRetry } from '../api/use-read.ts';
import type { Session } from '../api/session.ts';
import { number } from './formats.ts';

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type ExportProps = { title: string; session: Session; path: string; main?: boolean };

/** Every row as a workbook. What is said of one file is gone with the next request. */
export function Export({ title, session, path, main = false }: ExportProps) {
  const [running, setRunning] = useState<AbortController>();
  const [said, say] = useState<{ path: string; saved?: string; failure?: Failure }>();
  const run = async () => {
    const asking = new AbortController();
    setRunning(asking);
    say(undefined);
    try {
      say({ path, saved: await save(await session.ask(path, { headers: { Accept: type }, signal: asking.signal })) });
    } catch (error) {
      if (!asking.signal.aborted) say({ path, failure: Failure.from(error) });
    }
    setRunning(undefined);
  };
  const { saved, failure } = said?.path === path ? said : {};
  useRetry(failure, () => void run());
  return (
    <div class="exports">
      <span class="fine" role="status">
        {saved}
      </span>
      <button
        type="button"
        class={main ? 'main' : undefined}
        disabled={running !== undefined}
        onClick={() => void run()}
      >
        {title}
      </button>
      {running && (
        <>
          <progress aria-label={title} />
          <button type="button" class="quiet" onClick={() => running.abort()}>
            Cancel
          </button>
        </>
      )}
      {failure && <FailureNotice failure={failure} retry={() => void run()} />}
    </div>
  );
}

/** Saves the file once it is read to its end, since part of a report isn't a report. @throws Failure */
async function save(response: Response): Promise<string> {
  const { headers } = response;
  if (!headers.get('Content-Type')?.startsWith(type)) throw new Failure('unreadable', 'The answer is no export.');
  const file = await response.blob().catch(() => {
    throw new Failure('cut_short', 'The connection ended before the last row.');
  });
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'report.xlsx';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `Saved ${name}: ${number(Number(headers.get('X-Total-Count')))} rows`;
}
