import { runProgram } from '../../../runtime/process/program.ts';
import { readReportingConfig } from '../../../services/reporting/config.ts';
import { startReporting } from '../../../services/reporting/start.ts';
import { withChangedTimes } from '../with-changed-times.ts';

await runProgram('reporting', () => withChangedTimes(readReportingConfig(process.env), process.env), startReporting);
