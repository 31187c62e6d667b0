/** The page at `/`: its document, script and style. They hold nothing of any session, so they need no token. */

import { readFile } from 'node:fs/promises'
import type { Hono } from 'hono'
import type { HttpEnv } from '../http/http-env.js'
import { Problem } from '../http/problem.js'

/** A tick in a square, so that a browser does not ask for an icon. */
const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='#3a5a8c'/>" +
  "<path d='M4 8.5l2.5 2.5L12 5.5' fill='none' stroke='#fff' stroke-width='2'/></svg>"

const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="/live.css">
<title>Todos</title>
</head>
<body>
<div id="page"></div>
<noscript><p>This page shows its contents by a script of its own, and scripts are off here.</p></noscript>
<script type="module" src="/live.js"></script>
</body>
</html>
`

/** The page runs its own script, asks this server alone, and stands in no other page. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The next version of the program has another script under the same name.
  'cache-control': 'no-cache',
}

const built = new URL('../../page/', import.meta.url)

export function servePage(app: Hono<HttpEnv>): void {
  app.get('/', (context) =>
    context.body(document, 200, { ...headers, 'content-type': 'text/html; charset=utf-8' }),
  )
  for (const [name, type] of [
    ['live.js', 'text/javascript'],
    ['live.css', 'text/css'],
  ] as const) {
    app.get(`/${name}`, async (context) => {
      const text = await readFile(new URL(name, built)).catch((cause: unknown) => {
        throw new Problem(503, 'no-page', 'The page is not built. npm run build builds it.', { cause })
      })
      return context.body(text, 200, { ...headers, 'content-type': `${type}; charset=utf-8` })
    })
  }
}
