import { mix, shade, tint } from '../colors.ts'
import type { Random } from '../seeded-random.ts'
import { circle, clipped, ellipse, glow, rect, shape, stroke } from '../svg.ts'
import type { Setting } from './setting.ts'

export const contactShadow = (cx: number, y: number, half: number): string =>
  ellipse(cx + half * 0.06, y, half, Math.max(10, half * 0.085), '#1d1626', { opacity: 0.22 })

export function plant(
  x: number,
  baseY: number,
  size: number,
  name: string,
  setting: Setting,
): string {
  const { palette, style } = setting
  const random = style(name)
  const leaf = palette.leaf
  const potColor = random.pick([palette.linen, palette.accent, palette.fabric, palette.ink])
  const blade = (angle: number, length: number, width: number, color: string) =>
    shape(
      `M0 0 Q${-width} ${-length * 0.55} 0 ${-length} Q${width} ${-length * 0.55} 0 0 Z`,
      color,
      {
        transform: `translate(${x} ${baseY - size * 0.42}) rotate(${angle})`,
      },
    )
  const kind = random.pick(['spears', 'fronds', 'bush', 'fig'])
  const leaves: string[] = []
  if (kind === 'spears') {
    for (const [angle, tall] of [
      [-24, 0.8],
      [-10, 1.15],
      [4, 1.3],
      [17, 1],
      [30, 0.72],
    ] as const)
      leaves.push(blade(angle, size * tall, size * 0.13, angle > 0 ? shade(leaf) : leaf))
  } else if (kind === 'fronds') {
    for (const [angle, tall] of [
      [-70, 0.75],
      [-40, 1],
      [-12, 1.15],
      [16, 1.1],
      [44, 0.95],
      [72, 0.7],
    ] as const)
      leaves.push(blade(angle, size * tall, size * 0.2, angle > 0 ? shade(leaf) : tint(leaf, 0.08)))
  } else if (kind === 'bush') {
    for (const [dx, dy, r] of [
      [-0.3, -0.7, 0.3],
      [0.28, -0.72, 0.3],
      [0, -1, 0.34],
      [-0.05, -0.6, 0.32],
    ] as const)
      leaves.push(circle(x + dx * size, baseY + dy * size, r * size, dx > 0 ? shade(leaf) : leaf))
  } else {
    leaves.push(
      stroke(
        `M${x} ${baseY - size * 0.4} q-8 ${-size * 0.6} 4 ${-size * 1.1}`,
        shade(palette.wood),
        8,
      ),
    )
    for (const [dx, dy, turn] of [
      [-0.26, -0.95, -40],
      [0.26, -1.02, 38],
      [-0.2, -1.4, -30],
      [0.22, -1.45, 30],
      [0.02, -1.65, 0],
    ] as const)
      leaves.push(
        ellipse(
          x + dx * size,
          baseY + dy * size,
          size * 0.14,
          size * 0.24,
          dx > 0 ? shade(leaf) : leaf,
          { transform: `rotate(${turn} ${x + dx * size} ${baseY + dy * size})` },
        ),
      )
  }
  const rim = size * 0.27
  const pot = `M${x - rim} ${baseY - size * 0.46} h${rim * 2} l${-rim * 0.3} ${size * 0.46} h${-rim * 1.4} z`
  const potShade = `M${x + rim * 0.25} ${baseY - size * 0.46} h${rim * 0.75} l${-rim * 0.3} ${size * 0.46} h${-rim * 0.55} z`
  return (
    contactShadow(x, baseY, rim * 1.3) +
    leaves.join('') +
    shape(pot, potColor) +
    shape(potShade, shade(potColor, 0.2))
  )
}

