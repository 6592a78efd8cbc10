import { campus } from '#campus/campus.ts'
import { brandMark, look } from '../campus/look.ts'
import { escapeHtml } from '../escape-html.ts'

interface PlainPage {
  title: string
  heading: string
  /** The content as HTML. */
  content: string
  /** The mark of the brand as HTML, for a page that can fetch no picture. */
  mark?: string
  iconTag?: string
}

/** Renders a self-contained page: it has no script, stylesheet or data that could fail too. */
export function plainPage({
  title,
  heading,
  content,
  mark = brandMark(),
  iconTag = look().iconTag,
}: PlainPage): string {
  const { styleTag } = look()
  return `<!doctype html>
<html lang="${campus.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${title} · ${campus.brand}`)}</title>
${styleTag}${iconTag}
</head>
<body ${styleTag && 'class="plain" '}style="margin:0;display:grid;place-items:center;min-height:100vh;font:18px/1.55 system-ui,sans-serif">
<main style="box-sizing:border-box;width:100%;max-width:28rem;padding:24px">
${mark}
<h1 style="font-size:32px;line-height:1.05;margin:24px 0 12px">${escapeHtml(heading)}</h1>
${content}
</main>
</body>
</html>`
}
