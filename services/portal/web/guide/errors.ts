import reference from '../../../../docs/api.md?raw';

/** The rows of the table of errors in docs/api.md. */
export const errors = Array.from(
  reference.matchAll(/^\| ([\d, ]+) \| `(\w+)` \| (.+) \|$/gm),
  ([, statuses = '', code = '', when = '']) => ({ statuses, code, when: when.replaceAll('`', '') }),
);
