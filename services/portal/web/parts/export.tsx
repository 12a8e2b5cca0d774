import { useRef, useState } from 'preact/hooks';
import { FailureNotice } from './failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import { useRetry } from '../api/use-read.ts';
import type { Session } from '../api/session.ts';
import { readExport } from '../api/read-export.ts';
import { number } from './formats.ts';

type ExportProps = { title: string; session: Session; path: string; main?: boolean };

/** Every row as a workbook, with progress. What is said of one file is gone with the next request. */
export function Export({ title, session, path, main = false }: ExportProps) {
  const [bytes, setBytes] = useState<number>();
  const [said, say] = useState<{ path: string; saved?: string; failure?: Failure }>();
  const running = useRef<AbortController>(undefined);

  const run = async () => {
    const asking = (running.current = new AbortController());
    say(undefined);
    setBytes(0);
    try {
      const { name, file, rows } = await readExport(session, path, setBytes, asking.signal);
      save(name, file);
      say({ path, saved: `Saved ${name}: ${number(rows)} rows` });
    } catch (error) {
      if (!asking.signal.aborted) say({ path, failure: Failure.from(error) });
    }
    setBytes(undefined);
  };
  const { saved, failure } = said?.path === path ? said : {};
  useRetry(failure, () => void run());
  return (
    <div class="exports">
      <span class="fine" role="status">
        {saved}
      </span>
      <button type="button" class={main ? 'main' : undefined} disabled={bytes !== undefined} onClick={() => void run()}>
        {title}
      </button>
      {bytes !== undefined && (
        <>
          <progress aria-label={title} />
          <span class="fine">{bytes > 0 && `${number(Math.ceil(bytes / 1_000))} kB`}</span>
          <button type="button" class="quiet" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        </>
      )}
      {failure && <FailureNotice failure={failure} retry={() => void run()} />}
    </div>
  );
}

function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
