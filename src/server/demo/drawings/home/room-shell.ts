import { mix, shade, tint } from '../colors.ts'
import { ellipse, fade, rect, shape, stroke } from '../svg.ts'
import type { Setting } from './setting.ts'

export const FLOOR_Y = 640

type Finish = 'plain' | 'panelled' | 'striped' | 'painted' | 'brick'

function wallFinish(finish: Finish, { palette }: Setting): string {
  const quiet = shade(palette.wall, 0.07)
  const columns = Array.from({ length: 16 }, (_, index) => index)
  switch (finish) {
    case 'panelled':
      return [
        rect(0, 400, 1280, 240, tint(palette.wall, 0.35)),
        rect(0, 392, 1280, 14, tint(palette.wall, 0.6)),
        ...columns.map((column) =>
          rect(column * 106 + 18, 430, 74, 180, 'none', { stroke: quiet, 'stroke-width': 5 }),
        ),
      ].join('')
    case 'striped':
      return columns.map((column) => rect(column * 92, 0, 46, FLOOR_Y, quiet)).join('')
    case 'painted':
      return shape(
        'M0 330 C 260 210 420 470 700 350 S 1120 210 1280 300 V640 H0 Z',
        mix(palette.wall, palette.accent, 0.22),
      )
    case 'brick':
      return Array.from({ length: 11 }, (_, row) =>
        columns
          .filter((column) => (column * 7 + row * 3) % 4 !== 0)
          .map((column) =>
            rect(column * 92 - (row % 2) * 46, row * 60 + 4, 84, 48, quiet, { rx: 4 }),
          )
          .join(''),
      ).join('')
    case 'plain':
      return ''
  }
}

function flooring({ palette, style }: Setting): string {
  const line = shade(palette.floor, 0.12)
  const kind = style('floor').pick(['planks', 'planks', 'herringbone', 'carpet'])
  if (kind === 'carpet') return rect(0, FLOOR_Y + 150, 1280, 170, tint(palette.floor, 0.08))
  if (kind === 'herringbone') {
    return Array.from({ length: 13 }, (_, column) =>
      [0, 1, 2]
        .map((row) =>
          stroke(`M${column * 110 - 40} ${FLOOR_Y + 20 + row * 110} l55 55 l55 -55`, line, 4, {
            opacity: 0.6,
          }),
        )
        .join(''),
    ).join('')
  }
  const rows = [FLOOR_Y + 62, FLOOR_Y + 140, FLOOR_Y + 232]
  const joints = rows.flatMap((y, row) =>
    [180, 560, 960].map((x) =>
      stroke(`M${x + row * 130} ${y} l${(x + row * 130 - 640) * 0.09} ${78 + row * 12}`, line, 3),
    ),
  )
  return rows.map((y) => stroke(`M0 ${y} H1280`, line, 3)).join('') + joints.join('')
}

/** Back wall and floor; the light falls from the left. */
export function roomShell(setting: Setting): string {
  const { palette, style } = setting
  const finish = style('wall').pick<Finish>([
    'plain',
    'panelled',
    'striped',
    'painted',
    'plain',
    'brick',
  ])
  return [
    fade('wall', tint(palette.wall, 0.14), shade(palette.wall, 0.1), true),
    fade('floor', tint(palette.floor, 0.08), shade(palette.floor, 0.14)),
    rect(0, 0, 1280, FLOOR_Y, 'url(#wall)'),
    wallFinish(finish, setting),
    rect(0, FLOOR_Y, 1280, 320, 'url(#floor)'),
    flooring(setting),
    rect(0, FLOOR_Y - 22, 1280, 24, tint(palette.wall, 0.55)),
    rect(0, FLOOR_Y, 1280, 10, shade(palette.floor, 0.35), { opacity: 0.5 }),
  ].join('')
}

export function rug(cx: number, cy: number, width: number, { palette, style }: Setting): string {
  const random = style('rug')
  const color = random.pick([
    palette.fabric,
    palette.accent,
    palette.linen,
    mix(palette.wood, palette.linen, 0.4),
  ])
  const trim = color === palette.linen ? palette.fabric : palette.linen
  if (random.chance(0.5)) {
    return [
      ellipse(cx, cy, width / 2, width * 0.13, color),
      ellipse(cx, cy, width * 0.43, width * 0.105, 'none', {
        stroke: trim,
        'stroke-width': 7,
        opacity: 0.8,
      }),
      ellipse(cx, cy, width * 0.24, width * 0.055, mix(color, trim, 0.35)),
    ].join('')
  }
  const half = width / 2
  const top = cy - 62
  const edge = (inset: number) =>
    `M${cx - half + 46 + inset} ${top + inset * 0.5} H${cx + half - 46 - inset} L${cx + half - inset * 1.3} ${cy + 62 - inset * 0.5} H${cx - half + inset * 1.3} Z`
  const fringe = Array.from({ length: 11 }, (_, index) =>
    stroke(`M${cx - half + (index * width) / 10} ${cy + 62} v12`, trim, 4),
  )
  return (
    fringe.join('') +
    shape(edge(0), color) +
    stroke(edge(20), trim, 6, { opacity: 0.8 }) +
    shape(edge(52), mix(color, trim, 0.25))
  )
}
