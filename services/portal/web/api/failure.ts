/** An answer that is an error, or none at all, as the error table of the API has it. */
export class Failure extends Error {
  readonly code: string;
  readonly status: number | undefined;
  readonly details: Record<string, { message: string }>;
  readonly requestId: string | undefined;
  /** When it makes sense to ask again, in milliseconds of the clock. */
  readonly retryAt: number | undefined;

  constructor(code: string, message: string, answer: Partial<Omit<Failure, 'code' | 'message'>> = {}) {
    super(message);
    this.code = code;
    this.status = answer.status;
    this.details = answer.details ?? {};
    this.requestId = answer.requestId;
    this.retryAt = answer.retryAt;
  }

  /** Whatever was caught. What isn't ours comes from the network: the browser says no more. */
  static from(caught: unknown): Failure {
    return caught instanceof Failure ? caught : new Failure('unreachable', 'No answer came back.');
  }

  static async of(response: Response): Promise<Failure> {
    const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
    const seconds = Number(response.headers.get('Retry-After') ?? NaN);
    return new Failure(body.error ?? 'unreadable', body.message ?? 'The answer could not be read.', {
      status: response.status,
      details: body.details ?? {},
      requestId: response.headers.get('X-Request-Id') ?? undefined,
      retryAt: Number.isNaN(seconds) ? undefined : Date.now() + seconds * 1_000,
    });
  }
}

type ErrorBody = { error: string; message: string; details: Record<string, { message: string }> };
