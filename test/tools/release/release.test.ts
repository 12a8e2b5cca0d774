import { expect, it } from '@jest/globals';
import path from 'node:path';
import { root } from '../../support/programs/command.ts';
import { readFileSync } from 'node:fs';
import { unknownLicenses } from '../../../tools/release/licenses.ts';

const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Parameters<
  typeof unknownLicenses
>[0];

it('A package of the product with an unlisted licence, or without one, is named', () => {
  const packages = {
    ...lock.packages,
    'node_modules/copyleft': { license: 'AGPL-3.0-only' },
    'node_modules/pg/node_modules/@scope/nothing': {},
    'node_modules/either': { license: '(GPL-2.0 OR MIT)' },
    'node_modules/tool': { license: 'GPL-3.0', dev: true },
  };
  const remedy = 'Replace it, or allow that in tools/release/licenses.ts.';
  expect(unknownLicenses({ packages })).toEqual([
    `The package copyleft has AGPL-3.0-only. ${remedy}`,
    `The package @scope/nothing has no licence. ${remedy}`,
  ]);
});
