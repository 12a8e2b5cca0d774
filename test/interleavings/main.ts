import { withTemplateDatabase } from '../support/postgres/template-database.ts';
import { openLab } from './lab.ts';
import { maxSessions, readOptions } from './options.ts';
import type { Run } from './options.ts';
import { sessions } from './sessions.ts';

const { title, runs } = readOptions(process.argv.slice(2));
const counts = { orders: 0, steps: 0, checks: 0, refused: 0 };
const failures: string[] = [];
console.log(title);
// Each takes the next order.
await withTemplateDatabase(() => Promise.all([runNext(runs), runNext(runs)]));
console.log(`${JSON.stringify(counts)}, ${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runNext(next: Iterator<Run>): Promise<void> {
  let lab = await openLab(maxSessions);
  for (let run = next.next(); run.done !== true && failures.length < 10; run = next.next()) {
    const { names, order } = run.value;
    try {
      const { checks, refused } = await lab.run(
        names.map((name) => sessions[name]),
        order,
      );
      counts.checks += checks;
      counts.refused += refused;
    } catch (error) {
      const replay = `--only ${names.join(',')} --order ${order.join('')}`;
      failures.push(replay);
      console.log(`FAILED ${replay}\n${error instanceof Error ? error.message : String(error)}`);
      await lab.close();
      lab = await openLab(maxSessions);
    }
    counts.orders += 1;
    counts.steps += order.length;
    if (counts.orders % 1_000 === 0) console.log(`${counts.orders} orders, ${failures.length} failures`);
  }
  await lab.close();
}
