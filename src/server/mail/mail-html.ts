import { brand, communityName } from '#campus.ts'
import { escapeHtml } from '../escape-html.ts'
import { renderButton } from './mail-button.ts'
import type { MailContent, MailUnsubscribe } from './mail-content.ts'
import { footerLinks, senderLines } from './mail-footer.ts'
import { logo } from './mail-logo.ts'
import { renderSection } from './mail-section.ts'
import { bodyFont, colors, headingFont, styleElements } from './mail-styles.ts'

/** Outlook knows no maximum. */
const cardWidth = 520

/** Nested tables with sizes and colours in attributes too: Outlook on Windows draws with Word's engine. */
export function renderHtml(content: MailContent): string {
  const { preheader, heading, greeting, paragraphs, quote, remark, note } = content
  const { code, sections = [], button, unsubscribe } = content
  // Each has its space above it: paddings of cells do not collapse with margins.
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
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(heading)}</title>
${styleElements}
</head>
<body class="paper" bgcolor="${colors.paper}" style="margin:0;padding:0;background:${colors.paper}">
<div style="display:none;mso-hide:all;font-size:1px;line-height:1px;max-height:0;max-width:0;overflow:hidden;opacity:0">${escapeHtml(preheader)}${preheaderEnd}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" bgcolor="${colors.paper}" style="background:${colors.paper}">
<tr><td align="center" class="outer" style="padding:32px 18px">
<!--[if mso]><table role="presentation" width="${cardWidth}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${cardWidth}px">
<tr><td align="left" style="padding:0 4px 20px">${logo}</td></tr>
<tr><td align="left" class="card" bgcolor="${colors.card}" style="background:${colors.card};border:1px solid ${colors.line};border-radius:18px;padding:32px 28px">
<h1 class="ink title" dir="auto" style="margin:0;padding:0 0 4px;${headingFont};font-size:32px;line-height:1.1;font-weight:700;color:${colors.ink};overflow-wrap:anywhere">${escapeHtml(heading)}</h1>
${blocks.join('\n')}
</td></tr>
<tr><td align="left" class="quiet" style="padding:20px 4px 0;${bodyFont};font-size:14px;line-height:1.55;color:${colors.quiet}">${unsubscribe ? renderUnsubscribe(unsubscribe) : ''}${[`${brand}, for ${communityName} students`, ...senderLines].map(escapeHtml).join('<br>')}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

/** Mail clients fill the line beside the subject with what follows: nothing to see, in lines that need no encoding. */
const preheaderEnd = `\n${'&#847;&zwnj;&nbsp;'.repeat(5)}`.repeat(30)

function renderParagraph(text: string): string {
  return `<p class="ink" style="margin:16px 0 0;${bodyFont};font-size:16px;line-height:1.55;color:${colors.ink};overflow-wrap:anywhere">${escapeHtml(text)}</p>`
}

/** The bar is a cell: Outlook draws no border or padding of a blockquote, and knows no `pre-line`. */
function renderQuote({ label, text }: { label: string; text: string }): string {
  const lines = escapeHtml(text).replaceAll(/\r?\n/g, '<br>\n')
  return `${renderParagraph(label)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:12px 0 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td width="3" bgcolor="${colors.gold}" style="width:3px;background:${colors.gold};font-size:0;line-height:0">&nbsp;</td><td style="padding:0 0 0 14px"><blockquote class="quiet" dir="auto" style="margin:0;${bodyFont};font-size:16px;line-height:1.55;color:${colors.quiet};overflow-wrap:anywhere">${lines}</blockquote></td></tr>
</table></td></tr></table>`
}

/** Spaced by style: copied, and read by the phone that fills it in, it is six digits in a row. */
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
