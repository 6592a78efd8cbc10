import { mix, shade, tint } from './colors.ts'
import { inLightOf, type Season, type TimeOfDay } from './palettes.ts'
import type { Random } from './seeded-random.ts'
import { circle, ellipse, fade, glow, rect, shape, stroke } from './svg.ts'

const SKIES: Record<TimeOfDay, Record<Season, [string, string]>> = {
  morning: {
    spring: ['#b5d9e6', '#ffe7d0'],
    summer: ['#a8d4ea', '#ffeccb'],
    autumn: ['#bcd2dc', '#fbe0bd'],
    winter: ['#bccfe0', '#f7e4da'],
  },
  noon: {
    spring: ['#9fd2e4', '#e6f2e0'],
    summer: ['#86c3e6', '#dff0ee'],
    autumn: ['#a9cbdb', '#f3e6cd'],
    winter: ['#bdcfde', '#eff0ef'],
  },
  dusk: {
    spring: ['#8b86bd', '#ffc3a0'],
    summer: ['#7480b8', '#ffbd86'],
    autumn: ['#7d5681', '#f6a263'],
    winter: ['#5d6798', '#f2b6a8'],
  },
  night: {
    spring: ['#151b3f', '#3b4a7c'],
    summer: ['#141b44', '#3f4a84'],
    autumn: ['#191838', '#4a3c66'],
    winter: ['#16204a', '#506090'],
  },
}

const LEAVES: Record<Season, [string, string, string]> = {
  spring: ['#8fb56b', '#e8a9b8', '#a8c47c'],
  summer: ['#5c8f57', '#477a4e', '#74a05c'],
  autumn: ['#d9832e', '#b9532c', '#e2a93c'],
  winter: ['#6a7f7c', '#59706f', '#7b8f8b'],
}

const GROUNDS: Record<Season, string> = {
  spring: '#9fbe78',
  summer: '#83ad6b',
  autumn: '#b9a15a',
  winter: '#eef1f2',
}

export const groundColor = (season: Season, time: TimeOfDay): string =>
  inLightOf(GROUNDS[season], time)

export function sky(id: string, season: Season, time: TimeOfDay, random: Random): string {
  const [top, bottom] = SKIES[time][season]
  const sunX = random.between(860, 1130)
  const parts = [fade(id, top, bottom), rect(0, 0, 1280, 960, `url(#${id})`)]
  if (time === 'night') {
    for (let star = 0; star < 40; star++) {
      const brightness = random.between(0.3, 0.9)
      parts.push(
        circle(
          random.between(0, 1280),
          random.between(0, 460),
          random.between(1.5, 3.5),
          '#fff6d8',
          { opacity: brightness },
        ),
      )
    }
    parts.push(glow(sunX, 170, 190, '#dfe4ff', 0.35))
    parts.push(shape(`M${sunX} 116 a54 54 0 1 0 52 68 a44 44 0 0 1 -52 -68 z`, '#f7efd2'))
    return parts.join('')
  }
  const sun = time === 'dusk' ? '#ffd79a' : '#fff0b8'
  const sunY = time === 'dusk' ? random.between(330, 420) : random.between(130, 200)
  parts.push(
    glow(sunX, sunY, 260, sun, 0.75),
    circle(sunX, sunY, 58, time === 'dusk' ? '#ffdf9f' : '#ffd768'),
  )
  for (let index = 0; index < 3; index++) {
    parts.push(
      cloud(
        random.between(60, 1150),
        random.between(90, 330),
        random.between(0.6, 1.2),
        tint(bottom, 0.6),
      ),
    )
  }
  return parts.join('')
}

const cloud = (x: number, y: number, size: number, color: string): string =>
  shape(
    `M${x - 110 * size} ${y} q${6 * size} ${-44 * size} ${56 * size} ${-40 * size} q${22 * size} ${-46 * size} ${74 * size} ${-24 * size} q${46 * size} ${-8 * size} ${50 * size} ${34 * size} q${40 * size} ${2 * size} ${42 * size} ${30 * size} z`,
    color,
    { opacity: 0.75 },
  )

export function farTown(baseY: number, season: Season, time: TimeOfDay, random: Random): string {
  const [top, bottom] = SKIES[time][season]
  const far = mix(bottom, time === 'night' ? '#0f1433' : top, time === 'night' ? 0.55 : 0.6)
  const parts: string[] = []
  for (let x = -40; x < 1300; ) {
    const width = random.between(60, 150)
    const height = random.between(40, 170)
    if (random.chance(0.55)) parts.push(rect(x, baseY - height, width, height + 60, far))
    else
      parts.push(
        shape(
          `M${x} ${baseY + 60} v${-height * 0.6 - 60} l${width / 2} ${-46} l${width / 2} 46 v${height * 0.6 + 60} z`,
          far,
        ),
      )
    x += width + random.between(-6, 40)
  }
  return parts.join('')
}

