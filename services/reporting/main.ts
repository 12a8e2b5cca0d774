import { runProgram } from '../../runtime/process/program.ts';
import { readReportingConfig } from './config.ts';
import { startReporting } from './start.ts';

await runProgram('reporting', () => readReportingConfig(process.env), startReporting);
