import { runProgram } from '../../runtime/process/program.ts';
import { readAuthConfig } from './config.ts';
import { startAuth } from './start.ts';

await runProgram('auth', () => readAuthConfig(process.env), startAuth);
