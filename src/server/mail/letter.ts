import { brand, communityName } from '#campus.ts'
import { escapeHtml } from '../pages/document.ts'

/** A mail as its writer thinks of it; both the text and the HTML of it are made from this. */
export interface Letter {
  /** What mail programs show beside the subject. */
  preview: string
  heading: string
  greeting: string
  before: string[]
  button?: { label: string; url: string }
  /** The one thing a reader must not miss. */
  note: string
}

export function letterText({ heading, greeting, before, button, note }: Letter): string {
  const action = button ? [`${button.label}:\n${button.url}`] : []
  return [heading, greeting, ...before, ...action, note, `${brand} - ${communityName}`]
    .map((paragraph) => `${wrapped(paragraph)}\n`)
    .join('\n')
}

/** Short lines travel as they are; long ones would be encoded, and the link in them broken apart. */
function wrapped(paragraph: string): string {
  return paragraph.replaceAll(/(?=.{73})(.{1,72}) /g, '$1\n')
}

const sans = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const display = "font-family:'Bricolage Grotesque','Segoe UI',Helvetica,Arial,sans-serif"

export function letterHtml({ preview, heading, greeting, before, button, note }: Letter) {
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
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:#fbf7ee">
<tr><td align="center" style="padding:32px 18px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 20px">${mark}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e7dfcf;border-radius:18px;padding:32px 28px">
<h1 class="ink" style="margin:0 0 20px;${display};font-size:32px;line-height:1.05;font-weight:700;color:#17130e">${escapeHtml(heading)}</h1>
${[greeting, ...before].map(paragraph).join('\n')}
${button ? action(button) : ''}
<p class="sun" style="margin:24px 0 0;padding:14px 16px;border-radius:12px;background:#fff1cc;${sans};font-size:16px;line-height:1.55;color:#17130e">${escapeHtml(note)}</p>
</td></tr>
<tr><td class="quiet" style="padding:20px 4px 0;${sans};font-size:14px;line-height:1.55;color:#5b5347">${escapeHtml(`${brand}, for ${communityName} students`)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;${sans};font-size:16px;line-height:1.55;color:#17130e">${escapeHtml(text)}</p>`
}

/** The address stands below the button too, for mail programs that draw no buttons. */
function action({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
<tr><td style="border-radius:12px;background:#ffc53d"><a href="${href}" style="display:inline-block;padding:14px 24px;${sans};font-size:16px;font-weight:700;line-height:1.25;color:#17130e;text-decoration:none">${escapeHtml(label)}</a></td></tr>
</table>
<p class="quiet" style="margin:0 0 16px;${sans};font-size:14px;line-height:1.55;color:#5b5347">Or open this address:<br><a href="${href}" class="link" style="color:#4a1a9e;word-break:break-all">${href}</a></p>`
}

const square = (color: string, name: string) =>
  `<td class="${name}" width="12" height="12" style="width:12px;height:12px;background:${color};border-radius:4px;font-size:0;line-height:0">&nbsp;</td>`

/** Four squares, the last one gold: drawn with cells, since mail programs show no SVG. */
const mark = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td><table role="presentation" cellpadding="0" cellspacing="3"><tr>${square('#17130e', 'square')}${square('#17130e', 'square')}</tr><tr>${square('#17130e', 'square')}${square('#ffc53d', 'gold')}</tr></table></td>
<td class="ink" style="padding-left:8px;${display};font-size:24px;font-weight:700;color:#17130e">${escapeHtml(brand)}</td>
</tr></table>`
