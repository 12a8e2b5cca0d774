import { loadSync } from '@grpc/proto-loader';
import type { AuthDefinition } from './generated/clientreporting/auth/Auth.ts';
import type { ReportingDefinition } from './generated/clientreporting/reporting/Reporting.ts';

const loaded = loadSync(['auth.proto', 'reporting.proto'], {
  // The options that `npm run generate` gives to the type generator: the types below hold because of them.
  keepCase: true,
  longs: Number,
  enums: String,
  defaults: true,
  includeDirs: [import.meta.dirname],
}) as unknown as {
  'clientreporting.auth.Auth': AuthDefinition;
  'clientreporting.reporting.Reporting': ReportingDefinition;
};

export const authService = loaded['clientreporting.auth.Auth'];
export const reportingService = loaded['clientreporting.reporting.Reporting'];
