import type { Request, Response } from 'express';
import type { Page__Output } from '../../proto/generated/clientreporting/reporting/Page.ts';
import { rawQuery } from '../http/form.ts';
import { publicAddress } from '../http/public-address.ts';
import type { Send } from '../http/send.ts';
import { versionHeaders } from './conditional.ts';

/** Sends a page of a report with what lets it be polled and paged through; 304 where the caller has it already. */
export async function sendPage(
  request: Request,
  response: Response,
  page: number,
  report: Page__Output,
  { publicUrl, send }: { publicUrl: string; send: Send },
): Promise<void> {
  const { json, pagesCount } = report;
  if (json.length === 0) {
    response.set(versionHeaders(report)).status(304).end();
    return;
  }
  const links = pageLinks(linkTo(request, publicUrl, 'page'), page, Math.max(1, pagesCount));
  await send.json(response, json, { ...versionHeaders(report), ...links });
}

/** RFC 8288. Only `next`, or none, where they are too long. */
function pageLinks(link: ReturnType<typeof linkTo>, page: number, last: number): LinkHeader {
  const next = page < last ? [link(page + 1, 'next')] : [];
  const previous = page > 1 ? [link(Math.min(page - 1, last), 'prev')] : [];
  return { ...linkHeader(next), ...linkHeader([link(1, 'first'), ...previous, ...next, link(last, 'last')]) };
}

type LinkHeader = { Link?: string };

/** None where it would fill the 4 kB that nginx has for headers. */
export function linkHeader(links: string[]): LinkHeader {
  const Link = links.join(', ');
  return Link === '' || Link.length > 3_000 ? {} : { Link };
}

/**
 * Links to the URL of a request with another value of one parameter. Encodes what a URI may not hold, and the commas and semicolons at which
 * some clients split `Link`.
 */
export function linkTo(request: Request, publicUrl: string, parameter: string) {
  const { url, path } = request;
  const others = rawQuery(url)
    .split('&')
    .filter((pair) => pair !== '' && decodeURIComponent(pair.split('=')[0] ?? '') !== parameter);
  const kept = others.map((pair) => pair.replace(/[^\w.~!$&'()*+=:@/?%-]/g, encodeURIComponent));
  const base = publicAddress(publicUrl, request);
  const address = base === undefined ? '' : base + path;
  return (value: string | number, rel: string) =>
    `<${address}?${[...kept, `${parameter}=${value}`].join('&')}>; rel="${rel}"`;
}
