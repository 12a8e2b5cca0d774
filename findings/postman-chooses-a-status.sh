#!/usr/bin/env bash
# Postman's import fills an optional filter with values of its enum, switched on: the first answer is a part of the report.
# Guess: what the document does not require is left out, or has a placeholder such as <string> that a service refuses.
# Seen on 2026-11-29 with openapi-to-postmanv2 6.3.3, which Postman's import uses: two values of the enum, drawn anew at each import,
# in a parameter that is not disabled. An optional text has <string>; an optional list with a default has none.
# So: give optional filters a default in the document, or switch them off in the collection.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent openapi-to-postmanv2@6.3.3
cat >program.cjs <<'END'
const { convertV2 } = require('openapi-to-postmanv2');
const statuses = ['upcoming', 'processing', 'failed', 'paid', 'deleted'];
const list = { type: 'array', items: { type: 'string', enum: statuses } };
const parameters = [
  { in: 'query', name: 'statuses', schema: list },
  { in: 'query', name: 'search', schema: { type: 'string' } },
  { in: 'query', name: 'defaulted', schema: { ...list, default: [] } },
];
const get = { operationId: 'list', parameters, responses: { 200: { description: 'Rows.' } } };
const document = { openapi: '3.0.3', info: { title: 'Payments', version: '1' }, paths: { '/list': { get } } };
const imported = () =>
  new Promise((resolve) => {
    convertV2({ type: 'json', data: document }, {}, (_, { output }) => resolve(output[0].data.item[0].item?.[0] ?? output[0].data.item[0]));
  });
(async () => {
  const drawn = new Set();
  for (let round = 0; round < 20; round += 1) {
    const { query } = (await imported()).request.url;
    const values = query.filter(({ key }) => key === 'statuses');
    for (const { value } of values) drawn.add(value);
    if (round === 0) {
      const others = query.filter(({ key }) => key !== 'statuses').map(({ key, value }) => `${key}=${value}`);
      console.log('statuses:', values.length, 'on:', values.every(({ disabled }) => !disabled), 'others:', others.join());
    }
  }
  console.log('all of the enum:', [...drawn].every((value) => statuses.includes(value)), 'the same each time:', drawn.size < 2);
})();
END
node program.cjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
statuses: 2 on: true others: search=<string>
all of the enum: true the same each time: false
END
