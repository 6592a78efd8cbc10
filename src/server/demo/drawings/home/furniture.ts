import { mix, shade, tint } from '../colors.ts'
import { circle, glow, rect, shape, stroke } from '../svg.ts'
import { books, contactShadow } from './decoration.ts'
import type { Setting } from './setting.ts'

export function bedsideTable(x: number, baseY: number, setting: Setting): string {
  const { palette, time } = setting
  const lit = time === 'night' || time === 'dusk'
  const wood = setting.style('bedside').pick([palette.wood, palette.linen, palette.ink])
  return [
    contactShadow(x + 75, baseY, 96),
    rect(x + 8, baseY - 70, 12, 70, shade(wood, 0.3)),
    rect(x + 130, baseY - 70, 12, 70, shade(wood, 0.3)),
    rect(x, baseY - 160, 150, 108, wood, { rx: 6 }),
    rect(x + 12, baseY - 146, 126, 36, shade(wood, 0.14), { rx: 4 }),
    rect(x + 12, baseY - 102, 126, 36, shade(wood, 0.14), { rx: 4 }),
    circle(x + 75, baseY - 128, 6, palette.accent),
    circle(x + 75, baseY - 84, 6, palette.accent),
    lit ? glow(x + 75, baseY - 240, 210, '#ffd68a', 0.6) : '',
    rect(x + 68, baseY - 214, 14, 54, palette.ink),
    rect(x + 48, baseY - 168, 54, 10, palette.ink, { rx: 5 }),
    shape(
      `M${x + 42} ${baseY - 282} h66 l22 76 h-110 z`,
      lit ? '#ffe3a3' : tint(palette.accent, 0.2),
    ),
    shape(`M${x + 84} ${baseY - 282} h24 l22 76 h-32 z`, shade(palette.accent, 0.2), {
      opacity: lit ? 0.25 : 0.7,
    }),
  ].join('')
}

export function desk(x: number, baseY: number, width: number, setting: Setting): string {
  const { palette, style, time } = setting
  const random = style('desk')
  const wood = random.pick([palette.wood, tint(palette.wood, 0.3), palette.linen])
  const legs = random.pick(['drawers', 'trestle', 'plain'])
  const top = baseY - 236
  const support = {
    drawers:
      rect(x + width - 170, top + 20, 150, 210, shade(wood, 0.1)) +
      [0, 1, 2]
        .map(
          (row) =>
            rect(x + width - 160, top + 32 + row * 66, 130, 54, shade(wood, 0.2), { rx: 4 }) +
            rect(x + width - 112, top + 54 + row * 66, 34, 8, palette.accent, { rx: 4 }),
        )
        .join('') +
      rect(x + 20, top + 20, 18, 216, shade(wood, 0.28)),
    trestle: stroke(
      `M${x + 50} ${top + 20} L${x + 14} ${baseY} M${x + 70} ${top + 20} L${x + 110} ${baseY} M${x + 30} ${baseY - 80} h64 M${x + width - 50} ${top + 20} L${x + width - 14} ${baseY} M${x + width - 70} ${top + 20} L${x + width - 110} ${baseY} M${x + width - 94} ${baseY - 80} h64`,
      shade(wood, 0.28),
      14,
    ),
    plain:
      rect(x + 16, top + 20, 20, 216, shade(wood, 0.28)) +
      rect(x + width - 36, top + 20, 20, 216, shade(wood, 0.28)) +
      rect(x + 36, top + 20, width - 72, 34, shade(wood, 0.16)),
  }
  const lit = time === 'night' || time === 'dusk'
  const lampX = x + 74
  return [
    contactShadow(x + width / 2, baseY + 2, width * 0.54),
    support[legs],
    rect(x - 8, top, width + 16, 24, wood, { rx: 5 }),
    rect(x - 8, top + 18, width + 16, 8, shade(wood, 0.24), { rx: 4 }),
    lit ? glow(lampX + 80, top - 90, 260, '#ffd68a', 0.5) : '',
    rect(lampX - 34, top - 12, 68, 12, palette.ink, { rx: 6 }),
    stroke(
      `M${lampX} ${top - 8} L${lampX - 26} ${top - 110} L${lampX + 56} ${top - 176}`,
      palette.ink,
      9,
    ),
    shape(`M${lampX + 34} ${top - 196} l70 34 l-22 54 q-62 -16 -74 -66 z`, palette.accent),
    random.chance(0.5)
      ? laptop(x + width * 0.4, top, setting)
      : monitor(x + width * 0.4, top, setting),
    books(x + width - 150, top, 110, 96, style('desk-books'), setting),
    rect(x + width - 190, top - 40, 30, 40, palette.fabric, { rx: 4 }),
    stroke(
      `M${x + width - 180} ${top - 40} l-10 -36 M${x + width - 172} ${top - 40} l4 -44`,
      palette.accent,
      6,
    ),
  ].join('')
}

