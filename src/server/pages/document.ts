import { brand } from '#campus.ts'
import type { Head } from '#contract/rendering.ts'

export interface DocumentParts {
  head: Head
  body: string
  state: unknown
  /** Tags for scripts, styles and preloads, from the build or from the development server. */
  tags: string
  appUrl: string
}

/** The whole HTML document around a rendered page. */
export function renderDocument({ head, body, state, tags, appUrl }: DocumentParts): string {
  const [preloads = ''] = leadingPreloads.exec(body) ?? []
  return `<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(head.title)}</title>
${preloads}
${tags}
${headTags(head, appUrl).join('\n')}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#FBF7EE" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#14110D" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-180.png">
<link rel="manifest" href="/manifest.webmanifest">
</head>
<body>
<div id="root">${body.slice(preloads.length)}</div>
<script type="application/json" id="state">${embedJson(state)}</script>
</body>
</html>`
}

/** The renderer begins with the pictures of the first screen; in the head they are fetched ahead of styles and code. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

function headTags(head: Head, appUrl: string): string[] {
  const meta = (name: string, content: string) =>
    `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}">`
  const tags = [
    meta('description', head.description),
    meta('og:site_name', brand),
    meta('og:title', head.title),
    meta('og:description', head.description),
    meta('og:type', 'website'),
    meta('og:image', new URL(head.image ?? '/og.png', appUrl).href),
    meta('twitter:card', 'summary_large_image'),
  ]
  if (head.canonical) {
    const url = new URL(head.canonical, appUrl).href
    tags.push(meta('og:url', url), `<link rel="canonical" href="${escapeHtml(url)}">`)
  } else {
    tags.push(meta('robots', 'noindex'))
  }
  if (head.feed) {
    const feed = escapeHtml(new URL(head.feed, appUrl).href)
    tags.push(`<link rel="alternate" type="application/atom+xml" href="${feed}">`)
  }
  if (head.jsonLd) {
    tags.push(`<script type="application/ld+json">${embedJson(head.jsonLd)}</script>`)
  }
  return tags
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

/** JSON that cannot end its script element or start a comment, whatever a student typed. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value ?? null).replace(/</g, '\\u003c')
}
