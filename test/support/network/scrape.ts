import request from 'supertest';

/** What a process measures: the value of each series, as `name{label="value"}`, labels in the order of the text. */
export type Scrape = Map<string, number>;

/** Scrapes the internal port of a process. */
export async function scrape(internalUrl: string): Promise<Scrape> {
  const { text } = await request(internalUrl).get('/metrics').expect(200);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** Names of the series, without labels. */
export function namesOf(scraped: Scrape): Set<string> {
  return new Set([...scraped.keys()].map((series) => series.replace(/\{.*/, '')));
}
