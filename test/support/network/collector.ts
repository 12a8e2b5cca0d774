import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as OTLP's JSON has it, with the `service.name` of who sent it. */
export type ReceivedSpan = {
  service: string;
  name: string;
  kind: 'server' | 'client';
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  failed: boolean;
  attributes: Record<string, string | number>;
};

type Attributes = { key: string; value: { stringValue?: string; intValue?: number } }[];
type SentSpan = Pick<ReceivedSpan, 'name' | 'traceId' | 'spanId' | 'parentSpanId'> & {
  kind: number;
  status: { code?: number };
  attributes: Attributes;
};
type ExportRequest = {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SentSpan[] }[] }[];
};

/** Receives traces as an OpenTelemetry collector does, by OTLP over HTTP as JSON. */
export async function startCollector(port = 0) {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, Record<string, string | number>> = {};
  const requests: { path: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url, headers: request.headers });
    void (json(request) as Promise<ExportRequest>).then(({ resourceSpans }) => {
      for (const { resource, scopeSpans } of resourceSpans) {
        const sender = plain(resource.attributes);
        const service = String(sender['service.name']);
        resources[service] = sender;
        for (const sent of scopeSpans.flatMap(({ spans }) => spans)) {
          const { name, traceId, spanId, parentSpanId, kind, status, attributes } = sent;
          spans.push({
            ...{ service, name, traceId, spanId, parentSpanId, attributes: plain(attributes) },
            kind: kind === 2 ? 'server' : 'client',
            failed: status.code === 2,
          });
        }
      }
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every one so far. */
    spans,
    /** The attributes of each service. */
    resources,
    requests,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function plain(attributes: Attributes): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? `an unexpected kind of value`]),
  );
}
