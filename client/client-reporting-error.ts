export type ErrorDetails = Record<string, { message: string }>;

/** What the API refused, or an export that ended before its last row (`incomplete_export`). */
export class ClientReportingError extends Error {
  override readonly name = 'ClientReportingError';
  /** The HTTP status. */
  readonly status: number;
  /** The stable code of the error, such as `validation_error`. */
  readonly code: string;
  /** Of a `validation_error`: what is wrong, by the name of the parameter. */
  readonly details: ErrorDetails | undefined;
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;

  constructor(response: Response, { error, message, details }: ErrorBody, options?: ErrorOptions) {
    super(message, options);
    this.status = response.status;
    this.code = error;
    this.details = details;
    this.requestId = response.headers.get('X-Request-Id') ?? undefined;
  }

  /** The error that a response holds. Something between the client and the API may answer with another body. */
  static async of(response: Response): Promise<ClientReportingError> {
    const text = await response.text();
    return new ClientReportingError(response, errorBody(text) ?? { error: 'unknown_error', message: text });
  }
}

type ErrorBody = { error: string; message: string; details?: ErrorDetails };

function errorBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.error === 'string' ? { message: '', ...body, error: body.error } : undefined;
  } catch {
    return undefined;
  }
}
