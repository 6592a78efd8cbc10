import { mix, shade, tint } from '../colors.ts'
import { farTown, groundColor, sky, snowfall, tree } from '../outdoors.ts'
import { inLightOf, PALETTES, type Season, type TimeOfDay } from '../palettes.ts'
import type { Random } from '../seeded-random.ts'
import { circle, clipped, closeUp, ellipse, glow, mirrored, rect, shape, stroke } from '../svg.ts'
import type { Setting } from './setting.ts'

interface Facade {
  left: number
  right: number
  top: number
  base: number
  wall: string
  trim: string
  roof: string
  door: string
  season: Season
  time: TimeOfDay
  random: Random
}

const GROUND_Y = 770

export function litWindow(
  x: number,
  y: number,
  width: number,
  height: number,
  facade: Pick<Facade, 'trim' | 'time' | 'random' | 'wall'>,
): string {
  const evening = facade.time === 'dusk' || facade.time === 'night'
  const on = evening && facade.random.chance(0.7)
  const glass = on
    ? '#ffd98a'
    : inLightOf(facade.time === 'dusk' ? '#b7a7c4' : '#bcd8e2', facade.time)
  return [
    on ? rect(x - 26, y - 26, width + 52, height + 52, '#ffd68a', { opacity: 0.13, rx: 30 }) : '',
    rect(x - 9, y - 9, width + 18, height + 18, facade.trim, { rx: 3 }),
    rect(x, y, width, height, glass),
    shape(
      `M${x} ${y + height} L${x + width * 0.6} ${y} H${x + width * 0.85} L${x + width * 0.25} ${y + height} z`,
      '#ffffff',
      { opacity: on ? 0.14 : 0.3 },
    ),
    on
      ? ''
      : shape(
          `M${x} ${y} h${width * 0.22} q2 ${height * 0.6} ${-width * 0.22} ${height * 0.75} z`,
          facade.trim,
          { opacity: 0.55 },
        ),
    stroke(
      `M${x + width / 2} ${y} v${height} M${x} ${y + height * 0.45} h${width}`,
      facade.trim,
      6,
      { 'stroke-linecap': 'butt' },
    ),
    rect(x - 15, y + height + 7, width + 30, 11, shade(facade.trim, 0.12), { rx: 3 }),
  ].join('')
}

function siding({ left, right, top, base, wall, random }: Facade): string {
  const line = shade(wall, 0.1)
  const kind = random.pick(['boards', 'brick', 'plain', 'boards'])
  const parts: string[] = []
  if (kind === 'boards')
    for (let y = top + 26; y < base; y += 26) parts.push(stroke(`M${left} ${y} H${right}`, line, 3))
  if (kind === 'brick') {
    for (let y = top + 12; y < base - 10; y += 30)
      for (let x = left + 14; x < right - 40; x += 62)
        if (random.chance(0.45))
          parts.push(rect(x + (y % 60 > 30 ? 26 : 0), y, 44, 16, line, { rx: 3 }))
  }
  return parts.join('')
}

