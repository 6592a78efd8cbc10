import { mix, shade, tint } from '../colors.ts'
import { farTown, groundColor, sky, snowfall, tree } from '../outdoors.ts'
import { inLightOf, PALETTES } from '../palettes.ts'
import { circle, ellipse, glow, mirrored, rect, shape, stroke } from '../svg.ts'
import { litWindow } from './house-front.ts'
import type { Setting } from './setting.ts'

const GROUND_Y = 800

function balcony(x: number, y: number, width: number, rail: string, flower: string): string {
  const bars = Array.from(
    { length: Math.floor(width / 16) },
    (_, index) => `M${x + 6 + index * 16} ${y} v42`,
  )
  return [
    rect(x - 8, y + 40, width + 16, 12, shade(rail, 0.2), { rx: 3 }),
    rect(x - 8, y + 52, width + 16, 12, '#1d1626', { opacity: 0.16 }),
    stroke(bars.join(' '), rail, 4),
    rect(x - 8, y - 6, width + 16, 9, rail, { rx: 4 }),
    circle(x + 16, y - 10, 12, flower) + circle(x + 34, y - 8, 10, flower),
  ].join('')
}

export function apartmentBlock(setting: Setting): string {
  const { season, time, style } = setting
  const colors = PALETTES[setting.outside.palette]
  const random = style('block')
  const out = (color: string) => inLightOf(color, time)
  const floors = random.whole(4, 6)
  const columns = random.whole(4, 5)
  const storey = 560 / floors
  const width = columns * 136 + 60
  const left = 640 - width / 2 + random.between(-60, 60)
  const right = left + width
  const top = GROUND_Y - floors * storey - 90
  const wall = out(
    random.pick([
      mix(colors.wood, colors.linen, 0.45),
      colors.wall,
      '#b5694f',
      mix(colors.fabric, colors.linen, 0.3),
    ]),
  )
  const second = out(random.pick([colors.accent, colors.linen, colors.fabric]))
  const facade = { wall, trim: out('#fff8ec'), time, random }
  const rail = out(random.pick([colors.ink, colors.linen]))
  const bandColumn = random.whole(0, columns - 1)
  const ground = groundColor(season, time)
  const cells: string[] = []
  for (let floor = 0; floor < floors; floor++) {
    for (let column = 0; column < columns; column++) {
      const x = left + 60 + column * 136
      const y = top + 30 + floor * storey
      cells.push(litWindow(x, y, 76, storey * 0.56, facade))
      if ((column + floor) % 2 === 0 || column === bandColumn)
        cells.push(
          balcony(
            x - 12,
            y + storey * 0.36,
            100,
            rail,
            out(season === 'winter' ? '#ffffff' : colors.leaf),
          ),
        )
    }
  }
  const evening = time === 'dusk' || time === 'night'
  const lobbyX = left + width * 0.5 - 80
  const scene = [
    sky('sky', season, time, random),
    farTown(740, season, time, random),
    rect(0, 750, 1280, 210, ground),
    tree(left - 90, 800, random.between(320, 430), season, time, random),
    tree(right + 120, 804, random.between(300, 400), season, time, random),
    rect(left, top, width, GROUND_Y - top, wall),
    rect(left + 36 + bandColumn * 136, top, 124, GROUND_Y - top, second, { opacity: 0.85 }),
    shape(`M${right - 70} ${top} H${right} V${GROUND_Y} H${right - 120} z`, '#1d1626', {
      opacity: 0.12,
    }),
    rect(left - 14, top - 20, width + 28, 24, shade(wall, 0.3), { rx: 4 }),
    season === 'winter'
      ? rect(left - 14, top - 34, width + 28, 20, out('#fbfcfd'), { rx: 10 })
      : '',
    rect(left + width * 0.7, top - 84, 90, 66, shade(wall, 0.22)),
    ...cells,
    rect(left, GROUND_Y - 104, width, 104, shade(wall, 0.34)),
    ...[0.06, 0.25, 0.68, 0.84].map((at) =>
      rect(
        left + width * at,
        GROUND_Y - 84,
        width * 0.12,
        66,
        evening ? '#ffd98a' : tint(out('#9fc2cc'), 0.2),
        { rx: 3 },
      ),
    ),
    evening ? glow(lobbyX + 80, GROUND_Y - 50, 170, '#ffd68a', 0.5) : '',
    rect(lobbyX, GROUND_Y - 94, 160, 96, evening ? '#ffe3a3' : '#cfe0e2'),
    stroke(
      `M${lobbyX + 80} ${GROUND_Y - 94} v96 M${lobbyX + 70} ${GROUND_Y - 48} v16 M${lobbyX + 90} ${GROUND_Y - 48} v16`,
      out(colors.ink),
      6,
    ),
    rect(lobbyX - 34, GROUND_Y - 114, 228, 20, out(colors.accent), { rx: 4 }),
    rect(0, GROUND_Y, 1280, 34, out('#dccfb8')),
    rect(0, 876, 1280, 84, out('#8d8894')),
    rect(0, GROUND_Y + 34, 1280, 44, ground),
    ...[120, 330, 930, 1130].map((x) =>
      ellipse(x, GROUND_Y + 40, 70, 30, shade(ground, season === 'winter' ? 0.08 : 0.2)),
    ),
    stroke('M60 926 h140 M420 926 h140 M780 926 h140 M1140 926 h140', out('#f4e9cf'), 8),
    season === 'winter' ? snowfall(random) : '',
  ]
  return style('block-side').chance(0.5) ? scene.join('') : mirrored(scene.join(''))
}
