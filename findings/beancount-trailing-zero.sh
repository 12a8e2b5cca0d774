#!/usr/bin/env bash
# Beancount lets a transaction that is four cents off pass where an amount is written with one decimal.
# Guess: -1250.5 and -1250.50 are the same number, and bean-check balances to the cent.
# Seen on 2026-11-28 with Beancount 3.2.3: the tolerance is half of the last place of the numbers as written; with
# 1250.46 beside -1250.5 it is 0.05, and nothing is reported; with -1250.50: "Transaction does not balance".
# So: amounts with two decimals, always, in what an importer writes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check beancount==3.2.3
cat >program.py <<'END'
from beancount import loader

for amount in ("-1250.5", "-1250.50"):
    _, errors, _ = loader.load_string(f"""
2026-01-01 open Assets:Bank
2026-01-01 open Expenses:Work
2026-01-31 * "Milestone"
  Expenses:Work  1250.46 USD
  Assets:Bank   {amount} USD
""", dedent=True)
    print(amount, [error.message for error in errors])
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
-1250.5 []
-1250.50 ['Transaction does not balance: (-0.04 USD)']
END