function roof(facade: Facade): string {
  const { left, right, top, roof: color, season, time, random } = facade
  const middle = (left + right) / 2
  const snow = inLightOf('#fbfcfd', time)
  const rise = random.between(150, 210)
  const kind = random.pick(['gable', 'hip', 'gambrel', 'gable'])
  const outlines = {
    gable: `M${left - 46} ${top + 8} L${middle} ${top - rise} L${right + 46} ${top + 8} z`,
    hip: `M${left - 46} ${top + 8} L${left + 90} ${top - rise * 0.78} H${right - 90} L${right + 46} ${top + 8} z`,
    gambrel: `M${left - 36} ${top + 8} L${left + 36} ${top - rise * 0.72} L${middle} ${top - rise * 1.1} L${right - 36} ${top - rise * 0.72} L${right + 36} ${top + 8} z`,
  }
  const dark = {
    gable: `M${middle} ${top - rise} L${right + 46} ${top + 8} H${middle + 40} z`,
    hip: `M${right - 90} ${top - rise * 0.78} L${right + 46} ${top + 8} H${right - 60} z`,
    gambrel: `M${middle} ${top - rise * 1.1} L${right - 36} ${top - rise * 0.72} L${right + 36} ${top + 8} H${middle + 60} z`,
  }
  const shingles = [0.2, 0.42, 0.64, 0.86].map((at) =>
    stroke(`M${left - 60} ${top - rise * at} H${right + 60}`, shade(color, 0.16), 4, {
      'stroke-dasharray': '34 12',
    }),
  )
  const cover =
    season === 'winter'
      ? shape(
          `M0 0 H1280 V${top - rise * 0.36} q-80 26 -160 0 t-160 0 t-160 0 t-160 0 t-160 0 t-160 0 t-160 0 t-160 0 z`,
          snow,
        )
      : ''
  const chimneyX = right - random.between(130, 180)
  const chimney =
    rect(chimneyX, top - rise * 0.95, 52, rise * 0.8, shade(facade.wall, 0.3)) +
    rect(chimneyX - 7, top - rise * 0.95 - 14, 66, 18, shade(facade.wall, 0.42)) +
    (season === 'winter' ? rect(chimneyX - 7, top - rise * 0.95 - 24, 66, 14, snow, { rx: 7 }) : '')
  return [
    chimney,
    clipped(
      'roof',
      shape(outlines[kind], '#000'),
      shape(outlines[kind], color) +
        shingles.join('') +
        shape(dark[kind], shade(color, 0.3), { opacity: 0.5 }) +
        cover,
    ),
    rect(left - 46, top, right - left + 92, 16, shade(facade.trim, 0.06), { rx: 4 }),
    rect(left, top + 16, right - left, 22, '#1d1626', { opacity: 0.2 }),
    kind === 'hip'
      ? ''
      : circle(middle, top - rise * 0.36, 40, facade.trim) +
        circle(
          middle,
          top - rise * 0.36,
          30,
          facade.time === 'night' ? '#ffd98a' : mix(facade.trim, '#8fb6c8', 0.6),
        ),
  ].join('')
}

function entrance(x: number, facade: Facade): string {
  const { base, door, trim, roof: roofColor, random, time } = facade
  const porch = random.pick(['canopy', 'posts', 'steps'])
  const top = base - 176
  const evening = time === 'dusk' || time === 'night'
  const cover = {
    canopy: shape(`M${x - 40} ${top - 24} h180 l-22 -48 h-136 z`, roofColor),
    posts:
      rect(x - 60, top - 60, 220, 24, trim, { rx: 4 }) +
      shape(`M${x - 76} ${top - 58} L${x + 50} ${top - 124} L${x + 176} ${top - 58} z`, roofColor) +
      rect(x - 52, top - 38, 16, base - top + 38, trim) +
      rect(x + 136, top - 38, 16, base - top + 38, trim),
    steps: '',
  }
  return [
    rect(x - 12, top - 12, 124, base - top + 12, trim, { rx: 4 }),
    rect(x, top, 100, base - top, door),
    rect(x + 14, top + 16, 72, 54, evening ? '#ffd98a' : tint(door, 0.55), { rx: 3 }),
    rect(x + 14, top + 88, 72, 70, shade(door, 0.2), { rx: 3 }),
    circle(x + 86, top + 92, 7, '#ffd05a'),
    cover[porch],
    evening ? glow(x + 50, top - 16, 130, '#ffd68a', 0.55) : '',
    rect(x - 34, base - 10, 168, 16, '#d8cfc0'),
    rect(x - 50, base + 4, 200, 18, '#c4b9a8'),
  ].join('')
}

