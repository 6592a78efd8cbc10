import { campus } from '#campus/campus.ts'
import { fitLogo } from '#campus/logo.ts'
import { oneLine } from '#categories/text-rules.ts'
import { logoMailAddress } from '../campus/look.ts'
import { escapeHtml } from '../escape-html.ts'
import {
  footerLinks,
  type MailButton,
  type MailContent,
  type MailItem,
  type MailLink,
  type MailSection,
  type MailUnsubscribe,
  senderLines,
} from './mail-content.ts'
import { bodyFont, colors, headingFont, styleElements } from './mail-styles.ts'

/** The fixed width of the card, because Outlook does not support a maximum width. */
const cardWidth = 520

/** Renders nested tables with sizes and colours in attributes too, because Outlook on Windows draws with Word's engine. */
export function renderHtml(content: MailContent): string {
  const { preheader, heading, greeting, paragraphs, quote, remark, note } = content
  const { code, sections = [], button, unsubscribe } = content
  // Each block has its space above it, because the padding of cells does not collapse with margins.
  const blocks = [
    ...[greeting, ...paragraphs].map(renderParagraph),
    ...(quote ? [renderQuote(quote)] : []),
    ...(remark ? [renderNote(remark)] : []),
    ...(code ? [renderCode(code)] : []),
    ...sections.map(renderSection),
    ...(button ? [renderButton(button)] : []),
    ...(note ? [renderNote(note)] : []),
  ]
  return `<!doctype html>
<html lang="${campus.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(heading)}</title>
${styleElements()}
</head>
<body class="paper" bgcolor="${colors.paper}" style="margin:0;padding:0;background:${colors.paper}">
<div style="display:none;mso-hide:all;font-size:1px;line-height:1px;max-height:0;max-width:0;overflow:hidden;opacity:0">${escapeHtml(preheader)}${preheaderEnd}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" bgcolor="${colors.paper}" style="background:${colors.paper}">
<tr><td align="center" class="outer" style="padding:32px 18px">
<!--[if mso]><table role="presentation" width="${cardWidth}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${cardWidth}px">
<tr><td align="left" style="padding:0 4px 20px">${logo()}</td></tr>
<tr><td align="left" class="card" bgcolor="${colors.card}" style="background:${colors.card};border:1px solid ${colors.line};border-radius:18px;padding:32px 28px">
<h1 class="ink title" dir="auto" style="margin:0;padding:0 0 4px;${headingFont};font-size:32px;line-height:1.1;font-weight:700;color:${colors.ink};overflow-wrap:anywhere">${escapeHtml(heading)}</h1>
${blocks.join('\n')}
</td></tr>
<tr><td align="left" class="quiet" style="padding:20px 4px 0;${bodyFont};font-size:14px;line-height:1.55;color:${colors.quiet}">${unsubscribe ? renderUnsubscribe(unsubscribe) : ''}${[`${campus.brand}, for ${campus.communityName} students`, ...senderLines()].map(escapeHtml).join('<br>')}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

/**
 * Invisible characters after the preheader. Without them, mail clients would fill the line beside the subject with the
 * text that follows. The lines are short enough to need no encoding.
 */
const preheaderEnd = `\n${'&#847;&zwnj;&nbsp;'.repeat(5)}`.repeat(30)

function renderParagraph(text: string): string {
  return `<p class="ink" style="margin:16px 0 0;${bodyFont};font-size:16px;line-height:1.55;color:${colors.ink};overflow-wrap:anywhere">${escapeHtml(text)}</p>`
}

/** Draws the bar as a cell: Outlook draws no border or padding of a blockquote, and does not support `pre-line`. */
function renderQuote({ label, text }: { label: string; text: string }): string {
  const lines = escapeHtml(text).replaceAll(/\r?\n/g, '<br>\n')
  return `${renderParagraph(label)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:12px 0 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td ${classOf('gold')}width="3" bgcolor="${colors.gold}" style="width:3px;background:${colors.gold};font-size:0;line-height:0">&nbsp;</td><td style="padding:0 0 0 14px"><blockquote class="quiet" dir="auto" style="margin:0;${bodyFont};font-size:16px;line-height:1.55;color:${colors.quiet};overflow-wrap:anywhere">${lines}</blockquote></td></tr>
</table></td></tr></table>`
}

/** Spaces the digits with a style, so that copying and automatic filling get six digits in a row. */
function renderCode(code: string): string {
  return `<p class="ink" style="margin:20px 0 0;${headingFont};font-size:40px;line-height:1.2;font-weight:700;letter-spacing:0.18em;color:${colors.ink}">${escapeHtml(code)}</p>`
}

function renderNote(note: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td style="padding:24px 0 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="sun ink" bgcolor="${colors.sun}" style="padding:14px 16px;border-radius:12px;background:${colors.sun};${bodyFont};font-size:16px;line-height:1.55;color:${colors.ink};overflow-wrap:anywhere">${linkUrls(escapeHtml(note))}</td></tr>
</table></td></tr>
</table>`
}

const linkUrls = (html: string) =>
  html.replaceAll(
    /https?:\/\/[^\s<>]+[^\s<>.,]/g,
    `<a href="$&" class="ink" style="color:${colors.ink}">$&</a>`,
  )

function renderUnsubscribe(unsubscribe: MailUnsubscribe): string {
  const links = footerLinks(unsubscribe).map(
    ({ label, url }) =>
      `<a href="${escapeHtml(url)}" class="quiet" style="color:${colors.quiet}">${label}</a>`,
  )
  return `${escapeHtml(unsubscribe.reason)}<br>${links.join(' &middot; ')}<br><br>`
}

function renderSection({ heading, items, more, link }: MailSection): string {
  return [
    `<h2 class="ink" dir="auto" style="margin:28px 0 0;${headingFont};font-size:22px;line-height:1.2;font-weight:700;color:${colors.ink};overflow-wrap:anywhere">${escapeHtml(oneLine(heading))}</h2>`,
    ...items.map(renderItem),
    ...(more ? [renderMore(more)] : []),
    ...(link ? [renderSmallLink(link)] : []),
  ].join('\n')
}

const renderMore = (more: string | MailLink) =>
  typeof more === 'string'
    ? `<p class="ink" style="margin:16px 0 0;${bodyFont};font-size:16px;line-height:1.55;color:${colors.ink}">${escapeHtml(more)}</p>`
    : `<p style="margin:16px 0 0;${bodyFont};font-size:16px;line-height:1.55;font-weight:700">${renderLink(more, 'link')}</p>`

const renderSmallLink = (link: MailLink) =>
  `<p style="margin:12px 0 0;${bodyFont};font-size:14px;line-height:1.55">${renderLink(link, 'quiet')}</p>`

const renderLink = ({ label, url }: MailLink, color: 'link' | 'quiet') =>
  `<a href="${escapeHtml(url)}" class="${color}" style="color:${colors[color]}">${escapeHtml(label)}</a>`

const photoWidth = 112

function renderItem(item: MailItem): string {
  const { title, price, text, remark, url, link } = item
  const name = escapeHtml(oneLine(title))
  const linked = url
    ? `<a href="${escapeHtml(url)}" class="ink" style="color:${colors.ink}">${name}</a>`
    : name
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>${renderPhoto(item)}<td valign="top" style="padding:18px 0 0;vertical-align:top">
${[
  ...(price ? [renderLine(price, 'ink', 'font-size:18px;font-weight:700')] : []),
  `<p class="ink" dir="auto" style="margin:0;${bodyFont};font-size:16px;font-weight:${price ? 400 : 700};line-height:1.4;color:${colors.ink};overflow-wrap:anywhere">${linked}</p>`,
  ...(text ? [renderLine(text, 'quiet', 'font-size:16px')] : []),
  ...(remark ? [renderLine(remark, 'ink', 'margin-top:8px;font-size:16px')] : []),
  ...(link ? [renderItemButton(link)] : []),
].join('\n')}</td></tr>
</table>`
}

const renderLine = (text: string, color: 'ink' | 'quiet', style: string) =>
  `<p class="${color}" style="margin:${color === 'quiet' ? 4 : 0}px 0 0;${bodyFont};${style};line-height:1.45;color:${colors[color]};overflow-wrap:anywhere">${escapeHtml(oneLine(text))}</p>`

const renderItemButton = (link: MailItem['link'] & object) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:12px 0 0">${renderButtonCell(link, '10px 14px', 15)}</td></tr></table>`

/** Sets the size in attributes too, for mail clients that ignore styles. The photo keeps its proportions. */
function renderPhoto({ title, photo, url }: MailItem): string {
  if (!photo) return ''
  const height = Math.round((photo.height / photo.width) * photoWidth)
  const image = `<img src="${escapeHtml(photo.src)}" alt="Photo of ${escapeHtml(oneLine(title))}" width="${photoWidth}" height="${height}" border="0" class="photo ink" style="display:block;width:${photoWidth}px;height:auto;border:0;border-radius:12px;${bodyFont};font-size:14px;line-height:1.3;color:${colors.ink}">`
  const linked = url ? `<a href="${escapeHtml(url)}">${image}</a>` : image
  return `<td width="${photoWidth}" valign="top" class="photo-cell" style="width:${photoWidth}px;padding:18px 16px 0 0;vertical-align:top">${linked}</td>`
}

/**
 * Adds the URL as text after the button, for mail clients that do not render buttons. Beside a more important button, the
 * text names its own.
 */
function renderButton(button: MailButton): string {
  const href = escapeHtml(button.url)
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td style="padding:24px 0 20px">${renderButtonCell(button, '14px 24px')}</td></tr>
</table>
<p class="quiet" style="margin:0;${bodyFont};font-size:14px;line-height:1.55;color:${colors.quiet}">${button.isSecondary ? `${escapeHtml(oneLine(button.label))}:` : 'Or open this address:'}<br><a href="${href}" class="link" style="color:${colors.link};word-break:break-all">${href}</a></p>`
}

/** The class of a fill or its text, whose colours differ in dark mode if the campus has an accent. */
const classOf = (name: 'gold' | 'on-gold') => (campus.accent === null ? '' : `class="${name}" `)

/** Sets the padding on the cell too, because Outlook ignores the padding of a link. */
function renderButtonCell(
  { label, url, isSecondary }: MailButton,
  padding: string,
  fontSize = 16,
): string {
  const cell = isSecondary
    ? `style="border:1px solid ${colors.edge};border-radius:12px;mso-padding-alt:${padding}"`
    : `${classOf('gold')}bgcolor="${colors.gold}" style="background:${colors.gold};border-radius:12px;mso-padding-alt:${padding}"`
  const className = isSecondary ? ' class="ink"' : ` ${classOf('on-gold')}`.trimEnd()
  const color = isSecondary ? colors.ink : colors.onGold
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center" ${cell}><a href="${escapeHtml(url)}"${className} style="display:inline-block;padding:${padding};${bodyFont};font-size:${fontSize}px;font-weight:700;line-height:1.25;color:${color};text-decoration:none">${escapeHtml(label)}</a></td></tr>
</table>`
}

const square = (color: string, className: string) =>
  `<td class="${className}" width="12" height="12" bgcolor="${color}" style="width:12px;height:12px;background:${color};border-radius:4px;font-size:0;line-height:0">&nbsp;</td>`

const ink = square(colors.ink, 'square')

/** The mark is drawn with table cells, because mail clients show no SVG. */
const mark = () =>
  `<table role="presentation" cellpadding="0" cellspacing="3" border="0"><tr>${ink}${ink}</tr><tr>${ink}${square(colors.gold, 'gold')}</tr></table>`

const initial = () =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="gold" align="center" width="32" height="32" bgcolor="${colors.gold}" style="width:32px;height:32px;background:${colors.gold};border-radius:8px;font-size:0;line-height:0"><span class="on-gold" style="${headingFont};font-size:20px;line-height:32px;font-weight:700;color:${colors.onGold}">${escapeHtml(campus.initial)}</span></td></tr></table>`

/** Whoever sends the email makes the address of the logo absolute. */
function logoPicture() {
  const { width, height } = fitLogo(campus.logo, { width: 160, height: 40 }) ?? {
    width: 40,
    height: 40,
  }
  const src = logoMailAddress()
  return `<img src="${src}" alt="" width="${width}" height="${height}" border="0" style="display:block;width:${width}px;height:${height}px;border:0">`
}

const logo = () => `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td>${campus.hasOwnMark ? mark() : campus.logo ? logoPicture() : initial()}</td>
<td class="ink" style="padding-left:8px;${headingFont};font-size:24px;font-weight:700;color:${colors.ink}">${escapeHtml(campus.brand)}</td>
</tr></table>`
