import { oneLine } from '#categories/text-rules.ts'
import { escapeHtml } from '../escape-html.ts'
import { renderButtonCell } from './mail-button.ts'
import type { MailItem, MailLink, MailSection } from './mail-content.ts'
import { bodyFont, colors, headingFont } from './mail-styles.ts'

export function renderSection({ heading, items, more, link }: MailSection): string {
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

/** The size is in attributes too, for mail clients that ignore styles; the photo keeps its proportions. */
function renderPhoto({ title, photo, url }: MailItem): string {
  if (!photo) return ''
  const height = Math.round((photo.height / photo.width) * photoWidth)
  const image = `<img src="${escapeHtml(photo.src)}" alt="Photo of ${escapeHtml(oneLine(title))}" width="${photoWidth}" height="${height}" border="0" class="photo ink" style="display:block;width:${photoWidth}px;height:auto;border:0;border-radius:12px;${bodyFont};font-size:14px;line-height:1.3;color:${colors.ink}">`
  const linked = url ? `<a href="${escapeHtml(url)}">${image}</a>` : image
  return `<td width="${photoWidth}" valign="top" class="photo-cell" style="width:${photoWidth}px;padding:18px 16px 0 0;vertical-align:top">${linked}</td>`
}
