import { campus } from '#campus/campus.ts'
import { escapeHtml } from '../escape-html.ts'

interface PlainPage {
  title: string
  heading: string
  /** The content as HTML. */
  content: string
}

/** Renders a self-contained page: it has no script, stylesheet or data that could fail too. */
export const plainPage = ({ title, heading, content }: PlainPage): string => `<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${title} · ${campus.brand}`)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body style="margin:0;display:grid;place-items:center;min-height:100vh;font:18px/1.55 system-ui,sans-serif">
<main style="box-sizing:border-box;width:100%;max-width:28rem;padding:24px">
<img src="/favicon.svg" alt="" width="48" height="48">
<h1 style="font-size:32px;line-height:1.05;margin:24px 0 12px">${escapeHtml(heading)}</h1>
${content}
</main>
</body>
</html>`
