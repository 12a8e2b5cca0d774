import { runProgram } from '../../../runtime/process/program.ts';
import { readGatewayConfig } from '../../../gateway/config.ts';
import { startGateway } from '../../../gateway/start.ts';
import { withChangedTimes } from '../with-changed-times.ts';

await runProgram('gateway', () => withChangedTimes(readGatewayConfig(process.env), process.env), startGateway);
