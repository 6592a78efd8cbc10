import { mix, shade, tint } from '../colors.ts'
import { circle, closeUp, ellipse, glow, mirrored, rect, shape, stroke } from '../svg.ts'
import { contactShadow, pendant, plant } from './decoration.ts'
import { roomShell } from './room-shell.ts'
import type { Setting } from './setting.ts'
import { daylight, windowWithView } from './window.ts'

const COUNTER_Y = 500
const BASE_Y = 740

function tiles(color: string, kind: string): string {
  const parts: string[] = [rect(0, 300, 1280, 200, color)]
  const line = shade(color, 0.12)
  for (let row = 0; row < 5; row++) {
    parts.push(stroke(`M0 ${300 + row * 40} H1280`, line, 3))
    const shift = kind === 'metro' ? (row % 2) * 40 : 0
    for (let x = shift; x < 1280; x += 80)
      parts.push(stroke(`M${x} ${300 + row * 40} v40`, line, 3))
  }
  return parts.join('')
}

const cabinet = (
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  knob: string,
): string =>
  [
    rect(x + 3, y, width - 6, height, color, { rx: 4 }),
    rect(x + 16, y + 14, width - 32, height - 28, 'none', {
      stroke: shade(color, 0.16),
      'stroke-width': 5,
      rx: 3,
    }),
    rect(x + width / 2 - 22, y + 24, 44, 9, knob, { rx: 4 }),
  ].join('')

function stove(x: number, { palette }: Setting): string {
  const steel = mix(palette.linen, palette.ink, 0.22)
  return [
    rect(x, COUNTER_Y - 8, 220, BASE_Y - COUNTER_Y + 8, steel, { rx: 6 }),
    rect(x + 150, COUNTER_Y - 8, 70, BASE_Y - COUNTER_Y + 8, shade(steel, 0.12), { rx: 6 }),
    ...[0, 1, 2, 3].map((knob) => circle(x + 40 + knob * 46, COUNTER_Y + 26, 11, palette.ink)),
    rect(x + 24, COUNTER_Y + 66, 172, 112, palette.ink, { rx: 10 }),
    shape(`M${x + 24} ${COUNTER_Y + 178} l70 -112 h50 l-70 112 z`, '#ffffff', { opacity: 0.12 }),
    rect(x + 24, COUNTER_Y + 50, 172, 9, palette.ink, { rx: 4 }),
    shape(`M${x + 46} ${COUNTER_Y - 12} v-58 h128 v58 z`, palette.accent),
    rect(x + 38, COUNTER_Y - 78, 144, 14, shade(palette.accent, 0.2), { rx: 7 }),
    circle(x + 110, COUNTER_Y - 84, 9, palette.ink),
    stroke(
      `M${x + 46} ${COUNTER_Y - 52} h-26 M${x + 174} ${COUNTER_Y - 52} h26`,
      shade(palette.accent, 0.3),
      9,
    ),
  ].join('')
}

function fridge(x: number, { palette, style }: Setting): string {
  const color = style('fridge').pick([
    palette.linen,
    palette.accent,
    mix(palette.linen, palette.ink, 0.25),
  ])
  return [
    contactShadow(x + 120, BASE_Y + 14, 150),
    rect(x, 170, 240, BASE_Y - 158, color, { rx: 22 }),
    shape(
      `M${x + 170} 170 h48 q22 0 22 22 V${BASE_Y - 10} q0 22 -22 22 h-48 z`,
      shade(color, 0.12),
    ),
    rect(x, 360, 240, 7, shade(color, 0.3)),
    rect(x + 24, 256, 14, 80, palette.ink, { rx: 7 }),
    rect(x + 24, 392, 14, 130, palette.ink, { rx: 7 }),
    rect(x + 96, 420, 54, 66, palette.accent === color ? palette.linen : palette.accent, {
      transform: `rotate(-5 ${x + 120} 450)`,
    }),
    circle(x + 122, 424, 8, palette.fabric),
  ].join('')
}

