import { runCommands } from './run-commands.ts';

await runCommands(async () => process.env);
