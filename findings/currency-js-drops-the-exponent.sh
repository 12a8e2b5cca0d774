#!/usr/bin/env bash
# currency.js reads the text 3.139829823e+07 as 3.14.
# Guess: a text that Number reads is the same amount for currency.js, or an error, or NaN.
# Seen on 2026-11-29 with currency.js 2.0.4: it drops the letter e and the plus: 3.139829823e+07 is 3.14, 1e3 is
# 13; only 2.5e-1 is NaN. Tools such as yq and awk print sums of millions with an exponent.
# So: currency(Number(text)), or take cents.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.txt
npm install --silent --no-audit --no-fund currency.js@2.0.4
cat >program.mjs <<'END'
import currency from 'currency.js';

for (const text of ['3.139829823e+07', '1e3', '2.5e-1', '31398298.23']) {
  console.log(text, currency(text).value, Number(text));
}
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
3.139829823e+07 3.14 31398298.23
1e3 13 1000
2.5e-1 NaN 0.25
31398298.23 31398298.23 31398298.23
END
