#!/usr/bin/env bash
# Beancount's queries show amounts with as many decimals as most of the ledger has: a late 100.55 is 101 USD, also in
# CSV.
# Guess: a ledger keeps cents; at most a report for people is rounded, and a CSV file is not.
# Seen on 2026-11-29 with beancount 3.2.3 and beanquery 0.2.0: behind twenty payments that were written as 100, `position`
# of the payment of 100.55 is 101 USD and the sum is 2101 USD, in -f csv too; `number` is 100.55. With 100.00 in place of
# 100 all are right.
# So: write each amount with two decimals (jq and others make 100 of 100.00), or ask for number, sum(number).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check beancount==3.2.3 beanquery==0.2.0
for whole in 100 100.00; do
  {
    echo '2026-01-01 open Expenses:Work'
    echo '2026-01-01 open Assets:Bank'
    for day in $(seq 1 20); do printf '2026-01-%02d * "Milestone"\n  Expenses:Work  %s USD\n  Assets:Bank\n' "$day" "$whole"; done
    printf '2026-02-01 * "Late"\n  Expenses:Work  100.55 USD\n  Assets:Bank\n'
  } >payments.beancount
  echo "written as $whole"
  python/bin/bean-query -f csv payments.beancount "select position, number where narration = 'Late' and number > 0"
  python/bin/bean-query -f csv payments.beancount "select sum(position), sum(number) where account = 'Expenses:Work'"
done | tr -d '\r' | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
written as 100
position,number
 101 USD,100.55
sum(position),sum(number)
 2101 USD,2100.55
written as 100.00
position,number
 100.55 USD,100.55
sum(position),sum(number)
 2100.55 USD,2100.55
END
