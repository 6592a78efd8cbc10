import { mix, shade, tint } from '../colors.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../seeded-random.ts'
import { circle, ellipse, rect, shape, stroke } from '../svg.ts'

const mug = (x: number, palette: Palette): string =>
  [
    ellipse(x + 66, 846, 84, 14, '#1d1626', { opacity: 0.2 }),
    circle(x + 118, 776, 34, 'none', { stroke: palette.linen, 'stroke-width': 16 }),
    shape(`M${x} 716 h116 v96 q0 30 -30 30 h-56 q-30 0 -30 -30 z`, palette.linen),
    shape(`M${x + 76} 716 h40 v96 q0 30 -30 30 h-24 q16 -50 14 -126 z`, shade(palette.linen, 0.14)),
    rect(x, 752, 116, 18, palette.accent),
  ].join('')

const pencils = (x: number, palette: Palette): string =>
  [
    ellipse(x + 56, 842, 78, 13, '#1d1626', { opacity: 0.2 }),
    stroke(
      `M${x + 28} 700 L${x + 4} 560 M${x + 60} 700 L${x + 66} 530 M${x + 84} 700 L${x + 116} 580`,
      palette.accent,
      15,
    ),
    stroke(`M${x + 46} 700 L${x + 36} 590`, palette.leaf, 13),
    rect(x, 680, 108, 160, palette.fabric, { rx: 10 }),
    rect(x + 70, 680, 38, 160, shade(palette.fabric, 0.2), { rx: 10 }),
  ].join('')

const pottedPlant = (x: number, palette: Palette): string =>
  [
    ellipse(x + 60, 844, 90, 14, '#1d1626', { opacity: 0.2 }),
    ...[-46, -22, 2, 26, 48].map((turn, index) =>
      shape(
        'M0 0 Q-34 -110 0 -210 Q34 -110 0 0 Z',
        index > 2 ? shade(palette.leaf) : palette.leaf,
        { transform: `translate(${x + 56} 730) rotate(${turn})` },
      ),
    ),
    shape(`M${x} 720 h112 l-16 122 h-80 z`, mix(palette.wood, palette.accent, 0.35)),
    shape(`M${x + 72} 720 h40 l-16 122 h-32 z`, '#1d1626', { opacity: 0.16 }),
  ].join('')

const glasses = (x: number, palette: Palette): string =>
  circle(x, 850, 40, tint(palette.linen, 0.3), {
    opacity: 0.35,
    stroke: palette.ink,
    'stroke-width': 8,
  }) +
  circle(x + 104, 850, 40, tint(palette.linen, 0.3), {
    opacity: 0.35,
    stroke: palette.ink,
    'stroke-width': 8,
  }) +
  stroke(`M${x + 40} 846 q12 -12 24 0`, palette.ink, 8)

export function deskProps(left: number, right: number, palette: Palette, random: Random): string {
  const first = random.pick([mug, pencils, pottedPlant])
  const second = random.pick([glasses, mug, pottedPlant, pencils])
  const near = first(Math.max(left - random.between(180, 230), 30), palette)
  return second === first
    ? near
    : near + second(Math.min(right + random.between(50, 100), 1120), palette)
}
