#!/usr/bin/env bash
# Perspective fixes a column as integer by its first rows, and cuts the cents of rows that come later.
# Guess: update() with 35.55 widens the column, or is refused, as other changes of a type are.
# Seen on 2026-11-28 with @finos/perspective 3.8.0: JSON.parse makes 1250.00 the number 1250, so the column is an integer,
# and a row of 35.55 in update() becomes 35. Both rows in the first table: float.
# So: table({ amount: 'float' }) first, then update().
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent @finos/perspective@3.8.0
cat >program.mjs <<'END'
import perspective from '@finos/perspective';
const page = (text) => JSON.parse(text);
const show = async (name, table) => {
  const { amount } = await table.schema();
  console.log(name, amount, (await (await table.view()).to_json()).map((row) => row.amount));
};
const first = await perspective.table(page('[{"amount":1250.00}]'));
await first.update(page('[{"amount":35.55}]'));
await show('update:', first);
await show('one table:', await perspective.table(page('[{"amount":1250.00},{"amount":35.55}]')));
const declared = await perspective.table({ amount: 'float' });
await declared.update(page('[{"amount":1250.00}]'));
await declared.update(page('[{"amount":35.55}]'));
await show('declared:', declared);
process.exit(0);
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
update: integer [ 1250, 35 ]
one table: float [ 1250, 35.55 ]
declared: float [ 1250, 35.55 ]
END
