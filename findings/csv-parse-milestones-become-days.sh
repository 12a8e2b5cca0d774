#!/usr/bin/env bash
# csv-parse with cast_date takes names such as "Milestone 3" for days of the year 2001.
# Guess: cast_date makes Dates of cells that are ISO dates; names stay texts, as in PapaParse with dynamicTyping.
# Seen on 2026-11-28 with csv-parse 7.0.3 on Node 20 to 24 and PapaParse 5.7.1: "Milestone 3" becomes 2001-03-01 (local
# time) and "Phase 2026" 2026-01-01, since each cell is given to Date.parse(); "Milestone 26" stays a text, so a column
# has both. PapaParse leaves them all.
# So: cast by column, not by cell.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent csv-parse@7.0.3 papaparse@5.7.1
cat >program.mjs <<'END'
import { parse } from 'csv-parse/sync';
import papa from 'papaparse';
const csv = 'name\nMilestone 3\nMilestone 26\nPhase 2026\n2026-11-01T00:00:00.000Z\n';
const shown = (rows) => rows.map(([value]) => (value instanceof Date ? `Date ${value.toISOString()}` : value));
console.log('csv-parse:', shown(parse(csv, { from: 2, cast: true, cast_date: true })));
console.log('PapaParse:', shown(papa.parse(csv.trim(), { dynamicTyping: true }).data.slice(1)));
END
TZ=UTC node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
csv-parse: [
  'Date 2001-03-01T00:00:00.000Z',
  'Milestone 26',
  'Date 2026-01-01T00:00:00.000Z',
  'Date 2026-11-01T00:00:00.000Z'
]
PapaParse: [
  'Milestone 3',
  'Milestone 26',
  'Phase 2026',
  'Date 2026-11-01T00:00:00.000Z'
]
END