function artwork(
  x: number,
  y: number,
  width: number,
  height: number,
  random: Random,
  setting: Setting,
): string {
  const { palette } = setting
  const [ground, first, second] = random.pick([
    [palette.linen, palette.accent, palette.fabric],
    [palette.accent, palette.fabric, palette.linen],
    [palette.fabric, palette.accent, palette.linen],
    [mix(palette.wall, palette.linen, 0.7), palette.wood, palette.leaf],
  ] as const)
  const cx = x + width / 2
  const unit = Math.min(width, height)
  const motifs = [
    circle(cx, y + height * 0.42, unit * 0.26, first) +
      shape(
        `M${x} ${y + height} V${y + height * 0.62} q${width * 0.28} ${-height * 0.2} ${width * 0.55} 0 t${width * 0.45} -6 V${y + height} z`,
        second,
      ),
    shape(
      `M${cx - unit * 0.3} ${y + height} V${y + height * 0.45} a${unit * 0.3} ${unit * 0.3} 0 0 1 ${unit * 0.6} 0 V${y + height} z`,
      first,
    ) +
      shape(
        `M${cx - unit * 0.15} ${y + height} V${y + height * 0.55} a${unit * 0.15} ${unit * 0.15} 0 0 1 ${unit * 0.3} 0 V${y + height} z`,
        second,
      ),
    stroke(
      `M${cx} ${y + height * 0.85} V${y + height * 0.2} M${cx} ${y + height * 0.6} q${-unit * 0.28} -10 ${-unit * 0.26} ${-unit * 0.28} M${cx} ${y + height * 0.5} q${unit * 0.26} -10 ${unit * 0.24} ${-unit * 0.26}`,
      first,
      unit * 0.05,
    ) + circle(cx, y + height * 0.2, unit * 0.07, second),
    rect(x, y, width / 2, height / 2, first) +
      circle(x + width * 0.75, y + height * 0.27, unit * 0.17, second) +
      shape(`M${x} ${y + height} l${width * 0.5} ${-height * 0.42} v${height * 0.42} z`, second) +
      rect(x + width * 0.5, y + height * 0.5, width * 0.5, height * 0.5, first, { opacity: 0.5 }),
  ] as const
  return rect(x, y, width, height, ground) + random.pick(motifs)
}

export function poster(
  x: number,
  y: number,
  width: number,
  height: number,
  name: string,
  setting: Setting,
): string {
  const random = setting.style(name)
  const frame = random.pick([setting.palette.ink, setting.palette.wood, setting.palette.linen])
  const inner = clipped(
    `art-${name}`,
    rect(x, y, width, height, '#000'),
    artwork(x, y, width, height, random, setting),
  )
  return [
    rect(x - 2, y - 4, width + 20, height + 22, '#1d1626', { opacity: 0.16, rx: 4 }),
    rect(x - 11, y - 11, width + 22, height + 22, frame, { rx: 3 }),
    inner,
  ].join('')
}

export function floorLamp(x: number, baseY: number, setting: Setting): string {
  const { palette, style, time } = setting
  const shadeColor = style('floor-lamp').pick([palette.accent, palette.linen, palette.fabric])
  const lit = time === 'night' || time === 'dusk'
  const top = baseY - 470
  return [
    lit ? glow(x, top + 60, 330, '#ffd68a', 0.55) : '',
    contactShadow(x, baseY, 70),
    stroke(`M${x} ${baseY - 6} V${top + 90}`, palette.ink, 9),
    rect(x - 52, baseY - 14, 104, 14, palette.ink, { rx: 7 }),
    shape(
      `M${x - 46} ${top} h92 l40 112 h-172 z`,
      lit ? mix(shadeColor, '#ffe2a0', 0.6) : shadeColor,
    ),
    shape(`M${x + 16} ${top} h30 l40 112 h-48 z`, shade(shadeColor, 0.2), {
      opacity: lit ? 0.3 : 1,
    }),
  ].join('')
}

export function pendant(x: number, bottomY: number, setting: Setting): string {
  const { palette, style, time } = setting
  const color = style('pendant').pick([palette.accent, palette.ink, palette.fabric])
  const lit = time === 'night' || time === 'dusk'
  return [
    lit ? glow(x, bottomY, 280, '#ffd68a', 0.5) : '',
    stroke(`M${x} 0 V${bottomY - 70}`, palette.ink, 5),
    circle(x, bottomY, 22, lit ? '#fff0c0' : tint(palette.linen)),
    shape(`M${x - 84} ${bottomY} a84 78 0 0 1 168 0 z`, color),
    shape(
      `M${x + 16} ${bottomY - 76} a84 78 0 0 1 68 76 h-40 a80 90 0 0 0 -28 -76 z`,
      shade(color, 0.22),
    ),
  ].join('')
}

export function books(
  x: number,
  baseY: number,
  width: number,
  tallest: number,
  random: Random,
  setting: Setting,
): string {
  const { palette } = setting
  const colors = [
    palette.fabric,
    palette.accent,
    palette.linen,
    palette.wood,
    palette.leaf,
    palette.ink,
  ] as const
  const parts: string[] = []
  for (let left = x; left < x + width - 12; ) {
    const thick = Math.min(random.between(14, 30), x + width - left)
    const tall = tallest * random.between(0.68, 1)
    const color = random.pick(colors)
    parts.push(
      rect(left, baseY - tall, thick - 2, tall, color, { rx: 2 }),
      rect(left, baseY - tall * 0.8, thick - 2, 6, mix(color, palette.linen, 0.5)),
    )
    left += thick
  }
  return parts.join('')
}