const laptop = (x: number, top: number, { palette }: Setting): string =>
  [
    shape(`M${x + 8} ${top - 128} q0 -12 12 -12 h160 q12 0 12 12 v118 h-184 z`, palette.ink),
    rect(x + 18, top - 130, 164, 108, mix(palette.fabric, palette.linen, 0.65)),
    shape(`M${x + 18} ${top - 22} l70 -108 h94 v40 l-60 68 z`, '#ffffff', { opacity: 0.18 }),
    rect(x + 36, top - 112, 70, 10, palette.accent, { rx: 5 }),
    rect(x + 36, top - 92, 108, 8, palette.linen, { rx: 4 }),
    rect(x + 36, top - 74, 90, 8, palette.linen, { rx: 4 }),
    shape(`M${x - 14} ${top - 10} h228 l-10 10 h-208 z`, shade(palette.linen, 0.25)),
  ].join('')

const monitor = (x: number, top: number, { palette }: Setting): string =>
  [
    rect(x + 92, top - 60, 28, 60, palette.ink),
    rect(x + 56, top - 10, 100, 10, palette.ink, { rx: 5 }),
    rect(x - 20, top - 204, 252, 158, palette.ink, { rx: 10 }),
    rect(x - 8, top - 192, 228, 130, mix(palette.fabric, palette.ink, 0.35)),
    shape(`M${x - 8} ${top - 62} q60 -90 110 -40 t118 -50 v90 z`, palette.accent, {
      opacity: 0.85,
    }),
    circle(x + 168, top - 152, 20, palette.linen),
  ].join('')

export function chair(cx: number, baseY: number, setting: Setting): string {
  const { palette, style } = setting
  const random = style('chair')
  const color = random.pick([palette.fabric, palette.accent, palette.ink])
  if (random.chance(0.5)) {
    return [
      contactShadow(cx, baseY, 96),
      stroke(
        `M${cx} ${baseY - 40} V${baseY - 110} M${cx - 74} ${baseY - 6} L${cx} ${baseY - 44} L${cx + 74} ${baseY - 6} M${cx} ${baseY - 44} V${baseY - 8}`,
        palette.ink,
        12,
      ),
      rect(cx - 84, baseY - 142, 168, 36, shade(color, 0.2), { rx: 16 }),
      rect(cx - 72, baseY - 318, 144, 170, color, { rx: 30 }),
      rect(cx + 14, baseY - 318, 58, 170, shade(color, 0.14), { rx: 28 }),
    ].join('')
  }
  return [
    contactShadow(cx, baseY, 92),
    stroke(
      `M${cx - 66} ${baseY} L${cx - 58} ${baseY - 290} M${cx + 66} ${baseY} L${cx + 58} ${baseY - 290}`,
      palette.wood,
      14,
    ),
    rect(cx - 64, baseY - 300, 128, 46, color, { rx: 14 }),
    rect(cx - 62, baseY - 226, 124, 22, shade(palette.wood, 0.1), { rx: 8 }),
    rect(cx - 78, baseY - 150, 156, 28, color, { rx: 12 }),
    rect(cx - 78, baseY - 134, 156, 12, shade(color, 0.25), { rx: 6 }),
  ].join('')
}

export function bookcase(
  x: number,
  baseY: number,
  width: number,
  rows: number,
  setting: Setting,
): string {
  const { palette, style } = setting
  const wood = style('bookcase').pick([palette.wood, palette.linen, palette.ink])
  const height = rows * 122 + 20
  const parts = [
    contactShadow(x + width / 2, baseY, width * 0.58),
    rect(x, baseY - height, width, height, wood, { rx: 6 }),
    rect(x + 14, baseY - height + 14, width - 28, height - 28, shade(wood, 0.42)),
  ]
  for (let row = 0; row < rows; row++) {
    const random = style(`bookcase-${row}`)
    const base = baseY - 20 - row * 122
    const part = random.between(0.45, 0.8)
    parts.push(books(x + 18, base, (width - 40) * part, 92, random, setting))
    const left = x + 24 + (width - 40) * part
    if (random.chance(0.5)) parts.push(circle(left + 18, base - 20, 20, palette.accent))
    else parts.push(rect(left, base - 44, 36, 44, palette.leaf, { rx: 12 }))
    parts.push(rect(x, base, width, 14, wood))
  }
  return parts.join('')
}

export function dresser(x: number, baseY: number, width: number, setting: Setting): string {
  const { palette, style } = setting
  const wood = style('dresser').pick([palette.wood, tint(palette.wood, 0.25), palette.linen])
  const rows = [0, 1, 2].flatMap((row) =>
    [0, 1].map((column) => {
      const left = x + 14 + (column * (width - 20)) / 2
      const top = baseY - 222 + row * 64
      return (
        rect(left, top, (width - 36) / 2, 54, shade(wood, 0.12), { rx: 5 }) +
        rect(left + width / 4 - 32, top + 22, 44, 8, palette.ink, { rx: 4 })
      )
    }),
  )
  return [
    contactShadow(x + width / 2, baseY, width * 0.56),
    stroke(
      `M${x + 22} ${baseY - 30} v28 M${x + width - 22} ${baseY - 30} v28`,
      shade(wood, 0.3),
      14,
    ),
    rect(x, baseY - 236, width, 216, wood, { rx: 8 }),
    rect(x - 8, baseY - 246, width + 16, 18, tint(wood, 0.12), { rx: 5 }),
    ...rows,
  ].join('')
}
