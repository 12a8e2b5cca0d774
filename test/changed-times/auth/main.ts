import { runProgram } from '../../../runtime/process/program.ts';
import { readAuthConfig } from '../../../services/auth/config.ts';
import { startAuth } from '../../../services/auth/start.ts';
import { withChangedTimes } from '../with-changed-times.ts';

await runProgram('auth', () => withChangedTimes(readAuthConfig(process.env), process.env), startAuth);
