import { pathOf } from './reports.ts';
import type { PaymentsAnswer, ReportQuery, TimesheetsAnswer } from './reports.ts';
import { versionOf } from './read-export.ts';
import type { Session } from './session.ts';
import { useRead } from './use-read.ts';

/** What was answered, and to which query. */
export type Answer = { query: ReportQuery; version: string; body: PaymentsAnswer | TimesheetsAnswer };

/** The page of the query; while it is loaded, the answer is still that of the query before. */
export function useAnswer(session: Session, query: ReportQuery) {
  const path = pathOf(query);
  const { value: answer, ...state } = useRead(path, async (signal): Promise<Answer> => {
    const response = await session.ask(path, { signal });
    const body = (await response.json()) as Answer['body'];
    return { query, version: versionOf(response.headers), body };
  });
  return { answer, ...state };
}
