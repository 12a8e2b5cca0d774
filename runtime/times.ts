/** Times in milliseconds that no installation changes: each fits the others. */
export const times = {
  /** How long an idle connection of a client is kept, and of a proxy: longer than load balancers keep theirs, Google's for 600 s. */
  keepAliveMs: 64_000,
  proxyKeepAliveMs: 620_000,
  /** A call to auth. */
  authDeadlineMs: 2_000,
  /** A call to reporting. */
  reportingDeadlineMs: 10_000,
  /** The whole answer of the portal. */
  portalDeadlineMs: 5_000,
  /** The first bytes of an export, which waits up to 5 seconds for a slot. */
  exportStartMs: 9_000,
  /** How long reporting may send nothing of an export, and a client may take nothing of a page. */
  exportStallMs: 30_000,
  /** How long a client may take nothing of a file. Buffers on the way have megabytes, which it takes before there is room in them. */
  fileStallMs: 120_000,
  /** The whole export. */
  exportDeadlineMs: 600_000,
  /** Postgres ends a statement after this, except the statement that sends the rows of an export. */
  authStatementMs: 2_000,
  reportingStatementMs: 15_000,
  exportStatementMs: 60_000,
  /** The age at which a gRPC connection is renewed. Callers then find servers that were added. */
  connectionAgeMs: 15_000,
};

export type Times = typeof times;
