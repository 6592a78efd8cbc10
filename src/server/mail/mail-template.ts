import { brand, communityName, hasPostalAddress, postalAddress } from '#campus.ts'
import { escapeHtml } from '../escape-html.ts'
import type { Mail } from './mail-transport.ts'

/** The content of a mail, rendered both as plain text and as HTML. */
export interface MailContent {
  /** Shown by mail clients beside the subject. */
  preheader: string
  heading: string
  greeting: string
  paragraphs: string[]
  /** What somebody wrote, marked as not ours; it keeps its lines. */
  quote?: { label: string; text: string }
  /** To be typed in. */
  code?: string
  sections?: MailSection[]
  button?: MailButton
  /** Highlighted below the text. */
  note: string
}

interface MailButton {
  label: string
  url: string
  /** Beside more important ones. */
  isSecondary?: true
}

export interface MailSection {
  heading: string
  items: MailItem[]
  /** Follows the items where some are left out. */
  more?: string
}

/** A listing. */
export interface MailItem {
  title: string
  text: string
  /** By its absolute URL. */
  photo?: { src: string; width: number; height: number }
  link?: MailButton
}

export function renderMail(
  template: string,
  { email }: { email: string },
  subject: string,
  content: MailContent,
): Mail {
  return { template, to: email, subject, text: renderText(content), html: renderHtml(content) }
}

const sender = hasPostalAddress ? [postalAddress] : []

function renderText(content: MailContent): string {
  const { heading, greeting, paragraphs, quote, code, sections = [], button, note } = content
  const listed = sections.flatMap(sectionParagraphs)
  const action = button ? [linkLines(button)] : []
  const closing = [note, [`${brand} - ${communityName}`, ...sender].join('\n')]
  return [
    ...[heading, greeting, ...paragraphs].map(wrapLines),
    // Its lines are wrapped already, and each keeps its mark.
    ...(quote ? [wrapLines(quote.label), quoteLines(quote.text)] : []),
    ...[...(code ? [code] : []), ...listed, ...action, ...closing].map(wrapLines),
  ]
    .map((paragraph) => `${paragraph}\n`)
    .join('\n')
}

const linkLines = ({ label, url }: { label: string; url: string }) => `${label}:\n${url}`