export function kitchen(setting: Setting): string {
  const { palette, style } = setting
  const random = style('kitchen')
  const doors = random.pick([palette.fabric, palette.leaf, tint(palette.wood, 0.15), palette.linen])
  const counter = random.pick([palette.linen, tint(palette.wood, 0.35)])
  const opening = { x: 470, y: 130, width: 300, height: 250 }
  const upper = random.chance(0.5)
  const parts = [
    roomShell(setting),
    tiles(mix(palette.wall, palette.linen, 0.72), random.pick(['metro', 'square'])),
    windowWithView(opening, setting),
    daylight({ ...opening, y: 200 }, setting),
    upper
      ? [90, 240].map((x) => cabinet(x, 40, 150, 220, doors, palette.accent)).join('')
      : [150, 270]
          .map((y) => rect(80, y, 330, 14, palette.wood, { rx: 4 }) + dishes(100, y, setting))
          .join(''),
    rect(0, COUNTER_Y, 1000, 28, counter),
    ...[-20, 130, 280].map((x) =>
      cabinet(x, COUNTER_Y + 28, 150, BASE_Y - COUNTER_Y - 44, doors, palette.accent),
    ),
    ...[650, 800].map((x) =>
      cabinet(x, COUNTER_Y + 28, 180, BASE_Y - COUNTER_Y - 44, doors, palette.accent),
    ),
    rect(0, COUNTER_Y + 26, 1000, 12, '#1d1626', { opacity: 0.18 }),
    rect(0, BASE_Y - 18, 1000, 18, shade(doors, 0.5)),
    stove(430, setting),
    fridge(990, setting),
    stroke(
      `M820 ${COUNTER_Y} v-90 q0 -40 40 -40 t40 40 v16`,
      mix(palette.linen, palette.ink, 0.4),
      13,
    ),
    shape(`M800 ${COUNTER_Y} h120 l-10 22 h-100 z`, shade(counter, 0.3)),
    rect(80, COUNTER_Y - 110, 90, 110, palette.wood, {
      rx: 10,
      transform: `rotate(-4 120 ${COUNTER_Y})`,
    }),
    shape(`M210 ${COUNTER_Y} v-64 h62 v64 z`, palette.accent) +
      stroke(
        `M226 ${COUNTER_Y - 64} l-12 -54 M242 ${COUNTER_Y - 64} v-66 M256 ${COUNTER_Y - 64} l14 -50`,
        palette.wood,
        8,
      ),
    plant(340, COUNTER_Y, 84, 'herb', setting),
    ellipse(560, 880, 330, 46, mix(palette.fabric, palette.linen, 0.3), { opacity: 0.9 }),
    ellipse(560, 880, 280, 34, 'none', { stroke: palette.linen, 'stroke-width': 6, opacity: 0.7 }),
    random.chance(0.5) ? pendant(250, upper ? 330 : 130, setting) : '',
    setting.time === 'night' ? glow(700, 120, 760, '#ffd68a', 0.55) : '',
  ]
  const scene = random.chance(0.5) ? parts.join('') : mirrored(parts.join(''))
  return closeUp(scene, random.between(560, 720), 500, random.between(1.04, 1.18))
}

const dishes = (x: number, y: number, { palette }: Setting): string =>
  [
    ...[0, 1, 2].map((plate) =>
      ellipse(x + 30, y - 8 - plate * 11, 42, 8, plate % 2 ? palette.accent : palette.linen),
    ),
    ...[0, 1, 2].map((mug) =>
      rect(
        x + 100 + mug * 58,
        y - 46,
        40,
        46,
        [palette.fabric, palette.linen, palette.accent][mug] ?? palette.linen,
        { rx: 6 },
      ),
    ),
    shape(`M${x + 280} ${y} v-70 h26 v70 z`, palette.leaf, { opacity: 0.85 }),
  ].join('')
