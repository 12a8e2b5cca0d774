import { useEffect } from 'preact/hooks';
import { FailureNotice } from './failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import { useAction } from '../api/use-read.ts';
import type { Session } from '../api/session.ts';
import { number } from './formats.ts';

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type ExportProps = { title: string; session: Session; path: string; main?: boolean };

/** A button that saves every row as a workbook, and says how that went until other rows are shown. */
export function Export({ title, session, path, main = false }: ExportProps) {
  const { value, failure, busy, again, input, start, cancel } = useAction(async (path: string, signal) =>
    save(await session.ask(path, { headers: { Accept: type }, signal })),
  );
  // A file that failed is not tried again once other rows are shown.
  useEffect(() => {
    if (failure && input !== path) cancel();
  }, [failure, path]);
  const isShown = input === path && !busy;
  return (
    <div class="exports">
      <span class="fine" role="status">
        {isShown && !failure && value}
      </span>
      <button type="button" class={main ? 'main' : undefined} disabled={busy} onClick={() => start(path)}>
        {title}
      </button>
      {busy && (
        <>
          <progress aria-label={title} />
          <button type="button" class="quiet" onClick={cancel}>
            Cancel
          </button>
        </>
      )}
      {isShown && failure && <FailureNotice failure={failure} retry={again} />}
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
