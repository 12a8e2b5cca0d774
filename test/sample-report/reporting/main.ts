import { runProgram } from '../../../runtime/process/program.ts';
import { readReportingConfig } from '../../../services/reporting/config.ts';
import { startReporting } from '../../../services/reporting/start.ts';
import { sampleReports } from '../reports.ts';

await runProgram(
  'reporting',
  () => readReportingConfig(process.env),
  (config, program) => startReporting(config, program, sampleReports),
);
