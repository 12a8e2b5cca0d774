/** Names follow OpenTelemetry's semantic conventions. Values never come from what a client sent as a value. */
export type Attributes = Record<string, string | number>;

export type Span = {
  /** Runs work of which the calls become part of the span. */
  run: <T>(work: () => T) => T;
  /** Sets the headers by which another process continues the trace. */
  send: (set: (header: string, value: string) => void) => void;
  /** @param error what kind of error it ended in; never its text */
  end: (attributes: Attributes, error?: string) => void;
};

export type Tracing = {
  /** Begins the span of a request that came with these headers, in the trace that they name, or in a new one. */
  serve: (name: string, attributes: Attributes, header: (name: string) => string | undefined) => Span;
  /** Begins the span of a call to another process; only requests have spans. */
  call: (name: string, attributes: Attributes) => Span | undefined;
  logFields: () => Record<string, string>;
  stop: () => Promise<void>;
};
