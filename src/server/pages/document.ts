import { campus } from '#campus/campus.ts'
import type { Head } from '#contract/rendering.ts'
import { type Theme, themeMetas } from '#contract/theme.ts'
import { look } from '../campus/look.ts'
import { escapeHtml } from '../escape-html.ts'

interface DocumentContent {
  head: Head
  body: string
  state: unknown
  /** The script, style and preload tags of the build or the development server. */
  assetTags: string
  appUrl: string
  hasAnnouncements?: boolean
  /** The theme that the browser has chosen. */
  theme?: Theme
}

export function renderDocument(content: DocumentContent): string {
  const {
    head,
    body,
    state,
    assetTags,
    appUrl,
    hasAnnouncements = false,
    theme = 'system',
  } = content
  const [preloads = ''] = leadingPreloads.exec(body) ?? []
  const { styleTag, iconTag, files } = look()
  return `<!doctype html>
<html lang="${campus.language}"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<title>${escapeHtml(head.title)}</title>
${preloads}
${assetTags}${hasAnnouncements ? hideDismissed : ''}
${styleTag}<noscript><link rel="stylesheet" href="/no-script.css"></noscript>
${headTags(head, appUrl).join('\n')}
${themeTags(theme)}
${iconTag}
<link rel="apple-touch-icon" href="${files.touchIcon}">
<link rel="manifest" href="/manifest.webmanifest">
</head>
<body>
<div id="root">${body.slice(preloads.length)}</div>
<script type="application/json" id="state">${embedJson(state)}</script>
</body>
</html>`
}

const themeTags = (theme: Theme) =>
  themeMetas(theme)
    .map((attributes) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<meta${written.join('')}>`
    })
    .join('\n')

/** This script has to run before the first paint, so it blocks the page. Few pages have it, and browsers keep it. */
const hideDismissed = '\n<script src="/dismissed-announcements.js"></script>'

/** Matches image preloads, which React renders first. They move to the head, to be fetched before styles and scripts. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

const defaultImage = () => ({
  src: look().files.preview,
  alt: `${campus.brand}: Buy, Sell, and Rent. Right on Campus.`,
})

function headTags(head: Head, appUrl: string): string[] {
  const absolute = (path: string) => new URL(path, appUrl).href
  const image = head.image ?? defaultImage()
  const meta = (name: string, content: string) =>
    `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}">`
  const tags = [
    meta('description', head.description),
    meta('og:site_name', campus.brand),
    meta('og:title', head.title),
    meta('og:description', head.description),
    meta('og:type', 'website'),
    meta('og:image', absolute(image.src)),
    meta('og:image:alt', image.alt),
    meta('twitter:card', 'summary_large_image'),
  ]
  if (head.canonical) {
    const url = absolute(head.canonical)
    tags.push(meta('og:url', url), `<link rel="canonical" href="${escapeHtml(url)}">`)
  } else {
    tags.push(meta('robots', 'noindex'))
  }
  if (head.feed) {
    const feed = escapeHtml(absolute(head.feed))
    tags.push(`<link rel="alternate" type="application/atom+xml" href="${feed}">`)
  }
  if (head.jsonLd) {
    const jsonLd = { ...head.jsonLd, image: head.jsonLd.image.map(absolute) }
    tags.push(`<script type="application/ld+json">${embedJson(jsonLd)}</script>`)
  }
  return tags
}

/** Returns JSON without `<`, which could end the script element or open a comment. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value ?? null).replace(/</g, '\\u003c')
}
