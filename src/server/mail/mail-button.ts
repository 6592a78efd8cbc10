import { escapeHtml } from '../escape-html.ts'
import type { MailButton } from './mail-content.ts'
import { bodyFont, colors } from './mail-styles.ts'

/** The URL follows the button as text, for mail clients that do not render buttons. */
export function renderButton(button: MailButton): string {
  const href = escapeHtml(button.url)
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td style="padding:24px 0 20px">${renderButtonCell(button, '14px 24px')}</td></tr>
</table>
<p class="quiet" style="margin:0;${bodyFont};font-size:14px;line-height:1.55;color:${colors.quiet}">Or open this address:<br><a href="${href}" class="link" style="color:${colors.link};word-break:break-all">${href}</a></p>`
}

/** Outlook ignores the padding of a link, and takes that of its cell. */
export function renderButtonCell(
  { label, url, isSecondary }: MailButton,
  padding: string,
  fontSize = 16,
): string {
  const cell = isSecondary
    ? `style="border:1px solid ${colors.edge};border-radius:12px;mso-padding-alt:${padding}"`
    : `bgcolor="${colors.gold}" style="background:${colors.gold};border-radius:12px;mso-padding-alt:${padding}"`
  const className = isSecondary ? ' class="ink"' : ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center" ${cell}><a href="${escapeHtml(url)}"${className} style="display:inline-block;padding:${padding};${bodyFont};font-size:${fontSize}px;font-weight:700;line-height:1.25;color:${colors.ink};text-decoration:none">${escapeHtml(label)}</a></td></tr>
</table>`
}
