import { mix, shade, tint } from './colors.ts'
import type { Palette } from './palettes.ts'
import type { Random } from './seeded-random.ts'
import { circle, fade, rect, shape, stroke } from './svg.ts'

const DESK_Y = 760

/** A wall and a desk top, with one quiet shape of light behind the book. */
export function readingDesk(palette: Palette, random: Random): string {
  const wood = random.pick([palette.wood, palette.floor, tint(palette.wood, 0.3)])
  const light = tint(palette.wall, 0.4)
  const behind = {
    window: shape('M560 -20 H820 L1120 760 H860 Z M870 -20 H1130 L1430 760 H1170 Z', light, {
      opacity: 0.6,
    }),
    arch: shape(
      'M330 760 V420 a330 330 0 0 1 660 0 V760 Z',
      mix(palette.wall, palette.accent, 0.35),
    ),
    sun: circle(random.between(780, 900), 330, 270, mix(palette.wall, palette.accent, 0.45)),
    panels: [0, 1, 2, 3]
      .map((index) =>
        rect(40 + index * 320, 70, 250, 560, 'none', {
          stroke: shade(palette.wall, 0.08),
          'stroke-width': 8,
          rx: 6,
        }),
      )
      .join(''),
    shelf:
      rect(0, 250, 1280, 22, palette.wood) +
      rect(0, 272, 1280, 14, '#1d1626', { opacity: 0.12 }) +
      [930, 968, 1004, 1050, 1090]
        .map((x, index) =>
          rect(
            x,
            110 + (index % 3) * 16,
            32 + (index % 2) * 8,
            140 - (index % 3) * 16,
            [palette.fabric, palette.accent, palette.linen, palette.leaf, palette.ink][index] ??
              palette.ink,
            { rx: 3 },
          ),
        )
        .join(''),
  }
  return [
    fade('wall', tint(palette.wall, 0.16), shade(palette.wall, 0.1), true),
    rect(0, 0, 1280, 960, 'url(#wall)'),
    behind[random.pick(['window', 'arch', 'sun', 'panels', 'shelf'])],
    fade('desk', tint(wood, 0.12), shade(wood, 0.16)),
    rect(0, DESK_Y, 1280, 200, 'url(#desk)'),
    rect(0, DESK_Y, 1280, 8, tint(wood, 0.35)),
    stroke(`M0 ${DESK_Y + 84} H1280 M0 ${DESK_Y + 150} H1280`, shade(wood, 0.1), 4),
  ].join('')
}

export function tabletop(palette: Palette, random: Random): string {
  const wood = random.pick([
    tint(palette.wood, 0.3),
    palette.floor,
    tint(palette.wall, 0.15),
    shade(palette.wall, 0.06),
    mix(palette.accent, palette.linen, 0.45),
  ])
  const grain = Array.from({ length: 7 }, (_, row) =>
    stroke(
      `M0 ${80 + row * 136} q320 ${random.between(-26, 26)} 640 0 t640 0`,
      shade(wood, 0.08),
      5,
    ),
  )
  return [
    fade('table', tint(wood, 0.14), shade(wood, 0.12), true),
    rect(0, 0, 1280, 960, 'url(#table)'),
    ...grain,
    shape('M0 0 H520 L160 960 H0 Z', '#fff3c9', { opacity: 0.22 }),
    shape('M620 0 H760 L400 960 H260 Z', '#fff3c9', { opacity: 0.22 }),
  ].join('')
}

/** A bare corner of a room, for things that stand on the floor. */
export function bareRoom(palette: Palette, random: Random): string {
  const behind = {
    window: shape('M140 60 H380 V400 H140 Z M410 60 H650 V400 H410 Z', tint(palette.wall, 0.55), {
      transform: 'skewX(-14) translate(160 0)',
    }),
    arch: shape(
      'M300 720 V400 a340 340 0 0 1 680 0 V720 Z',
      mix(palette.wall, palette.accent, 0.3),
    ),
    half:
      rect(0, 0, 1280, 380, mix(palette.wall, palette.linen, 0.45)) +
      rect(0, 376, 1280, 10, tint(palette.wall, 0.7)),
    sun: circle(random.between(560, 760), 380, 320, mix(palette.wall, palette.accent, 0.35)),
    stripes: [0, 1, 2, 3, 4, 5, 6]
      .map((index) => rect(index * 190 + 30, 0, 80, 720, shade(palette.wall, 0.05)))
      .join(''),
  }
  return [
    fade('wall', tint(palette.wall, 0.16), shade(palette.wall, 0.1), true),
    fade('floor', tint(palette.floor, 0.1), shade(palette.floor, 0.14)),
    rect(0, 0, 1280, 960, 'url(#wall)'),
    behind[random.pick(['window', 'arch', 'half', 'sun', 'stripes'])],
    rect(0, 720, 1280, 240, 'url(#floor)'),
    rect(0, 700, 1280, 22, tint(palette.wall, 0.55)),
    stroke(
      'M0 790 H1280 M0 880 H1280 M260 722 L180 790 M840 722 L880 790 M560 790 L520 880',
      shade(palette.floor, 0.12),
      4,
    ),
    shape('M180 722 H470 L300 960 H-80 Z', '#fff3c9', { opacity: 0.28 }),
  ].join('')
}

/** A wall with a row of hooks, for clothes. */
export function hookWall(palette: Palette, random: Random): string {
  const panels = random.chance(0.5)
    ? [0, 1, 2, 3, 4, 5, 6, 7, 8]
        .map((index) => stroke(`M${index * 160 + 20} 0 V960`, shade(palette.wall, 0.07), 6))
        .join('')
    : circle(640, 520, 400, mix(palette.wall, palette.accent, 0.25))
  return [
    fade('wall', tint(palette.wall, 0.2), shade(palette.wall, 0.12), true),
    rect(0, 0, 1280, 960, 'url(#wall)'),
    panels,
    shape('M0 120 L520 0 H760 L0 520 Z', '#fff3c9', { opacity: 0.2 }),
    rect(160, 86, 960, 46, palette.wood, { rx: 8 }),
    rect(160, 122, 960, 12, shade(palette.wood, 0.25), { rx: 6 }),
    ...[300, 640, 980].map((x) => stroke(`M${x} 108 v40 q0 24 24 20`, palette.ink, 12)),
  ].join('')
}
