#!/usr/bin/env bash
# httpsnippet writes R code that sends teamIds=a,b where the request that it was given has teamIds=a&teamIds=b.
# Guess: the samples that documentation sites show in each language are one and the same request.
# Seen on 2026-11-29 with httpsnippet 3.0.10: curl, fetch, Ruby and guzzle keep the two values, httr gets one text, "a,b", which is the id of no
# team where a service reads repeated keys; axios gets a list, which it sends as teamIds[]=a&teamIds[]=b.
# So: write list(teamIds = "a", teamIds = "b") by hand, and let a service take all three forms.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent httpsnippet@3.0.10 axios@1.21.1
cat >program.cjs <<'END'
const { HTTPSnippet } = require('httpsnippet');
const axios = require('axios');
const url = 'http://127.0.0.1/list';
const queryString = ['a', 'b'].map((value) => ({ name: 'teamIds', value }));
const request = { method: 'GET', url, httpVersion: 'HTTP/1.1', headers: [], queryString, cookies: [], headersSize: -1, bodySize: -1 };
const snippet = new HTTPSnippet(request);
for (const [language, client] of [['shell', 'curl'], ['javascript', 'fetch'], ['ruby', 'native'], ['php', 'guzzle'], ['r', 'httr'], ['node', 'axios']]) {
  console.log(client, /\?teamIds=a&teamIds=b|teamIds = "[^"]*"|teamIds: \[[^\]]*\]/.exec(snippet.convert(language, client))?.[0]);
}
console.log('axios sends', decodeURIComponent(axios.getUri({ url, params: { teamIds: ['a', 'b'] } })));
END
node program.cjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
curl ?teamIds=a&teamIds=b
fetch ?teamIds=a&teamIds=b
native ?teamIds=a&teamIds=b
guzzle ?teamIds=a&teamIds=b
httr teamIds = "a,b"
axios teamIds: ['a', 'b']
axios sends http://127.0.0.1/list?teamIds[]=a&teamIds[]=b
END
