import { createHash } from 'node:crypto';
import type { Response } from 'express';

const style = `:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; background: light-dark(#fbfaf7, #151514); color: light-dark(#1b1b19, #ecebe6) }
main { max-width: 34rem; margin: 18vh auto 0; padding: 0 1.5rem }
h1 { font-size: 1.8rem; line-height: 1.2 }`;

const script = `const shown = document.querySelector('output');
const end = Date.now() + shown.value * 1000;
const timer = setInterval(() => {
  const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  shown.value = left;
  if (left === 0) clearInterval(timer), location.reload();
}, 250);`;

const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const texts = {
  rate_limited: [
    'Too many requests',
    'The requests that your network address may send in a minute are used up. Everyone behind the same address shares them.',
  ],
  service_unavailable: ['The service is busy or restarting', 'Nothing is lost. You need not do anything.'],
} as const;

/** For a person in a browser: why there is no page now. It counts the seconds down and then loads again. */
export function sendWaitingPage(response: Response, code: keyof typeof texts): void {
  const [title, reason] = texts[code];
  response.set('Content-Security-Policy', policy).type('html').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${reason}</p>
<p>This page loads again in <output>${response.get('Retry-After')}</output> s.</p>
</main>
<script>${script}</script>
</body>
</html>
`);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
