import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { handleUnaryCall, sendUnaryData, ServerUnaryCall, ServiceDefinition } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { HealthImplementation } from 'grpc-health-check';
import { ApiError, errorTable } from '../proto/errors.ts';
import { toGrpcStatus } from '../proto/error-status.ts';
import type { Logger } from './logger.ts';
import { StartError } from './program.ts';

export type CallContext = {
  requestId: string;
  /** The access token that the caller sent along, with its scheme. */
  authorization: string | undefined;
  log: Logger;
  /** Aborted when the caller hangs up or its deadline passes. */
  signal: AbortSignal;
};

/**
 * One async function per method of the service. Both sides are typed by what comes out of a message, where no field is
 * optional: one that is forgotten does not compile.
 */
export type Methods<Service, Context> = {
  [Method in MethodName<Service>]: Service[Method] extends MethodDefinition<
    infer _Input,
    infer _ReplyInput,
    infer Request,
    infer Reply
  >
    ? (request: Request, context: Context) => Promise<Reply>
    : never;
};

/** The methods that a generated service type names, without its index signature. */
type MethodName<Service> = keyof {
  [Method in keyof Service as string extends Method ? never : number extends Method ? never : Method]: true;
};

export type RpcServer = {
  /** HOST:PORT that it listens on. */
  address: string;
  /** Reports NOT_SERVING, lets running calls end, then closes. */
  stop: () => Promise<void>;
};

/**
 * Serves the handlers, whose errors leave as the status of an ApiError, and the standard health service, which says
 * SERVING from when `ready` resolves.
 */
export async function startRpcServer<Service extends ServiceDefinition>(
  service: Service,
  handlers: Methods<Service, CallContext>,
  { listenOn, log, ready }: { listenOn: string; log: Logger; ready: Promise<void> },
): Promise<RpcServer> {
  const server = new Server();
  server.addService(
    service,
    Object.fromEntries(
      Object.entries<UntypedHandler>(handlers).map(([method, handler]) => [method, unary(method, handler, log)]),
    ),
  );
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  let stopping = false as boolean; // which stop changes
  void ready.then(() => {
    if (!stopping) health.setStatus('', 'SERVING');
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(listenOn, ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(new StartError(`GRPC_LISTEN ${listenOn} can't be listened on: ${error.message}`));
      else resolve(bound);
    });
  });
  return {
    address: listenOn.replace(/:\d+$/, `:${port}`),
    stop: async () => {
      stopping = true;
      health.setStatus('', 'NOT_SERVING');
      await new Promise<void>((resolve) => {
        const force = setTimeout(() => server.forceShutdown(), 1_500);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      });
    },
  };
}

type UntypedHandler = (request: unknown, context: CallContext) => Promise<unknown>;

function unary(method: string, handler: UntypedHandler, log: Logger): handleUnaryCall<unknown, unknown> {
  return (call, reply) => {
    void answer(method, handler, log, call, reply);
  };
}

async function answer(
  method: string,
  handler: UntypedHandler,
  log: Logger,
  call: ServerUnaryCall<unknown, unknown>,
  reply: sendUnaryData<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = String(call.metadata.get('x-request-id')[0] ?? randomUUID());
  const authorization = call.metadata.get('authorization')[0]?.toString();
  const callLog = log.child({ requestId, method });
  const caller = new AbortController();
  let answered = false;
  // Also emitted after the end of a call that went well.
  call.on('cancelled', () => {
    if (!answered) caller.abort();
  });
  let error: ApiError | undefined;
  try {
    const message = await handler(call.request, { requestId, authorization, log: callLog, signal: caller.signal });
    answered = true;
    reply(null, message);
  } catch (caught) {
    error = ApiError.from(caught);
    reply(toGrpcStatus(error));
  }
  const durationMs = Math.round(performance.now() - startedAt);
  if (error && errorTable[error.code].http >= 500 && !caller.signal.aborted) {
    callLog.error({ code: error.code, durationMs, err: error.cause ?? error }, 'call failed');
  } else {
    callLog.info({ code: caller.signal.aborted ? 'cancelled' : (error?.code ?? 'ok'), durationMs }, 'call');
  }
}
