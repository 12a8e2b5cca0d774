import { unexpectedResponse } from './client-reporting-error.js';

/** @throws ClientReportingError `unexpected_response` where the body is no JSON object */
export async function readJson<T extends object>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as unknown;
    if (typeof body === 'object' && body !== null) return body as T;
  } catch (error) {
    throw unexpectedResponse(response, text, error);
  }
  throw unexpectedResponse(response, text);
}
