import type { Request, Response } from 'express';
import type { Report__Output } from '../../proto/generated/clientreporting/reporting/Report.ts';

/** The etags in If-None-Match, weak or strong alike, or `*`. What could not be one of ours is left out. */
export function ifNoneMatch(request: Request): string[] {
  const header = request.get('if-none-match')?.trim();
  if (!header) return [];
  return header === '*' ? ['*'] : Array.from(header.matchAll(/"([\w-]+)"/g), ([, etag = '']) => etag);
}

/** Sends a page of a report with what lets it be polled and paged through; 304 where the caller has it already. */
export function sendPage(request: Request, response: Response, page: number, report: Report__Output): void {
  const { json, etag, pagesCount } = report;
  response.set({ ETag: `W/"${etag}"`, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept' });
  if (json.length === 0) {
    response.status(304).end();
    return;
  }
  const links = pageLinks(request.url, page, pagesCount);
  if (links.length > 0) response.set('Link', links.join(', '));
  // Express' send would hash and compare once more what reporting has decided.
  response.set({ 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(json.length) }).end(json);
}

/**
 * The links of RFC 8288 to other pages. Each is the query alone, which holds behind any proxy, whatever path or host it
 * shows. There is a `next` whenever there is more, so that who follows it misses nothing; the others are left out where
 * all would fill the buffers that proxies have for headers.
 */
function pageLinks(url: string, page: number, pagesCount: number): string[] {
  const last = Math.max(1, pagesCount);
  const others = otherParameters(url);
  const link = (target: number, rel: string) => `<?${[...others, `page=${target}`].join('&')}>; rel="${rel}"`;
  const next = page < last ? [link(page + 1, 'next')] : [];
  const previous = page > 1 ? [link(Math.min(page - 1, last), 'prev')] : [];
  const all = [link(1, 'first'), ...previous, ...next, link(last, 'last')];
  return all.join().length <= 2_000 ? all : next;
}

/** The query of the URL as it was given, but for the page. What a URI may not hold raw is percent-encoded. */
function otherParameters(url: string): string[] {
  const given = url.slice(url.indexOf('?') + 1).split('&');
  const others = given.filter((pair) => pair !== '' && decodeURIComponent(pair.split('=')[0] ?? '') !== 'page');
  return others.map((pair) => pair.replace(/[^\w.~!$&'()*+,;=:@/?%-]/g, encodeURIComponent));
}
