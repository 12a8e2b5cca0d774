import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../../local/child.ts';
import { scrape } from '../support/network/scrape.ts';

/** What a process holds: of descriptors and timers their number, of the heap what is left after a collection. */
export type Held = { files: number; sockets: number; timers: number; heapBytes: number };

/** For NODE_OPTIONS: a process collects its garbage at SIGUSR2. */
export const collecting = `--import=data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8';
  import vm from 'node:vm';
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc');
  process.on('SIGUSR2', () => { gc(); gc(); });
`)}`;

/** Of a process that runs with `collecting`. */
export async function heldBy({ process: { pid = 0 }, internal }: Child): Promise<Held> {
  process.kill(pid, 'SIGUSR2');
  await sleep(500);
  const metrics = await scrape(internal());
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).flatMap((descriptor) => {
    try {
      return [readlinkSync(`${folder}/${descriptor}`)];
    } catch {
      return []; // closed meanwhile
    }
  });
  return {
    files: targets.filter((target) => target.startsWith('/')).length,
    sockets: targets.filter((target) => target.startsWith('socket:')).length,
    timers: metrics.get('nodejs_active_resources{type="Timeout"}') ?? 0,
    heapBytes: metrics.get('nodejs_heap_size_used_bytes') ?? 0,
  };
}