function sectionParagraphs({ heading, items, more }: MailSection): string[] {
  const paragraphs = items.map(({ title, text, link }) =>
    [oneLine(title), text, ...(link ? [linkLines(link)] : [])].join('\n'),
  )
  return [heading.toUpperCase(), ...paragraphs, ...(more ? [more] : [])]
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Longer lines would be sent as quoted-printable, which splits the link. */
const wrapLines = (paragraph: string) => paragraph.replaceAll(/(?=.{73})(.{1,72}) /g, '$1\n')

/** Wrapped two characters earlier, which the marks take. */
const quoteLines = (text: string) =>
  text
    .replaceAll(/(?=.{71})(.{1,70}) /g, '$1\n')
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const bodyFont = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const headingFont = "font-family:'Bricolage Grotesque','Segoe UI',Helvetica,Arial,sans-serif"

function renderHtml(content: MailContent) {
  const { preheader, heading, greeting, paragraphs, quote, note } = content
  const { code, sections = [], button } = content
  return `<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #14110d !important }
  .card { background: #1e1a14 !important; border-color: #352e24 !important }
  .ink { color: #f7f1e5 !important }
  .quiet { color: #bdb2a1 !important }
  .link { color: #cdb4ff !important }
  .sun { background: #33280f !important; color: #f7f1e5 !important }
  .square { background: #f7f1e5 !important }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf7ee">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:#fbf7ee">
<tr><td align="center" style="padding:32px 18px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 20px">${logo}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e7dfcf;border-radius:18px;padding:32px 28px">
<h1 class="ink" style="margin:0 0 20px;${headingFont};font-size:32px;line-height:1.05;font-weight:700;color:#17130e;overflow-wrap:anywhere">${escapeHtml(heading)}</h1>
${[greeting, ...paragraphs].map(renderParagraph).join('\n')}
${quote ? renderQuote(quote) : ''}
${code ? renderCode(code) : ''}
${sections.map(renderSection).join('\n')}
${button ? renderButton(button) : ''}
<p class="sun" style="margin:24px 0 0;padding:14px 16px;border-radius:12px;background:#fff1cc;${bodyFont};font-size:16px;line-height:1.55;color:#17130e">${linkUrls(escapeHtml(note))}</p>
</td></tr>
<tr><td class="quiet" style="padding:20px 4px 0;${bodyFont};font-size:14px;line-height:1.55;color:#5b5347">${[`${brand}, for ${communityName} students`, ...sender].map(escapeHtml).join('<br>')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const linkUrls = (html: string) =>
  html.replaceAll(/https?:\/\/[^\s<>]+[^\s<>.,]/g, '<a href="$&" style="color:inherit">$&</a>')

function renderParagraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;${bodyFont};font-size:16px;line-height:1.55;color:#17130e;overflow-wrap:anywhere">${escapeHtml(text)}</p>`
}

function renderQuote({ label, text }: { label: string; text: string }): string {
  return `${renderParagraph(label)}
<blockquote class="quiet" dir="auto" style="margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #ffc53d;${bodyFont};font-size:16px;line-height:1.55;color:#5b5347;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(text)}</blockquote>`
}

/** Spaced by style: copied, and read by the phone that fills it in, it is six digits in a row. */
function renderCode(code: string): string {
  return `<p class="ink" style="margin:24px 0;${headingFont};font-size:40px;line-height:1.2;font-weight:700;letter-spacing:0.18em;color:#17130e">${escapeHtml(code)}</p>`
}

function renderSection({ heading, items, more }: MailSection): string {
  return `<h2 class="ink" style="margin:28px 0 0;${headingFont};font-size:22px;line-height:1.2;font-weight:700;color:#17130e">${escapeHtml(heading)}</h2>
${items.map(renderItem).join('\n')}
${more ? renderParagraph(more) : ''}`
}

const photoWidth = 112

/** The size is in attributes too, for mail clients that ignore styles; the photo keeps its proportions. */
function renderItem({ title, text, photo, link }: MailItem): string {
  const name = escapeHtml(oneLine(title))
  const height = photo && Math.round((photo.height / photo.width) * photoWidth)
  const image =
    photo &&
    `<td width="${photoWidth}" style="width:${photoWidth}px;padding-right:16px;vertical-align:top"><img src="${escapeHtml(photo.src)}" alt="Photo of ${name}" width="${photoWidth}" height="${height}" style="display:block;width:${photoWidth}px;height:auto;border-radius:12px"></td>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0">
<tr>${image ?? ''}<td style="vertical-align:top">
<p class="ink" dir="auto" style="margin:0;${bodyFont};font-size:16px;font-weight:700;line-height:1.4;color:#17130e;overflow-wrap:anywhere">${name}</p>
<p class="quiet" style="margin:4px 0 0;${bodyFont};font-size:16px;line-height:1.55;color:#5b5347;overflow-wrap:anywhere">${escapeHtml(text)}</p>
${link ? renderButtonCell(link, 'margin:12px 0 0', 'padding:10px 18px') : ''}</td></tr>
</table>`
}

/** The URL follows the button as text, for mail clients that do not render buttons. */
function renderButton(button: MailButton): string {
  const href = escapeHtml(button.url)
  return `${renderButtonCell(button, 'margin:24px 0', 'padding:14px 24px')}
<p class="quiet" style="margin:0 0 16px;${bodyFont};font-size:14px;line-height:1.55;color:#5b5347">Or open this address:<br><a href="${href}" class="link" style="color:#4a1a9e;word-break:break-all">${href}</a></p>`
}

function renderButtonCell(
  { label, url, isSecondary }: MailButton,
  margin: string,
  padding: string,
): string {
  const cell = isSecondary ? 'border:1px solid #8a8071' : 'background:#ffc53d'
  const className = isSecondary ? ' class="ink"' : ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="${margin}">
<tr><td style="border-radius:12px;${cell}"><a href="${escapeHtml(url)}"${className} style="display:inline-block;${padding};${bodyFont};font-size:16px;font-weight:700;line-height:1.25;color:#17130e;text-decoration:none">${escapeHtml(label)}</a></td></tr>
</table>`
}

const logoSquare = (color: string, className: string) =>
  `<td class="${className}" width="12" height="12" style="width:12px;height:12px;background:${color};border-radius:4px;font-size:0;line-height:0">&nbsp;</td>`

/** Drawn with table cells, since mail clients show no SVG. */
const logo = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td><table role="presentation" cellpadding="0" cellspacing="3"><tr>${logoSquare('#17130e', 'square')}${logoSquare('#17130e', 'square')}</tr><tr>${logoSquare('#17130e', 'square')}${logoSquare('#ffc53d', 'gold')}</tr></table></td>
<td class="ink" style="padding-left:8px;${headingFont};font-size:24px;font-weight:700;color:#17130e">${escapeHtml(brand)}</td>
</tr></table>`
