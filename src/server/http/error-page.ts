import { brand } from '#campus.ts'
import { escapeHtml } from '../escape-html.ts'

/** Self-contained: no script, stylesheet or data that could fail too. */
export function errorPage(message: string | undefined, requestId: string): string {
  const text = message ?? 'Something went wrong on our end! Please try again.'
  return `<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Something went wrong · ${brand}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body style="margin:0;display:grid;place-items:center;min-height:100vh;font:18px/1.55 system-ui,sans-serif">
<main style="max-width:28rem;padding:24px">
<img src="/favicon.svg" alt="" width="48" height="48">
<h1 style="font-size:32px;line-height:1.05;margin:24px 0 12px">That did not work</h1>
<p>${escapeHtml(text)}</p>
<p><a href="/" style="color:inherit">Back to ${brand}</a></p>
<p style="font-size:14px;opacity:.75">If it keeps happening, tell us this number: ${escapeHtml(requestId)}</p>
</main>
</body>
</html>`
}
