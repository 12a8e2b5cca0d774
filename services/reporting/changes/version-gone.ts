import { ApiError } from '../../../proto/errors.ts';

const reasons = {
  old: 'it is older than the log of changes',
  unknown:
    "it is not of your company's data as they are now: it is another company's, or of data that were restored from a backup",
  truncated: 'all rows of a table were deleted at once, or the roll-ups were repaired, since then',
  large: 'one change since then was of more than 10,000 rows',
  rows: 'rows have other members since the service was updated',
};

/** The service can't say what changed since a version. */
export function versionGone(reason: keyof typeof reasons): ApiError {
  return new ApiError('version_gone', {
    message: `The changes since this version are not known: ${reasons[reason]}. Read the report again, without since.`,
  });
}
