import { brand } from '#campus.ts'
import { escapeHtml } from '../escape-html.ts'
import { colors, headingFont } from './mail-styles.ts'

const square = (color: string, className: string) =>
  `<td class="${className}" width="12" height="12" bgcolor="${color}" style="width:12px;height:12px;background:${color};border-radius:4px;font-size:0;line-height:0">&nbsp;</td>`

const ink = square(colors.ink, 'square')

/** Drawn with table cells, since mail clients show no SVG. */
export const logo = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td><table role="presentation" cellpadding="0" cellspacing="3" border="0"><tr>${ink}${ink}</tr><tr>${ink}${square(colors.gold, 'gold')}</tr></table></td>
<td class="ink" style="padding-left:8px;${headingFont};font-size:24px;font-weight:700;color:${colors.ink}">${escapeHtml(brand)}</td>
</tr></table>`
