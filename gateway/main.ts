import { runProgram } from '../runtime/process/program.ts';
import { readGatewayConfig } from './config.ts';
import { startGateway } from './start.ts';

await runProgram('gateway', () => readGatewayConfig(process.env), startGateway);
