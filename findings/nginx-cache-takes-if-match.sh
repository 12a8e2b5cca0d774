#!/usr/bin/env bash
# nginx with proxy_cache takes If-Match and If-None-Match from each request, though it caches nothing of the answers.
# Guess: answers with "Cache-Control: private" pass it as without a cache: a poll is answered 304, and a page of changed
# data 412.
# Seen on 2026-11-28 with nginx 1.22.1 of Debian 12: the server sees neither header, so both are 200: polls are never 304,
# and pages of two states are put together without a word. In a location without proxy_cache: 304 and 412.
# So: proxy_set_header If-Match $http_if_match; and If-None-Match likewise, or no proxy_cache for reports.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download nginx >apt.txt 2>&1
dpkg -x nginx_*.deb nginx
cat >nginx.conf <<'END'
daemon off;
master_process off;
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  proxy_cache_path cache keys_zone=reports:1m;
  server {
    listen unix:nginx.sock;
    location / { proxy_pass http://unix:server.sock; }
    location /cached { proxy_cache reports; proxy_pass http://unix:server.sock; }
    location /named {
      proxy_cache reports;
      proxy_set_header If-Match $http_if_match;
      proxy_set_header If-None-Match $http_if_none_match;
      proxy_pass http://unix:server.sock;
    }
  }
}
END
cat >program.mjs <<'END'
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
const server = createServer(({ headers }, response) => {
  const status = headers['if-none-match'] === '"v1"' ? 304 : (headers['if-match'] ?? '"v1"') === '"v1"' ? 200 : 412;
  response.writeHead(status, { ETag: '"v1"', 'Cache-Control': 'private, no-cache' }).end();
}).listen('server.sock', async () => {
  const nginx = spawn('nginx/usr/sbin/nginx', ['-p', process.cwd(), '-c', 'nginx.conf', '-e', 'stderr'], { stdio: 'inherit' });
  while (!existsSync('nginx.sock')) await new Promise((resolve) => setTimeout(resolve, 50));
  const statusOf = (path, headers) =>
    new Promise((resolve) => {
      request({ socketPath: 'nginx.sock', path, headers }, (response) => resolve(response.resume().statusCode)).end();
    });
  for (const path of ['/', '/cached', '/named'])
    console.log(path, 'If-None-Match:', await statusOf(path, { 'If-None-Match': '"v1"' }), 'If-Match:', await statusOf(path, { 'If-Match': '"v0"' }));
  nginx.kill();
  server.close();
  server.closeAllConnections();
});
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
/ If-None-Match: 304 If-Match: 412
/cached If-None-Match: 200 If-Match: 200
/named If-None-Match: 304 If-Match: 412
END
