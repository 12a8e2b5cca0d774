import { expect, it } from '@jest/globals';
import { pathsOf } from '../../gateway/paths.ts';
import { reports } from '../../proto/reports.ts';

it('A report whose path is taken is refused when the app is made', () => {
  expect(() => pathsOf({ ...reports, contractors: reports.timesheets })).toThrow(
    "a report can't have the path /api/v1/external/reports/client/contractors/list: it is taken",
  );
});
