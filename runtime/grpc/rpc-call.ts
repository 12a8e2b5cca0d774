import type { Writable } from 'node:stream';
import { Metadata, status } from '@grpc/grpc-js';
import type { Client, ClientReadableStream, ServiceDefinition, ServiceError, StatusObject } from '@grpc/grpc-js';
import { fromGrpcError } from '../../proto/error-status.ts';
import type { ObserveCall } from './observe-call.ts';

export type CallOptions = {
  requestId: string;
  /** The access token that the call is made for, with its scheme. */
  authorization?: string | undefined;
  /** The address of the client that it is made for, as the rate limits take it. */
  clientAddress?: string | undefined;
  /** The stream that the answer is for. When it closes before, the call is cancelled, down to the statement that it runs. */
  caller?: Writable;
};

export type Call = {
  client: Client;
  definition: ServiceDefinition[string];
  request: object;
  options: CallOptions;
  deadline: number;
  observe: ObserveCall;
};

export async function unaryCall({ client, definition, request, options, deadline, observe }: Call): Promise<unknown> {
  const { caller } = options;
  let cancel: () => void = () => undefined;
  try {
    requireCaller(caller);
    const message = definition.requestSerialize(request);
    const metadata = metadataOf(options);
    const call = client.getChannel().createCall(definition.path, deadline, null, null, null);
    cancel = () => call.cancelWithStatus(disconnected.code, disconnected.details);
    caller?.once('close', cancel);
    return await replyOf(call, definition, message, metadata, observe(definition.path, metadata).end);
  } catch (failure) {
    throw fromGrpcError(failure as ServiceError);
  } finally {
    caller?.off('close', cancel);
  }
}

/**
 * Straight on the channel. A Client would take a stack trace of each call and pass each of its steps through interceptors, though
 * there be none, which took a tenth of the gateway's time. It takes no request: what a call holds
 * stays in memory until a major collection.
 */
function replyOf(
  call: ReturnType<ReturnType<Client['getChannel']>['createCall']>,
  { responseDeserialize }: ServiceDefinition[string],
  message: Buffer,
  metadata: Metadata,
  end: (outcome: StatusObject) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let reply: unknown;
    let details = 'there is no message';
    call.start(metadata, {
      onReceiveMetadata: () => undefined,
      onReceiveMessage: (received: Buffer) => {
        try {
          reply = responseDeserialize(received);
        } catch (error) {
          details = `the message can't be read: ${String(error)}`;
        }
      },
      onReceiveStatus: (received) => {
        const outcome = outcomeOf(received, reply, details);
        end(outcome);
        if (outcome.code === status.OK) resolve(reply);
        else reject(failureOf(outcome));
      },
    });
    call.sendMessageWithContext({}, message);
    call.startRead();
    call.halfClose();
  });
}

/**
 * A server that is killed may have sent its reply without the status: such a reply counts. Without a reply it is unavailable, also where
 * the library calls that INTERNAL. OK without a reply does not count.
 */
function outcomeOf(received: StatusObject, reply: unknown, details: string): StatusObject {
  // How the library words a stream that was closed in order.
  const isClosed = received.code === status.INTERNAL && received.details.includes('RST_STREAM with code 0');
  if (isClosed || received.code === status.UNAVAILABLE) {
    return { ...received, code: reply === undefined ? status.UNAVAILABLE : status.OK };
  }
  if (received.code === status.OK && reply === undefined) return { ...received, code: status.INTERNAL, details };
  return received;
}

export type StreamCall = Call & {
  /** Time until the first message. */
  startMs: number;
  /** Time that each later message may take. */
  silenceMs: number;
};

/** Messages are read as they are asked for. The call is retried only until the first. @throws ApiError */
export async function* serverStream(stream: StreamCall) {
  const { client, definition, request, options, deadline, startMs, silenceMs, observe } = stream;
  const { caller } = options;
  let cancel: () => void = () => undefined;
  try {
    requireCaller(caller);
    const metadata = metadataOf(options);
    const { end } = observe(definition.path, metadata);
    const { path, requestSerialize, responseDeserialize } = definition;
    const call = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, metadata, {
      deadline,
    });
    call.on('status', end);
    // It may come after the last read.
    call.on('error', () => undefined);
    cancel = () => call.cancel();
    caller?.once('close', cancel);
    yield* withLimits(call, startMs, silenceMs);
  } catch (failure) {
    throw fromGrpcError(failure as ServiceError);
  } finally {
    caller?.off('close', cancel);
    cancel();
  }
}

/** Only the time counts in which a message is awaited. */
async function* withLimits(call: ClientReadableStream<unknown>, startMs: number, silenceMs: number) {
  let limitMs = startMs;
  const silent = () => {
    const details = `the server sent nothing for ${limitMs} ms`;
    call.destroy(failureOf({ code: status.DEADLINE_EXCEEDED, details, metadata: new Metadata() }));
  };
  let timer = setTimeout(silent, limitMs);
  try {
    for await (const message of call) {
      clearTimeout(timer);
      yield message as unknown;
      limitMs = silenceMs;
      timer = setTimeout(silent, limitMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

const disconnected = { code: status.CANCELLED, details: 'the caller disconnected', metadata: new Metadata() };

function requireCaller(caller: Writable | undefined): void {
  if (caller?.destroyed) throw failureOf(disconnected);
}

function failureOf(outcome: StatusObject): ServiceError {
  return Object.assign(new Error(`${outcome.code} ${status[outcome.code]}: ${outcome.details}`), outcome);
}

function metadataOf({ requestId, authorization, clientAddress }: CallOptions): Metadata {
  const metadata = new Metadata();
  metadata.set('x-request-id', requestId);
  if (authorization !== undefined) metadata.set('authorization', authorization);
  if (clientAddress !== undefined) metadata.set('x-client-address', clientAddress);
  return metadata;
}
