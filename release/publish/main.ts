import path from 'node:path';
import { program } from 'commander';
import { build } from './build.ts';
import { openClone } from './commands.ts';
import { prepare } from './prepare.ts';
import { publish } from './publish.ts';
import { verify } from './verify.ts';

// docs/releasing.md has the steps.
const root = path.join(import.meta.dirname, '../..');
const out = path.join(root, '.release');

program.name('npm run release --').showHelpAfterError();
program
  .command('prepare')
  .argument('<version>')
  .description('writes the version where it is named, commits that, and tags it')
  .action((version: string) => prepare(openClone(root), version));
program
  .command('build')
  .argument('<version>')
  .argument('[more...]', 'after --, further arguments of docker buildx build')
  .requiredOption('--registry <registry>', 'where it will be published, such as registry.example.com/team')
  .option('--platform <platforms>', 'of the image', 'linux/amd64,linux/arm64')
  .description('writes the image, the manifests and their checksums to .release/, of the tag that is checked out')
  .action((version: string, more: string[], options: { registry: string; platform: string }) => {
    build(openClone(root), out, version, { ...options, more });
    console.log(`${out} has release ${version}.`);
  });
program
  .command('verify')
  .argument('<version>')
  .argument('[folder]', 'which has its files', out)
  .description('compares the files of a release with their checksums, and with the tag that is checked out')
  .action((version: string, folder: string) => {
    const image = verify(openClone(root), path.resolve(folder), version);
    console.log(`The files are of release ${version}, and their image is ${image}.`);
  });
program
  .command('publish')
  .argument('<version>')
  .option('--dry-run', 'prints the commands that push and sign')
  .description('verifies what build wrote, pushes and signs it')
  .action((version: string, options: { dryRun?: boolean }) => publish(openClone(root), out, version, options));
try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
