import { readGatewayConfig } from '../gateway/config.ts';
import { openApiDocument } from '../gateway/openapi/document.ts';

/** Prints the document, with the defaults of all settings. */
const required = { AUTH_ADDRESS: 'localhost:1', REPORTING_ADDRESS: 'localhost:1' };
process.stdout.write(`${JSON.stringify(openApiDocument(readGatewayConfig(required)), undefined, 1)}\n`);
