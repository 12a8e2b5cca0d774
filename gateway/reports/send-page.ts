import type { Request, Response } from 'express';
import type { Report__Output } from '../../proto/generated/clientreporting/reporting/Report.ts';
import type { ClientPace } from '../http/client-pace.ts';
import { publicAddress } from '../http/public-address.ts';
import { sendJson } from '../http/send-body.ts';
import type { TakeBytes } from '../limits/held.ts';
import { versionHeaders } from './conditional.ts';

/** Sends a page of a report with what lets it be polled and paged through; 304 where the caller has it already. */
export async function sendPage(
  request: Request,
  response: Response,
  page: number,
  report: Report__Output,
  { publicUrl, pace, takeBytes }: { publicUrl: string; pace: ClientPace; takeBytes: TakeBytes },
): Promise<void> {
  const { json, pagesCount } = report;
  takeBytes(response, json.length);
  response.set(versionHeaders(report));
  if (json.length === 0) {
    response.status(304).end();
    return;
  }
  const base = publicAddress(publicUrl, request);
  const links = pageLinks(base === undefined ? '' : base + request.path, request.url, page, pagesCount);
  if (links.length > 0) response.set('Link', links.join(', '));
  await sendJson(response, json, pace);
}

/** RFC 8288. Only `next` where all links would fill the buffers that proxies have for headers. */
function pageLinks(address: string, url: string, page: number, pagesCount: number): string[] {
  const last = Math.max(1, pagesCount);
  const others = otherParameters(url, 'page');
  const link = (target: number, rel: string) => `<${address}?${[...others, `page=${target}`].join('&')}>; rel="${rel}"`;
  const next = page < last ? [link(page + 1, 'next')] : [];
  const previous = page > 1 ? [link(Math.min(page - 1, last), 'prev')] : [];
  const all = [link(1, 'first'), ...previous, ...next, link(last, 'last')];
  return all.join().length <= 2_000 ? all : next;
}

/**
 * The query of the URL without one parameter. Encodes what a URI may not hold, and the commas and semicolons at which some clients split
 * `Link`, unless the URL could pass 16 KiB by them.
 */
export function otherParameters(url: string, parameter: string): string[] {
  const given = url.slice(url.indexOf('?') + 1).split('&');
  const others = given.filter((pair) => pair !== '' && decodeURIComponent(pair.split('=')[0] ?? '') !== parameter);
  const encoded = url.length > 8_000 ? /[^\w.~!$&'()*+,;=:@/?%-]/g : /[^\w.~!$&'()*+=:@/?%-]/g;
  return others.map((pair) => pair.replace(encoded, encodeURIComponent));
}