export function houseFront(setting: Setting): string {
  const { season, time, style } = setting
  const colors = PALETTES[setting.outside.palette]
  const random = style('house')
  const out = (color: string) => inLightOf(color, time)
  const storeys = random.pick([2, 2, 3])
  const width = random.between(470, 600) - storeys * 20
  const left = 640 - width / 2 + random.between(-50, 40)
  const facade: Facade = {
    left,
    right: left + width,
    base: GROUND_Y,
    top: GROUND_Y - 90 - storeys * 140,
    wall: out(
      random.pick([
        mix(colors.fabric, colors.linen, 0.45),
        colors.wall,
        mix(colors.accent, colors.linen, 0.35),
        '#b5694f',
        colors.linen,
      ]),
    ),
    trim: out('#fffaf0'),
    roof: out(random.pick([colors.ink, colors.fabric, shade(colors.wood, 0.2)])),
    door: out(random.pick([colors.accent, colors.fabric, '#8c3b2e'])),
    season,
    time,
    random,
  }
  const doorX = random.pick([left + 50, left + width / 2 - 50, left + width - 150])
  const ground = groundColor(season, time)
  const path = out('#dccfb8')
  const windows: string[] = []
  const columns = width > 480 ? 3 : 2
  for (let floor = 0; floor < storeys; floor++) {
    for (let column = 0; column < columns; column++) {
      const x = left + (width / columns) * (column + 0.5) - 42
      const blocked = floor === 0 && Math.abs(x + 42 - doorX - 50) < 130
      if (!blocked) windows.push(litWindow(x, GROUND_Y - 170 - floor * 140, 84, 96, facade))
    }
  }
  const hedge = [left - 70, left + 10, facade.right - 60, facade.right + 30].filter(
    (x) => Math.abs(x - doorX - 50) > 120,
  )
  const scene = [
    sky('sky', season, time, random),
    farTown(700, season, time, random),
    shape('M0 720 Q 320 660 640 712 T1280 700 V960 H0 Z', shade(ground, 0.12)),
    tree(left - random.between(120, 170), 772, random.between(360, 470), season, time, random),
    tree(
      facade.right + random.between(150, 190),
      768,
      random.between(300, 420),
      season,
      time,
      random,
    ),
    rect(0, GROUND_Y - 4, 1280, 200, ground),
    rect(left, facade.top, width, GROUND_Y - facade.top, facade.wall),
    siding(facade),
    shape(
      `M${facade.right - width * 0.22} ${facade.top} H${facade.right} V${GROUND_Y} H${facade.right - width * 0.32} z`,
      '#1d1626',
      { opacity: 0.1 },
    ),
    roof(facade),
    ...windows,
    entrance(doorX, facade),
    ...hedge.map(
      (x) =>
        ellipse(
          x,
          GROUND_Y + 2,
          56,
          40,
          shade(season === 'winter' ? out('#8aa39b') : ground, 0.28),
        ) + (season === 'winter' ? ellipse(x, GROUND_Y - 20, 44, 18, out('#ffffff')) : ''),
    ),
    rect(0, GROUND_Y + 18, 1280, 60, ground),
    shape(`M${doorX - 30} ${GROUND_Y + 20} h160 q10 70 90 120 h-330 q70 -40 80 -120 z`, path),
    rect(0, 880, 1280, 80, out('#8d8894')),
    rect(0, 866, 1280, 20, path),
    stroke('M60 930 h140 M420 930 h140 M780 930 h140 M1140 930 h140', out('#f4e9cf'), 8),
    mailbox(facade, doorX),
    season === 'winter' ? snowfall(random) : '',
    season === 'autumn' ? fallenLeaves(random, time) : '',
  ]
  const front = style('house-side').chance(0.5) ? scene.join('') : mirrored(scene.join(''))
  return closeUp(front, 640, 480, 1.1)
}

function mailbox({ time }: Facade, doorX: number): string {
  const x = doorX > 640 ? doorX - 190 : doorX + 270
  return (
    rect(x, 800, 10, 66, inLightOf('#6b4a3a', time)) +
    shape(`M${x - 26} 802 v-24 q0 -18 18 -18 h30 q18 0 18 18 v24 z`, inLightOf('#33476b', time)) +
    rect(x + 30, 762, 6, 26, inLightOf('#e4754f', time))
  )
}

const fallenLeaves = (random: Random, time: TimeOfDay): string =>
  Array.from({ length: 26 }, () => {
    const x = random.between(0, 1280)
    const y = random.between(786, 862)
    return ellipse(x, y, 11, 6, inLightOf(random.pick(['#d9832e', '#b9532c', '#e2a93c']), time), {
      transform: `rotate(${Math.round(random.between(-40, 40))} ${Math.round(x)} ${Math.round(y)})`,
    })
  }).join('')
