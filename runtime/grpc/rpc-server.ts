import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Server } from '@grpc/grpc-js';
import type {
  handleServerStreamingCall,
  handleUnaryCall,
  ServerCredentials,
  ServerUnaryCall,
  ServerWritableStream,
  ServiceDefinition,
  StatusObject,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { HealthImplementation } from 'grpc-health-check';
import { ApiError, errorTable } from '../../proto/errors.ts';
import { toGrpcStatus } from '../../proto/error-status.ts';
import type { Logger } from '../logger.ts';
import { measuredServer } from './rpc-metrics.ts';
import { StartError } from '../process/program.ts';
import type { Program } from '../process/program.ts';
import { tracedServer } from './rpc-tracing.ts';

export type CallContext = {
  requestId: string;
  authorization: string | undefined;
  clientAddress: string | undefined;
  log: Logger;
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
  GRPC_CONNECTION_AGE_MS: number;
  DRAIN_MS: number;
};

/** Serves the handlers and the standard health service. @returns HOST:PORT that it listens on */
export async function startRpcServer<Service extends ServiceDefinition>(
  service: Service,
  handlers: Methods<Service, CallContext>,
  { GRPC_LISTEN, GRPC_CONNECTION_AGE_MS, DRAIN_MS }: RpcServerConfig,
  credentials: ServerCredentials,
  { log, metrics, tracing, readiness, onStop }: Pick<Program, 'log' | 'metrics' | 'tracing' | 'onStop' | 'readiness'>,
): Promise<string> {
  const server = new Server({
    interceptors: [measuredServer(metrics), ...(tracing ? [tracedServer(tracing)] : [])],
    'grpc.enable_channelz': 0,
    'grpc.max_connection_age_ms': GRPC_CONNECTION_AGE_MS,
  });
  server.addService(
    service,
    Object.fromEntries(
      Object.entries(handlers).map(([method, handler]) => [
        method,
        service[method]?.responseStream
          ? serverStream(method, handler as StreamHandler, log)
          : unary(method, handler as UnaryHandler, log),
      ]),
    ),
  );
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  let stopping = false as boolean; // which `stop` changes
  void readiness.ready.then(() => {
    if (!stopping) health.setStatus('', 'SERVING');
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(GRPC_LISTEN, credentials, (error, bound) => {
      if (error) reject(new StartError(`GRPC_LISTEN ${GRPC_LISTEN} can't be listened on: ${error.message}`));
      else resolve(bound);
    });
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

function unary(method: string, handler: UnaryHandler, log: Logger): handleUnaryCall<unknown, unknown> {
  return (call, reply) => {
    const work = async (context: CallContext) => {
      const message = await handler(call.request, context);
      return () => reply(null, message);
    };
    void answer(method, call, log, work, reply);
  };
}

/** The handler is asked for more only when the caller has taken what there was. */
function serverStream(
  method: string,
  handler: StreamHandler,
  log: Logger,
): handleServerStreamingCall<unknown, unknown> {
  return (call) => {
    const work = async (context: CallContext) => {
      for await (const message of handler(call.request, context)) {
        if (!call.write(message)) await once(call, 'drain', { signal: context.signal });
      }
      return () => call.end();
    };
    void answer(method, call, log, work, (status) => call.emit('error', status));
  };
}

async function answer(
  method: string,
  call: ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>,
  log: Logger,
  work: (context: CallContext) => Promise<() => void>,
  fail: (status: StatusObject) => void,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = String(call.metadata.get('x-request-id')[0] ?? randomUUID());
  const authorization = call.metadata.get('authorization')[0]?.toString();
  const clientAddress = call.metadata.get('x-client-address')[0]?.toString();
  const callLog = log.child({ requestId, method });
  const caller = new AbortController();
  let answered = false;
  // Also emitted after the end of a call that went well.
  call.on('cancelled', () => {
    if (!answered) caller.abort();
  });
  let error: ApiError | undefined;
  try {
    const end = await work({ requestId, authorization, clientAddress, log: callLog, signal: caller.signal });
    answered = true;
    end();
  } catch (caught) {
    error = ApiError.from(caught);
    fail(toGrpcStatus(error));
  }
  const durationMs = Math.round(performance.now() - startedAt);
  if (error && errorTable[error.code].http >= 500 && !caller.signal.aborted) {
    callLog.error({ code: error.code, durationMs, err: error }, 'call failed');
  } else {
    callLog.info({ code: caller.signal.aborted ? 'cancelled' : (error?.code ?? 'ok'), durationMs }, 'call');
  }
}
