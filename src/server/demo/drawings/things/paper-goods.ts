import { mix, shade, tint } from '../colors.ts'
import { fittingSize, lettering } from '../lettering.ts'
import type { Palette } from '../palettes.ts'
import { circle, group, rect, shape, stroke } from '../svg.ts'
import type { Thing } from './thing.ts'

type Emblem = (color: string) => string

const EMBLEMS = {
  note: (color) =>
    stroke('M-20 50 V-60 L60 -76 V34', color, 14) +
    circle(-38, 52, 24, color) +
    circle(42, 36, 24, color),
  star: (color) =>
    shape('M0 -78 L20 -24 L76 -22 L32 12 L48 66 L0 34 L-48 66 L-32 12 L-76 -22 L-20 -24 Z', color),
  puck: (color) =>
    stroke('M-56 -70 L20 52 q10 18 34 18 h24', color, 18) + circle(-34, 56, 20, color),
  ball: (color) =>
    circle(0, 0, 66, 'none', { stroke: color, 'stroke-width': 12 }) +
    stroke('M-66 0 H66 M0 -66 V66 M-46 -46 q40 46 0 92 M46 -46 q-40 46 0 92', color, 7),
  flake: (color) =>
    [0, 60, 120]
      .map((turn) =>
        group([stroke('M0 -74 V74 M-18 -58 L0 -40 L18 -58 M-18 58 L0 40 L18 58', color, 11)], {
          transform: `rotate(${turn})`,
        }),
      )
      .join(''),
} satisfies Record<string, Emblem>

export type EmblemName = keyof typeof EMBLEMS

function ticket(
  ground: string,
  mark: string,
  ink: string,
  words: string,
  emblem: EmblemName,
): string {
  const outline =
    'M-330 -140 H120 a26 26 0 0 0 52 0 H330 q14 0 14 14 V126 q0 14 -14 14 H172 a26 26 0 0 0 -52 0 H-330 q-14 0 -14 -14 V-126 q0 -14 14 -14 Z'
  return [
    shape(outline, '#1d1626', { opacity: 0.24, transform: 'translate(16 20)' }),
    shape(outline, ground),
    rect(-344, -96, 464, 14, mark),
    rect(-344, 82, 464, 14, mark),
    lettering(-300, 14, words, { size: fittingSize(words, 390, 64), color: ink }),
    rect(-300, 40, 220, 12, ink, { rx: 6, opacity: 0.5 }),
    rect(-60, 40, 90, 12, ink, { rx: 6, opacity: 0.5 }),
    stroke('M146 -100 V100', tint(ground, 0.6), 6, { 'stroke-dasharray': '2 20' }),
    group([EMBLEMS[emblem](mark)], { transform: 'translate(246 0)' }),
    shape('M-344 -126 q0 -14 14 -14 H-140 L-260 140 H-330 q-14 0 -14 -14 Z', '#ffffff', {
      opacity: 0.1,
    }),
  ].join('')
}

export const tickets = (words: string, emblem: EmblemName, pieces: 1 | 2 | 3): Thing => ({
  place: 'tabletop',
  neverMirrored: true,
  details: [
    [830, 480],
    [480, 430],
  ],
  draw: (palette, random) => {
    const first = random.between(-9, -3)
    const front = ticket(palette.fabric, palette.accent, palette.linen, words, emblem)
    const middle = ticket(palette.accent, palette.fabric, palette.ink, words, emblem)
    const back = ticket(palette.linen, palette.fabric, palette.ink, words, emblem)
    return [
      coins(palette, 1080, 770),
      pieces > 2
        ? group([back], {
            transform: `translate(600 640) rotate(${(first + 30).toFixed(1)}) scale(1.18)`,
          })
        : '',
      pieces > 1
        ? group([middle], {
            transform: `translate(660 560) rotate(${(first + 15).toFixed(1)}) scale(1.22)`,
          })
        : '',
      group([front], { transform: `translate(640 430) rotate(${first.toFixed(1)}) scale(1.3)` }),
    ].join('')
  },
})

const coins = (palette: Palette, x: number, y: number): string =>
  [0, 1]
    .map(
      (index) =>
        circle(x + index * 90 + 6, y + index * 40 + 8, 46, '#1d1626', { opacity: 0.2 }) +
        circle(
          x + index * 90,
          y + index * 40,
          46,
          index ? mix('#c9c4bd', palette.linen, 0.2) : '#e0b04a',
        ) +
        circle(x + index * 90, y + index * 40, 34, 'none', {
          stroke: '#7a5a2a',
          'stroke-width': 4,
          opacity: 0.5,
        }),
    )
    .join('')

