import { useRef, useState } from 'preact/hooks';
import { FailureNotice } from './failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/session.ts';
import { formats, readExport } from '../api/read-export.ts';
import type { Format, Progress } from '../api/read-export.ts';
import { number } from './formats.ts';

type ExportsProps = { label: string; session: Session; path: string; formats: readonly Format[]; main?: boolean };

/** Every row as a file, with progress. */
export function Exports({ label, session, path, formats: offered, main = false }: ExportsProps) {
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<Failure>();
  const [saved, setSaved] = useState<{ path: string; text: string }>();
  const running = useRef<AbortController>(undefined);

  const run = async (format: Format) => {
    const asking = (running.current = new AbortController());
    setFailure(undefined);
    setSaved(undefined);
    setProgress({ rows: 0, bytes: 0, total: undefined });
    try {
      const { name, file, rows } = await readExport(session, path, format, setProgress, asking.signal);
      save(name, file);
      setSaved({ path, text: `Saved ${name}: ${number(rows)} rows` });
    } catch (error) {
      if (!asking.signal.aborted) setFailure(Failure.from(error));
    }
    setProgress(undefined);
  };
  return (
    <div class="row exports" role="group" aria-label={label}>
      {offered.map((format) => (
        <button
          key={format}
          type="button"
          class={main ? 'main' : undefined}
          disabled={progress !== undefined}
          onClick={() => void run(format)}
        >
          {main ? `${label} as ${formats[format].title}` : formats[format].title}
        </button>
      ))}
      {progress && (
        <>
          <progress
            aria-label={label}
            max={progress.total}
            value={progress.total === undefined ? undefined : progress.rows}
          />
          <span class="fine">{shown(progress)}</span>
          <button type="button" class="quiet" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        </>
      )}
      <span class="fine" role="status">
        {saved?.path === path && saved.text}
      </span>
      {failure && <FailureNotice failure={failure} />}
    </div>
  );
}

function shown({ rows, bytes, total }: Progress): string {
  const size = `${number(Math.round(bytes / 1_000))} kB`;
  return total === undefined ? size : `${number(rows)} of ${number(total)} rows, ${size}`;
}

function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
