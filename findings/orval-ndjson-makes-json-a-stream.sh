#!/usr/bin/env bash
# orval: an answer that can also be NDJSON has no `data`, even where it is JSON.
# Guess: the answer of an operation with application/json and application/x-ndjson has `data`, as its own type for JSON says, and as for text/csv.
# Seen on 2026-11-29 with orval 8.38.0 (client fetch): the code returns the unread Response as `stream`, for each media type and for errors; `data` is undefined.
# TypeScript accepts `answer.data`, since the code casts to its type.
# So: await answer.stream.json() where the content type is JSON, or take NDJSON out of the document before orval reads it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' >package.json
npm install --silent orval@8.38.0 typescript@5.9.3 tsx@4.23.15
cat >program.ts <<'END'
import { listCsv } from './csv.ts';
import { listNdjson } from './ndjson.ts';
globalThis.fetch = async () => new Response('{"total":1250.5}', { headers: { 'content-type': 'application/json' } });
const shown = (answer: { status: number }) => console.log(Object.keys(answer).join(), 'data' in answer ? answer.data : undefined);
shown(await listCsv());
shown(await listNdjson());
END
for kind in csv ndjson; do
  [ $kind = csv ] && type=text/csv || type=application/x-ndjson
  cat >$kind.json <<END
{"openapi":"3.1.0","info":{"title":"Payments","version":"1"},"paths":{"/list":{"get":{"operationId":"list-$kind","responses":{"200":{"description":"Rows.","content":{
"application/json":{"schema":{"type":"object","required":["total"],"properties":{"total":{"type":"number"}}}},"$type":{"schema":{"type":"string"}}}}}}}}}
END
  npx orval --input $kind.json --output $kind.ts --client fetch >orval.txt 2>&1
done
npx tsx program.ts | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
data,status,headers { total: 1250.5 }
status,stream,headers undefined
END
