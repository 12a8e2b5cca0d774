/** What came with the content of a response. */
export type ResponseInfo = {
  readonly status: number;
  readonly headers: Headers;
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** The version of your company's data that the response was made of. */
  readonly reportVersion: string | undefined;
  /** For `ifNoneMatch` of the same request, next time. */
  readonly etag: string | undefined;
};

export function responseInfo({ status, headers }: Response): ResponseInfo {
  const header = (name: string) => headers.get(name) ?? undefined;
  return {
    status,
    headers,
    requestId: header('X-Request-Id'),
    reportVersion: header('Report-Version'),
    etag: header('ETag'),
  };
}
