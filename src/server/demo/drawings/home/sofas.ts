import { mix, shade, tint } from '../colors.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../seeded-random.ts'
import { circle, rect, shape, stroke } from '../svg.ts'
import { contactShadow } from './decoration.ts'

export function sofa(
  cx: number,
  baseY: number,
  width: number,
  palette: Palette,
  random: Random,
): string {
  const color = random.pick([
    palette.fabric,
    palette.accent,
    mix(palette.fabric, palette.linen, 0.35),
  ])
  const seats = width > 560 ? 3 : 2
  const round = random.pick([18, 34, 54])
  const left = cx - width / 2
  const seat = (width - 110) / seats
  const cushions = Array.from({ length: seats }, (_, index) => {
    const x = left + 55 + index * seat
    return (
      rect(x + 3, baseY - 290, seat - 6, 150, tint(color, index === 0 ? 0.14 : 0.06), {
        rx: round * 0.6,
      }) +
      rect(x + 2, baseY - 150, seat - 4, 60, tint(color, index === 0 ? 0.2 : 0.12), { rx: 16 }) +
      rect(x + 2, baseY - 108, seat - 4, 18, shade(color, 0.12), { rx: 8 })
    )
  })
  const pillow = (x: number, turn: number, fill: string) =>
    rect(x - 56, baseY - 250, 112, 108, fill, {
      rx: 22,
      transform: `rotate(${turn} ${x} ${baseY - 196})`,
    }) +
    stroke(`M${x - 30} ${baseY - 214} l58 44`, mix(fill, palette.linen, 0.5), 7, {
      transform: `rotate(${turn} ${x} ${baseY - 196})`,
    })
  return [
    contactShadow(cx, baseY + 2, width * 0.54),
    stroke(
      `M${left + 46} ${baseY - 40} l-10 40 M${left + width - 46} ${baseY - 40} l10 40`,
      palette.wood,
      16,
    ),
    rect(left + 28, baseY - 306, width - 56, 250, color, { rx: round }),
    ...cushions,
    rect(left + 20, baseY - 92, width - 40, 56, shade(color, 0.16), { rx: 14 }),
    rect(left, baseY - 218, 74, 182, color, { rx: Math.min(round, 36) }),
    rect(left + width - 74, baseY - 218, 74, 182, shade(color, 0.2), { rx: Math.min(round, 36) }),
    pillow(left + 130, -10, color === palette.accent ? palette.fabric : palette.accent),
    random.chance(0.6) ? pillow(left + width - 136, 9, palette.linen) : '',
  ].join('')
}

export function coffeeTable(cx: number, baseY: number, palette: Palette, random: Random): string {
  const wood = random.pick([palette.wood, palette.linen, palette.ink])
  return [
    contactShadow(cx, baseY, 190),
    stroke(
      `M${cx - 140} ${baseY - 92} l-16 92 M${cx + 140} ${baseY - 92} l16 92`,
      shade(wood, 0.3),
      13,
    ),
    rect(cx - 190, baseY - 112, 380, 24, wood, { rx: 12 }),
    rect(cx - 190, baseY - 98, 380, 10, shade(wood, 0.25), { rx: 5 }),
    rect(cx - 120, baseY - 126, 110, 14, palette.fabric, { rx: 3 }),
    rect(cx - 108, baseY - 140, 96, 14, palette.accent, { rx: 3 }),
    shape(`M${cx + 50} ${baseY - 160} h54 v34 q0 14 -14 14 h-26 q-14 0 -14 -14 z`, palette.linen),
    circle(cx + 110, baseY - 140, 11, 'none', { stroke: palette.linen, 'stroke-width': 6 }),
  ].join('')
}
