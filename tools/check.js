import { execSync, spawnSync } from 'node:child_process';
import process from 'node:process';

/** `npm run check` runs these steps, each to its end, and names those that fail; `npm run check -- types lint` only these. */
const steps = {
  types: 'status=0; for each in . services/portal/web test/portal; do tsc -p $each || status=1; done; exit $status',
  lint: 'oxlint --type-aware',
  format: 'prettier --check .',
  release: 'node --import tsx tools/release/check.ts',
  generated: 'npm run --silent generate',
};
const generated =
  'proto/generated docs/openapi.json docs/settings.md docs/sql docs/guide.md ' +
  'services/reporting/migrations LICENSE SECURITY.md clients services/portal/web/public';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in steps));
if (unknown.length > 0)
  throw new Error(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(steps).join(', ')}`);
const failed = [];
for (const [name, command] of Object.entries(steps)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const startedAt = performance.now();
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  const isRight = status === 0 && (name !== 'generated' || areStaged());
  if (!isRight) failed.push(name);
  process.stdout.write(
    `${isRight ? 'ok' : 'FAILED'}: ${name}, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`,
  );
}
if (failed.length > 0) process.stdout.write(`npm run check -- ${failed.join(' ')} failed\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Generated files that were not written before are right work of a person, who is told to stage them; in a clean clone they are missing. */
function areStaged() {
  const list = (command) => execSync(`${command} ${generated}`).toString().trim().split('\n').filter(Boolean);
  const changed = [...list('git diff --name-only --'), ...list('git ls-files --others --exclude-standard')];
  if (changed.length === 0) return true;
  process.stdout.write(`Stage the generated files: git add ${changed.join(' ')}\n`);
  return !process.env.CI;
}
