#!/usr/bin/env bash
# JSONata, of Node-RED and other tools, makes an object of a list with one row, nothing of an empty one, and a text of 15
# digits of a sum.
# Guess: a filter of a list is a list, of one row or of none; $sum of none is 0; $string keeps all digits, as
# JSON.stringify does.
# Seen on 2026-11-29 with jsonata 2.2.2: results[paid > 5] is a list of two rows, an object of one, and undefined of none;
# $sum of none is undefined; $string(12345678901234.56) is "12345678901234.6", cents are gone from ten trillion on.
# So: results[paid > 5][] keeps the list of one; write `$sum([results.paid])` for 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.txt
npm install --silent --no-audit --no-fund jsonata@2.2.2
cat >program.mjs <<'END'
import jsonata from 'jsonata';

const page = { results: [{ paid: 10 }, { paid: 7 }] };
for (const expression of [
  'results[paid > 5]',
  'results[paid > 8]',
  'results[paid > 8][]',
  'results[paid > 11]',
  '$sum(results[paid > 11].paid)',
  '$sum([results[paid > 11].paid])',
  '$string(12345678901234.56)',
]) {
  console.log(expression, JSON.stringify(await jsonata(expression).evaluate(page)));
}
console.log('JSON.stringify', JSON.stringify(12345678901234.56));
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
results[paid > 5] [{"paid":10},{"paid":7}]
results[paid > 8] {"paid":10}
results[paid > 8][] [{"paid":10}]
results[paid > 11] undefined
$sum(results[paid > 11].paid) undefined
$sum([results[paid > 11].paid]) 0
$string(12345678901234.56) "12345678901234.6"
JSON.stringify 12345678901234.56
END
