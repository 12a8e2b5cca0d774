/** Until something temporary may be over. */
export const pauseMs = 10_000;

/** An answer that is an error, or none at all, as the error table of the API has it. */
export class Failure extends Error {
  readonly code: string;
  readonly status: number | undefined;
  readonly details: Record<string, { message: string }> = {};
  readonly requestId: string | undefined;
  /** When it makes sense to ask again, in milliseconds of the clock. */
  readonly retryAt: number | undefined;

  constructor(code: string, message: string, answer: Partial<Omit<Failure, 'code' | 'message'>> = {}) {
    super(message);
    this.code = code;
    Object.assign(this, answer);
  }

  /** Whatever was caught. What isn't ours comes from the network: the browser says no more. */
  static from(caught: unknown): Failure {
    if (caught instanceof Failure) return caught;
    return new Failure('unreachable', 'No answer came back.', { retryAt: Date.now() + pauseMs });
  }

  static async of(response: Response): Promise<Failure> {
    const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
    const seconds = response.headers.get('Retry-After');
    const usual = response.status >= 500 ? Date.now() + pauseMs : undefined;
    return new Failure(body.error ?? 'unreadable', body.message ?? 'The answer could not be read.', {
      status: response.status,
      details: body.details ?? {},
      requestId: response.headers.get('X-Request-Id') ?? undefined,
      retryAt: seconds === null ? usual : Date.now() + Number(seconds) * 1_000,
    });
  }
}

type ErrorBody = { error: string; message: string; details: Record<string, { message: string }> };
