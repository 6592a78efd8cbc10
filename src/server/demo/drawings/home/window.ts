import { mix, shade, tint } from '../colors.ts'
import { farTown, groundColor, sky, snowfall, tree } from '../outdoors.ts'
import { inLightOf } from '../palettes.ts'
import { clipped, group, rect, shape, stroke } from '../svg.ts'
import { FLOOR_Y } from './room-shell.ts'
import type { Setting } from './setting.ts'

export interface Opening {
  x: number
  y: number
  width: number
  height: number
}

function viewOutside({ x, y, width, height }: Opening, { season, time, style }: Setting): string {
  const random = style('view')
  const scale = Math.max(width / 760, height / 820)
  const lit = time === 'night' || time === 'dusk'
  const scene = [
    sky('window-sky', season, time, random),
    farTown(700, season, time, random),
    lit
      ? [240, 420, 610, 840]
          .map((left, index) => rect(left, 640 - index * 16, 22, 28, '#ffd98a'))
          .join('')
      : '',
    rect(0, 730, 1280, 300, groundColor(season, time)),
    tree(random.between(620, 760), 860, random.between(420, 620), season, time, random),
    tree(random.between(1000, 1120), 900, 460, season, time, random),
    season === 'winter' ? snowfall(random, 46) : '',
  ]
  const shifted = group(scene, {
    transform: `translate(${x - 420 * scale} ${y}) scale(${scale})`,
  })
  return clipped('window', rect(x, y, width, height, '#000'), shifted)
}

function curtains({ x, y, width, height }: Opening, { palette, style }: Setting): string {
  const random = style('curtains')
  const kind = random.pick(['drapes', 'drapes', 'blind', 'none'])
  const color = random.pick([
    palette.fabric,
    palette.accent,
    palette.linen,
    mix(palette.wall, palette.linen, 0.5),
  ])
  if (kind === 'none') return ''
  if (kind === 'blind') {
    const slats = Array.from({ length: 6 }, (_, row) =>
      rect(x - 8, y + row * 20, width + 16, 15, tint(color, 0.1), { rx: 3 }),
    )
    return rect(x - 14, y - 16, width + 28, 18, shade(color), { rx: 6 }) + slats.join('')
  }
  const bottom = Math.min(y + height + 60, FLOOR_Y - 30)
  const drape = (left: number, wide: number) =>
    [
      shape(
        `M${left} ${y - 24} h${wide} q-8 ${(bottom - y) / 2} 4 ${bottom - y + 24} h${-wide - 8} q10 ${-(bottom - y) / 2} 4 ${-(bottom - y + 24)} z`,
        color,
      ),
      ...[0.28, 0.55, 0.8].map((at) =>
        stroke(
          `M${left + wide * at} ${y - 18} q-5 ${(bottom - y) / 2} 2 ${bottom - y + 12}`,
          shade(color, 0.14),
          7,
        ),
      ),
    ].join('')
  return [
    drape(x - 62, 82),
    drape(x + width - 20, 82),
    stroke(`M${x - 84} ${y - 28} H${x + width + 84}`, palette.ink, 9),
  ].join('')
}

export function windowWithView(opening: Opening, setting: Setting): string {
  const { x, y, width, height } = opening
  const frame = inLightOf('#fffaf0', setting.time)
  const panes = setting.style('window').pick(['cross', 'bars', 'sash', 'wide'])
  const bars: Record<string, string> = {
    cross: `M${x + width / 2} ${y} v${height} M${x} ${y + height * 0.42} h${width}`,
    bars: `M${x + width / 3} ${y} v${height} M${x + (width * 2) / 3} ${y} v${height}`,
    sash: `M${x} ${y + height / 2} h${width}`,
    wide: `M${x + width / 2} ${y} v${height}`,
  }
  const glare = `M${x + width * 0.1} ${y + height} L${x + width * 0.42} ${y} h${width * 0.16} L${x + width * 0.26} ${y + height} z`
  return [
    rect(x - 16, y - 16, width + 32, height + 32, frame, { rx: 6 }),
    viewOutside(opening, setting),
    shape(glare, '#ffffff', { opacity: 0.12 }),
    stroke(bars[panes] ?? '', frame, 11),
    rect(x - 30, y + height + 10, width + 60, 20, frame, { rx: 4 }),
    rect(x - 30, y + height + 28, width + 60, 8, shade(setting.palette.wall, 0.3), {
      opacity: 0.45,
    }),
    setting.season === 'winter'
      ? shape(
          `M${x} ${y + height} q${width * 0.3} -26 ${width * 0.55} -10 q${width * 0.3} -16 ${width * 0.45} 10 z`,
          inLightOf('#ffffff', setting.time),
        )
      : '',
    curtains(opening, setting),
  ].join('')
}

/** Daylight on wall and floor; at night lamps do this work instead. */
export function daylight({ x, y, width, height }: Opening, { time }: Setting): string {
  if (time === 'night') return ''
  const color = time === 'dusk' ? '#ffb36b' : '#fff3c9'
  const opacity = time === 'dusk' ? 0.34 : 0.4
  const drop = FLOOR_Y + 60
  const half = width * 0.46
  const pane = (left: number) => `M${left} ${drop} h${half} l150 250 h${-half - 24} z`
  return [
    shape(
      `M${x + width} ${y + 10} L${x + width + 400} ${FLOOR_Y} H${x + 60} L${x} ${y + height} Z`,
      color,
      { opacity: opacity * 0.35 },
    ),
    shape(pane(x + 70), color, { opacity }),
    shape(pane(x + 88 + half), color, { opacity }),
  ].join('')
}
