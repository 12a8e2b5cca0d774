import { databaseSettings, wholeNumber } from '../../../runtime/environment.ts';

export const rollUpSettings = {
  ...databaseSettings,
  CHANGES_KEPT_DAYS: wholeNumber(1, 400)
    .default(35)
    .describe('days that the log of changes is kept; a copy of a report that is older is read again as a whole'),
};
