import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document, operationOf, resolved, resolvedHeader } from './document.ts';
import type { Described, Responses } from './document.ts';

/** An answer of a gateway to a method and target of HTTP; both are empty where the request had none that could be read. */
export type Answer = {
  method: string;
  target: string;
  status: number;
  /** By names in lower case. */
  headers: IncomingHttpHeaders;
  /** Where it is JSON. */
  body?: string | undefined;
};

/** What an answer has that docs/openapi.json does not, or the other way round. */
export function undescribed(answer: Answer): string[] {
  const { method, target, status, headers } = answer;
  const path = target.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*/, '');
  const isOfPortal = /^\/portal(\/|$)/.test(path) && !('ratelimit-limit' in headers);
  const isPage = headers['content-type']?.startsWith('text/html') && 'content-security-policy' in headers;
  // The document is not about pages, texts, what leads to them, and the messages of the Model Context Protocol.
  if (isOfPortal && (status < 400 || (status === 404 && isPage))) return [];
  if (path === '/' && status === 302) return [];
  if (['/llms.txt', '/llms-full.txt'].includes(path) && status < 400) return [];
  if (path === '/mcp' && (status === 202 || answer.body?.includes('"jsonrpc":'))) return [];
  // What could not be read as HTTP is described by its 408: a 400 of the app has limits besides.
  const isNotHttp = status === 400 && answer.body?.includes('"The request is not valid HTTP."') === true;
  const isUnread = isNotHttp && !('ratelimit-limit' in headers);
  const response = responseTo(method, path, isUnread ? 408 : status);
  const problems = response
    ? problemsOf(answer, isOfPortal ? unlimited(response) : response)
    : ['a status that is not described'];
  return problems.map((problem) => `${method} ${target} answered ${status}: ${problem}`);
}

function responseTo(method: string, path: string, status: number): Described | undefined {
  const operation = operationOf(path);
  const isDescribed = method === operation?.method || (method === 'HEAD' && operation?.method === 'GET');
  const response = (isDescribed ? operation.responses : ofOthers)[status];
  return response && resolved(response);
}

/** Of other paths and methods. 404 is only in the document's table of errors, as no path of it answers so. */
const ofOthers: Responses = { ...document.components.responses, 404: notFound() };

function notFound(): Described {
  const { headers: { Allow: _allow, ...headers } = {} } = resolved(document.components.responses[405] ?? {});
  const schema = { $ref: 'document#/components/schemas/Error' };
  return { headers, content: { 'application/json': { schema, examples: { not_found: {} } } } };
}

function unlimited(described: Described): Described {
  const headers = Object.entries(described.headers ?? {}).filter(([name]) => !name.startsWith('RateLimit-'));
  return { ...described, headers: Object.fromEntries(headers) };
}

function problemsOf({ method, status, headers, body }: Answer, response: Described): string[] {
  const problems = problemsOfHeaders(headers, response.headers ?? {});
  const type = headers['content-type']?.split(';')[0] ?? '';
  const described = response.content?.[type];
  const isEmpty = method === 'HEAD' || status === 304 || !response.content;
  if (!described && !(isEmpty && type === '')) problems.push(`the content type "${type}"`);
  if (!described || isEmpty || body === undefined) return problems;
  return [...problems, ...problemsOfBody(body, described.schema, described.examples)];
}

// Of HTTP itself, in any answer.
const plumbing = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];
// In any answer too, as the document says in words.
const toldInWords = ['x-content-type-options', 'strict-transport-security'];

function problemsOfHeaders(given: IncomingHttpHeaders, described: NonNullable<Described['headers']>): string[] {
  const names = Object.keys(described).map((name) => name.toLowerCase());
  const unknown = Object.keys(given).filter((name) => ![...names, ...plumbing, ...toldInWords].includes(name));
  const problems = unknown.map((name) => `the header ${name}`);
  for (const [name, header] of Object.entries(described)) {
    const { required, schema } = resolvedHeader(header);
    const value = given[name.toLowerCase()];
    if (value === undefined && required) problems.push(`no header ${name}`);
    if (value !== undefined && !ofHeaders.validate(schema, value)) problems.push(`${name}: ${String(value)}`);
  }
  if (given['x-content-type-options'] !== 'nosniff') problems.push('no header X-Content-Type-Options');
  return problems;
}

function problemsOfBody(body: string, schema: object, examples: object | undefined): string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [`a body that is not JSON: ${body}`];
  }
  if (!ofBodies.validate(schema, value)) return [`a body of another shape: ${ofBodies.errorsText()}: ${body}`];
  const { error } = value as { error?: string };
  return examples && !Object.hasOwn(examples, error ?? '') ? [`the error ${error}`] : [];
}

// openapi.test.ts judges the document itself: to do so in each file, too, takes a second of processor time.
const usual = { strict: false, validateSchema: false, meta: false };
const ofHeaders = addFormats.default(new Ajv2020({ ...usual, coerceTypes: true }));
const ofBodies = addFormats.default(new Ajv2020({ ...usual, allErrors: true }));
ofBodies.addSchema(document, 'document');