export const lanyard = (words: string): Thing => ({
  place: 'tabletop',
  neverMirrored: true,
  details: [
    [640, 640],
    [900, 400],
  ],
  draw: (palette, random) => {
    const turn = random.between(-6, 6)
    const band = (x: number, y: number, color: string, mark: string) =>
      [
        circle(x + 10, y + 14, 122, 'none', {
          stroke: '#1d1626',
          'stroke-width': 40,
          opacity: 0.18,
        }),
        circle(x, y, 122, 'none', { stroke: color, 'stroke-width': 40 }),
        circle(x, y, 122, 'none', { stroke: mark, 'stroke-width': 8, 'stroke-dasharray': '26 20' }),
        rect(x - 30, y - 150, 60, 56, shade(color, 0.3), { rx: 12 }),
      ].join('')
    return [
      stroke(
        'M596 470 C 300 380 220 40 520 -40 M684 470 C 760 300 560 120 600 -40',
        palette.fabric,
        34,
      ),
      stroke(
        'M596 470 C 300 380 220 40 520 -40 M684 470 C 760 300 560 120 600 -40',
        palette.accent,
        6,
        { 'stroke-dasharray': '4 40' },
      ),
      band(990, 330, palette.accent, palette.fabric),
      band(1040, 650, palette.leaf, palette.linen),
      group(
        [
          rect(-170, -20, 360, 440, '#1d1626', {
            rx: 26,
            opacity: 0.24,
            transform: 'translate(14 20)',
          }),
          rect(-180, -30, 360, 440, palette.linen, { rx: 26 }),
          shape('M-180 -4 q0 -26 26 -26 H154 q26 0 26 26 V120 H-180 Z', palette.fabric),
          rect(-44, -12, 88, 20, palette.wall, { rx: 10 }),
          lettering(0, 86, words, {
            size: fittingSize(words, 300, 58),
            color: palette.linen,
            anchor: 'middle',
          }),
          circle(0, 220, 66, palette.accent),
          shape('M-66 340 q10 -40 66 -40 t66 40 z', palette.ink, { opacity: 0.7 }),
          rect(-110, 360, 220, 16, mix(palette.ink, palette.linen, 0.5), { rx: 8 }),
        ],
        { transform: `translate(640 490) rotate(${turn.toFixed(1)})` },
      ),
      rect(620, 444, 40, 44, '#9aa0a6', { rx: 8 }),
    ].join('')
  },
})

export const invitation = (words: string): Thing => ({
  place: 'tabletop',
  neverMirrored: true,
  details: [
    [640, 380],
    [860, 700],
  ],
  draw: (palette) =>
    [
      shape('M270 400 H1030 V840 H270 Z', '#1d1626', { opacity: 0.22 }),
      rect(250, 380, 760, 440, palette.fabric, { rx: 8 }),
      shape('M250 384 L630 130 L1010 384 Z', shade(palette.fabric, 0.25)),
      rect(320, 180, 620, 440, palette.linen, { rx: 8 }),
      rect(344, 204, 572, 392, 'none', { stroke: palette.accent, 'stroke-width': 6, rx: 4 }),
      group([EMBLEMS.star(palette.accent)], { transform: 'translate(630 280) scale(0.6)' }),
      lettering(630, 400, words, {
        size: fittingSize(words, 500, 66),
        color: palette.ink,
        family: 'serif',
        anchor: 'middle',
      }),
      rect(480, 440, 300, 12, mix(palette.ink, palette.linen, 0.5), { rx: 6 }),
      shape('M250 820 V400 L630 640 L1010 400 V820 Z', tint(palette.fabric, 0.1)),
      shape('M250 820 L560 596 L630 640 L700 596 L1010 820 Z', shade(palette.fabric, 0.16)),
      circle(630, 640, 54, palette.accent) +
        group([EMBLEMS.star(shade(palette.accent, 0.3))], {
          transform: 'translate(630 640) scale(0.42)',
        }),
      stroke('M90 820 q60 -200 30 -360', palette.leaf, 10) +
        [
          [96, 700],
          [140, 620],
          [98, 560],
          [138, 500],
        ]
          .map(([x, y]) =>
            shape('M0 0 q-30 -34 0 -76 q30 42 0 76 z', palette.leaf, {
              transform: `translate(${x} ${y}) rotate(${(x ?? 0) > 120 ? 44 : -44})`,
            }),
          )
          .join(''),
    ].join(''),
})