export function tree(
  x: number,
  baseY: number,
  height: number,
  season: Season,
  time: TimeOfDay,
  random: Random,
): string {
  const kind = random.pick(['round', 'round', 'tall', 'conifer'])
  const trunk = inLightOf('#6b4a3a', time)
  const leaf = inLightOf(random.pick(LEAVES[season]), time)
  const shadow = ellipse(x + height * 0.12, baseY + 4, height * 0.3, height * 0.045, '#1d2436', {
    opacity: 0.18,
  })
  if (kind === 'conifer') return shadow + conifer(x, baseY, height, season, time)
  if (season === 'winter')
    return shadow + bareTree(x, baseY, height, trunk, inLightOf('#ffffff', time))
  const wide = kind === 'tall' ? 0.19 : 0.3
  const crownY = baseY - height * 0.63
  return [
    shadow,
    stroke(`M${x} ${baseY} V${crownY}`, trunk, height * 0.055),
    stroke(
      `M${x} ${baseY - height * 0.36} l${height * 0.11} ${-height * 0.13}`,
      trunk,
      height * 0.03,
    ),
    ellipse(x, crownY, height * wide, height * 0.37, leaf),
    shape(
      `M${x + height * wide * 0.3} ${crownY - height * 0.35} a${height * wide} ${height * 0.37} 0 0 1 ${-height * wide * 0.5} ${height * 0.7} a${height * wide * 1.2} ${height * 0.42} 0 0 0 ${height * wide * 0.5} ${-height * 0.7} z`,
      shade(leaf, 0.2),
    ),
    ...[0, 1, 2, 3].map((spot) =>
      ellipse(
        x - height * wide * random.between(-0.2, 0.65),
        crownY - height * random.between(-0.2, 0.24),
        height * 0.035,
        height * 0.024,
        tint(leaf, 0.28 + spot * 0.02),
      ),
    ),
  ].join('')
}

function conifer(
  x: number,
  baseY: number,
  height: number,
  season: Season,
  time: TimeOfDay,
): string {
  const green = inLightOf('#3f6653', time)
  const snow = inLightOf('#f6f8f8', time)
  const tier = (top: number, half: number, depth: number) => {
    const right = `M${x} ${baseY - height * top} l${height * half} ${height * depth} h${-height * half} z`
    const whole = `M${x} ${baseY - height * top} l${height * half} ${height * depth} h${-height * half * 2} z`
    const cap = `M${x} ${baseY - height * top} l${height * half * 0.55} ${height * depth * 0.55} q${-height * half * 0.25} ${-height * 0.03} ${-height * half * 0.5} ${height * 0.02} q${-height * half * 0.3} ${-height * 0.06} ${-height * half * 0.6} ${-height * 0.02} z`
    return (
      shape(whole, green) +
      shape(right, shade(green, 0.22)) +
      (season === 'winter' ? shape(cap, snow) : '')
    )
  }
  const trunk = rect(
    x - height * 0.03,
    baseY - height * 0.14,
    height * 0.06,
    height * 0.14,
    inLightOf('#5d4033', time),
  )
  return trunk + tier(0.62, 0.26, 0.5) + tier(0.8, 0.21, 0.4) + tier(1, 0.15, 0.32)
}

function bareTree(x: number, baseY: number, height: number, trunk: string, snow: string): string {
  const branch = (y: number, dx: number, dy: number, width: number) =>
    stroke(
      `M${x} ${baseY - height * y} q${height * dx * 0.3} ${-height * dy * 0.7} ${height * dx} ${-height * dy}`,
      trunk,
      width,
    )
  const snowy = (y: number, dx: number, dy: number) =>
    stroke(
      `M${x + height * dx * 0.35} ${baseY - height * (y + dy * 0.6) - 3} q${height * dx * 0.3} ${-height * dy * 0.3} ${height * dx * 0.6} ${-height * dy * 0.42}`,
      snow,
      5,
    )
  return [
    stroke(`M${x} ${baseY} V${baseY - height * 0.9}`, trunk, height * 0.045),
    branch(0.35, 0.26, 0.28, height * 0.026),
    branch(0.42, -0.28, 0.3, height * 0.026),
    branch(0.58, 0.2, 0.26, height * 0.02),
    branch(0.62, -0.18, 0.27, height * 0.018),
    branch(0.74, 0.1, 0.2, height * 0.014),
    snowy(0.35, 0.26, 0.28),
    snowy(0.42, -0.28, 0.3),
    snowy(0.58, 0.2, 0.26),
  ].join('')
}

export function snowfall(random: Random, flakes = 60): string {
  return Array.from({ length: flakes }, () =>
    circle(random.between(0, 1280), random.between(0, 900), random.between(2, 6), '#ffffff', {
      opacity: 0.8,
    }),
  ).join('')
}
