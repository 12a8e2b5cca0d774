import { readGatewayConfig } from '../../../gateway/config.ts';
import { startGateway } from '../../../gateway/start.ts';
import { runProgram } from '../../../runtime/process/program.ts';
import { definitions } from '../definitions.ts';

await runProgram(
  'gateway',
  () => readGatewayConfig(process.env),
  (config, program) => startGateway(config, program, definitions),
);
