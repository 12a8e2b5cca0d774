import { loadSync } from '@grpc/proto-loader';
import type { MessageTypeDefinition } from '@grpc/proto-loader';
import type { AuthDefinition } from './generated/clientreporting/auth/Auth.ts';
import type { ReportingDefinition } from './generated/clientreporting/reporting/Reporting.ts';
import type { ErrorInfo, ErrorInfo__Output } from './generated/google/rpc/ErrorInfo.ts';
import type { Status, Status__Output } from './generated/google/rpc/Status.ts';

const loaded = loadSync(['auth.proto', 'reporting.proto', 'google/rpc/status.proto'], {
  // The options that `npm run generate` gives to the type generator: the types below hold because of them.
  keepCase: true,
  longs: Number,
  enums: String,
  defaults: true,
  includeDirs: [import.meta.dirname],
}) as unknown as {
  'clientreporting.auth.Auth': AuthDefinition;
  'clientreporting.reporting.Reporting': ReportingDefinition;
  'google.rpc.Status': MessageTypeDefinition<Status, Status__Output>;
  'google.rpc.ErrorInfo': MessageTypeDefinition<ErrorInfo, ErrorInfo__Output>;
};

export const authService = loaded['clientreporting.auth.Auth'];
export const reportingService = loaded['clientreporting.reporting.Reporting'];
export const rpcStatus = loaded['google.rpc.Status'];
export const errorInfo = loaded['google.rpc.ErrorInfo'];
