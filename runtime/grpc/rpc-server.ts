import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Server, status as grpcStatus } from '@grpc/grpc-js';
import type {
  handleServerStreamingCall,
  handleUnaryCall,
  ServerCredentials,
  ServerUnaryCall,
  ServerWritableStream,
  ServiceDefinition,
  StatusObject,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { HealthImplementation } from 'grpc-health-check';
import { ApiError } from '../../proto/errors.ts';
import { toGrpcStatus } from '../../proto/error-status.ts';
import type { Logger } from '../logger.ts';
import { observeCalls } from './observe-call.ts';
import type { ObserveCall } from './observe-call.ts';
import type { Program } from '../process/program.ts';
import type { Times } from '../times.ts';
import { ExplainedError } from '../explained-error.ts';

export type CallContext = {
  requestId: string;
  authorization: string | undefined;
  clientAddress: string | undefined;
  log: Logger;
  /** More fields of the call's log line. */
  logged: Record<string, string | number>;
  /** Aborted when the caller disconnects or its deadline passes. */
  signal: AbortSignal;
};

/**
 * One async function per method of the service; one that yields, for a server stream. Those are known by their name, since
 * the generated types don't tell. Both sides are typed by what comes out of a message, where no field is optional: one that
 * is forgotten does not compile.
 */
export type Methods<Service, Context> = {
  [Method in MethodName<Service>]: Service[Method] extends MethodDefinition<
    infer _Input,
    infer _ReplyInput,
    infer Request,
    infer Reply
  >
    ? (request: Request, context: Context) => Method extends `Export${string}` ? AsyncIterable<Reply> : Promise<Reply>
    : never;
};

/** The methods that a generated service type names, without its index signature. */
type MethodName<Service> = keyof {
  [Method in keyof Service as string extends Method ? never : number extends Method ? never : Method]: true;
};

type RpcServerConfig = {
  GRPC_LISTEN: string;
  /** After this, give or take a tenth, a connection takes no new calls; its running ones end. */
  times: Pick<Times, 'connectionAgeMs'>;
  DRAIN_MS: number;
};

/** Serves the handlers and the standard health service. @returns HOST:PORT that it listens on */
export async function startRpcServer<Service extends ServiceDefinition>(
  service: Service,
  handlers: Methods<Service, CallContext>,
  { GRPC_LISTEN, DRAIN_MS, times }: RpcServerConfig,
  credentials: ServerCredentials,
  { log, metrics, tracing, readiness, onStop }: Pick<Program, 'log' | 'metrics' | 'tracing' | 'onStop' | 'readiness'>,
): Promise<string> {
  const server = new Server({
    'grpc.enable_channelz': 0,
    'grpc.max_connection_age_ms': times.connectionAgeMs,
  });
  const parts = { log, observe: observeCalls(metrics, tracing) };
  const methods = Object.entries(service).map(([method, { path, responseStream }]) => {
    const handler: unknown = handlers[method as keyof typeof handlers];
    return [
      method,
      responseStream
        ? serverStream(path, handler as StreamHandler, parts)
        : unary(path, handler as UnaryHandler, parts),
    ];
  });
  server.addService(service, Object.fromEntries(methods) as UntypedServiceImplementation);
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  let stopping = false as boolean; // which `stop` changes
  void readiness.ready.then(() => {
    if (!stopping) health.setStatus('', 'SERVING');
  });
  const bind = promisify(server.bindAsync.bind(server));
  const port = await bind(GRPC_LISTEN, credentials).catch((error: unknown) => {
    throw new ExplainedError(`GRPC_LISTEN ${GRPC_LISTEN} can't be listened on: ${(error as Error).message}`);
  });
  const address = GRPC_LISTEN.replace(/:\d+$/, `:${port}`);
  const stop = async () => {
    stopping = true;
    health.setStatus('', 'NOT_SERVING');
    // Not forceShutdown, which without channelz knows of no connections.
    server.drain(address, DRAIN_MS);
    await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  };
  onStop('gRPC server', stop, DRAIN_MS + 500);
  return address;
}

type UnaryHandler = (request: unknown, context: CallContext) => Promise<unknown>;
type StreamHandler = (request: unknown, context: CallContext) => AsyncIterable<unknown>;
type Parts = { log: Logger; observe: ObserveCall };

function unary(path: string, handler: UnaryHandler, parts: Parts): handleUnaryCall<unknown, unknown> {
  return (call, reply) => {
    const work = async (context: CallContext) => {
      const message = await handler(call.request, context);
      return () => reply(null, message);
    };
    void answer(path, call, parts, work, reply);
  };
}

/** The handler continues only when the caller has taken what there was. */
function serverStream(path: string, handler: StreamHandler, parts: Parts): handleServerStreamingCall<unknown, unknown> {
  return (call) => {
    const work = async (context: CallContext) => {
      for await (const message of handler(call.request, context)) {
        if (!call.write(message)) await once(call, 'drain', { signal: context.signal });
      }
      return () => call.end();
    };
    void answer(path, call, parts, work, (status) => call.emit('error', status));
  };
}

type Call = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>;

/** Does the work of a call, and measures, traces and logs it. */
async function answer(
  path: string,
  call: Call,
  { log, observe }: Parts,
  work: (context: CallContext) => Promise<() => void>,
  fail: (status: StatusObject) => void,
): Promise<void> {
  const startedAt = performance.now();
  const { metadata } = call;
  const text = (name: string) => metadata.get(name)[0]?.toString();
  const { run, end } = observe(path, metadata);
  let answered = false;
  const caller = new AbortController();
  // Also emitted after the end of a call that went well.
  call.on('cancelled', () => {
    if (answered) return;
    end({ code: grpcStatus.CANCELLED });
    caller.abort();
  });
  const requestId = text('x-request-id') ?? randomUUID();
  const context: CallContext = {
    requestId,
    authorization: text('authorization'),
    clientAddress: text('x-client-address'),
    log: run(() => log.child({ requestId, method: path.slice(path.lastIndexOf('/') + 1) })),
    logged: {},
    signal: caller.signal,
  };
  let error: ApiError | undefined;
  try {
    const send = await run(() => work(context));
    answered = true;
    end({ code: grpcStatus.OK });
    send();
  } catch (caught) {
    error = ApiError.from(caught);
    const status = toGrpcStatus(error);
    end(status);
    fail(status);
  }
  const durationMs = Math.round(performance.now() - startedAt);
  const { aborted } = caller.signal;
  if (error && error.http >= 500 && !aborted) {
    context.log.error({ code: error.code, durationMs, ...context.logged, err: error }, 'call failed');
  } else {
    context.log.info({ code: aborted ? 'cancelled' : (error?.code ?? 'ok'), durationMs, ...context.logged }, 'call');
  }
}
