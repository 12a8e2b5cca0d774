import { runCommands } from './run-commands.ts';

process.exitCode = await runCommands(process.argv.slice(2), async () => process.env);
