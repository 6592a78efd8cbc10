import { mix, shade, tint } from '../colors.ts'
import { circle, ellipse, placed, rect, shape, stroke } from '../svg.ts'
import type { Thing } from './thing.ts'

const shadow = (half: number, y = 852): string =>
  ellipse(655, y, half, 24, '#1d1626', { opacity: 0.24 })

export const microwave: Thing = {
  place: 'table',
  details: [
    [500, 620],
    [900, 580],
  ],
  draw: (palette, random) => {
    const shell = random.pick([palette.linen, palette.accent, palette.ink])
    const panel = shade(shell, 0.2)
    return [
      shadow(420),
      rect(250, 430, 780, 410, shell, { rx: 30 }),
      rect(250, 770, 780, 70, shade(shell, 0.12), { rx: 30 }),
      rect(290, 470, 500, 320, '#2a2630', { rx: 22 }),
      rect(320, 500, 440, 260, mix(palette.accent, '#2a2630', 0.7), { rx: 14 }),
      ellipse(540, 720, 150, 22, '#d8d2c6', { opacity: 0.5 }) +
        shape('M470 700 h130 l-20 -60 h-90 z', palette.linen, { opacity: 0.8 }),
      shape('M320 500 H480 L360 760 H320 Z', '#ffffff', { opacity: 0.1 }),
      rect(806, 480, 22, 300, mix(palette.ink, palette.linen, 0.4), { rx: 11 }),
      rect(850, 480, 150, 60, '#20302c', { rx: 10 }) + rect(870, 500, 80, 20, '#8fe0b0', { rx: 4 }),
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((key) =>
        circle(876 + (key % 3) * 48, 590 + Math.floor(key / 3) * 52, 17, panel),
      ),
      rect(860, 742, 130, 32, palette.fabric, { rx: 12 }),
      rect(300, 836, 60, 18, palette.ink) + rect(920, 836, 60, 18, palette.ink),
    ].join('')
  },
}

export const miniFridge: Thing = {
  place: 'floor',
  details: [
    [560, 420],
    [720, 640],
  ],
  draw: (palette, random) => {
    const color = random.pick([palette.accent, palette.fabric, palette.linen])
    return [
      shape('M410 852 H900 L1040 884 H460 Z', '#1d1626', { opacity: 0.2 }),
      rect(390, 260, 500, 580, color, { rx: 46 }),
      shape('M720 260 H844 q46 0 46 46 V794 q0 46 -46 46 H720 Z', shade(color, 0.16)),
      rect(390, 416, 500, 10, shade(color, 0.35)),
      rect(430, 320, 18, 74, mix(palette.linen, palette.ink, 0.3), { rx: 9 }) +
        rect(430, 450, 18, 130, mix(palette.linen, palette.ink, 0.3), { rx: 9 }),
      rect(600, 330, 120, 30, palette.linen, { rx: 15, opacity: 0.8 }),
      rect(560, 500, 80, 90, palette.linen, { transform: 'rotate(-6 600 540)' }) +
        circle(600, 508, 10, palette.fabric),
      circle(720, 560, 26, palette.leaf) + shape('M690 660 l26 -44 l26 44 z', palette.wood),
      rect(430, 836, 60, 18, palette.ink) + rect(790, 836, 60, 18, palette.ink),
      shape('M520 260 v-70 h90 v70 z', palette.fabric === color ? palette.accent : palette.fabric) +
        shape('M680 260 q-10 -90 40 -100 q50 10 40 100 z', palette.leaf),
    ].join('')
  },
}

export const potsAndPans: Thing = {
  place: 'table',
  details: [
    [520, 700],
    [880, 780],
  ],
  draw: (palette) => {
    const pot = (x: number, y: number, wide: number, tall: number, color: string) =>
      [
        stroke(`M${x - 10} ${y + 40} h-34 M${x + wide + 10} ${y + 40} h34`, shade(color, 0.35), 20),
        shape(
          `M${x} ${y} h${wide} v${tall - 40} q0 40 -40 40 h${80 - wide} q-40 0 -40 -40 z`,
          color,
        ),
        shape(
          `M${x + wide * 0.68} ${y} h${wide * 0.32} v${tall - 40} q0 40 -40 40 h${-wide * 0.2} q30 -60 ${wide * 0.08} ${-tall} z`,
          shade(color, 0.18),
        ),
        shape(`M${x - 8} ${y} q${wide / 2} -90 ${wide + 16} 0 z`, tint(color, 0.1)),
        rect(x - 14, y - 8, wide + 28, 18, shade(color, 0.3), { rx: 9 }),
        circle(x + wide / 2, y - 56, 17, palette.ink),
      ].join('')
    return [
      shadow(480),
      pot(280, 520, 380, 320, palette.fabric),
      pot(700, 640, 260, 200, palette.accent),
      stroke('M990 810 L1180 770', palette.ink, 26),
      shape('M760 796 H1030 l-26 50 q-10 10 -30 10 h-160 q-20 0 -30 -10 z', palette.ink),
      stroke('M180 850 L210 520 M120 850 L130 560', palette.wood, 20) +
        ellipse(212, 500, 34, 56, palette.wood, { transform: 'rotate(6 212 500)' }) +
        rect(104, 470, 56, 110, palette.wood, { rx: 14 }),
    ].join('')
  },
}

export const coffeeMaker: Thing = {
  place: 'table',
  details: [
    [640, 700],
    [560, 420],
  ],
  draw: (palette) =>
    [
      shadow(330),
      rect(430, 300, 420, 130, palette.ink, { rx: 30 }),
      rect(690, 400, 160, 410, shade(palette.ink, 0.1)),
      rect(410, 790, 460, 60, palette.ink, { rx: 20 }),
      rect(460, 326, 180, 20, tint(palette.ink, 0.3), { rx: 10 }),
      circle(780, 364, 22, palette.accent),
      shape('M480 430 h160 l-30 60 h-100 z', tint(palette.ink, 0.2)),
      shape(
        'M450 540 H650 q40 110 10 230 q-6 20 -30 20 H470 q-24 0 -30 -20 q-30 -120 10 -230 z',
        '#d9e4e4',
        { opacity: 0.75 },
      ),
      shape(
        'M434 640 H670 q8 70 -10 130 q-6 20 -30 20 H470 q-24 0 -30 -20 q-16 -60 -6 -130 z',
        '#4a2c20',
      ),
      rect(440, 522, 224, 26, palette.accent, { rx: 12 }),
      stroke('M430 560 q-90 40 -50 170 h50', palette.ink, 22),
      stroke('M500 240 q-30 -50 0 -90 t0 -90 M580 250 q-30 -50 0 -90 t0 -80', palette.linen, 12, {
        opacity: 0.6,
      }),
      shape('M930 740 h130 v70 q0 36 -36 36 h-58 q-36 0 -36 -36 z', palette.fabric) +
        circle(1066, 784, 26, 'none', { stroke: palette.fabric, 'stroke-width': 14 }),
    ].join(''),
}

export const boardGames: Thing = {
  place: 'table',
  details: [
    [600, 640],
    [880, 800],
  ],
  draw: (palette) => {
    const box = (x: number, y: number, wide: number, tall: number, color: string, mark: string) =>
      [
        rect(x, y, wide, tall, color, { rx: 6 }),
        rect(x, y, wide, 22, tint(color, 0.25), { rx: 6 }),
        rect(x + wide * 0.72, y, wide * 0.28, tall, '#1d1626', { rx: 6, opacity: 0.14 }),
        circle(x + 70, y + tall / 2 + 8, tall * 0.24, mark),
        rect(x + 130, y + tall / 2 - 8, wide * 0.4, 24, mark, { rx: 12 }),
      ].join('')
    const die = (x: number, y: number, turn: number) =>
      placed(
        x,
        y,
        rect(-36, -36, 72, 72, palette.linen, { rx: 14 }) +
          [-16, 0, 16].map((at) => circle(at, at, 7, palette.ink)).join(''),
        1,
        turn,
      )
    const pawn = (x: number, color: string) =>
      circle(x, 736, 28, color) +
      shape(`M${x - 18} 756 h36 l22 92 h-80 z`, color) +
      shape(`M${x + 4} 756 h14 l22 92 h-34 z`, '#1d1626', { opacity: 0.18 })
    return [
      shadow(480),
      box(240, 720, 620, 126, palette.fabric, palette.accent),
      box(280, 600, 560, 120, palette.accent, palette.ink),
      box(250, 500, 540, 100, palette.leaf, palette.linen),
      box(330, 390, 440, 110, palette.linen, palette.fabric),
      pawn(950, palette.fabric),
      pawn(1040, palette.accent),
      die(1130, 812, 12),
      die(560, 352, -10),
    ].join('')
  },
}

export const houseplants: Thing = {
  place: 'floor',
  details: [
    [420, 500],
    [880, 640],
  ],
  draw: (palette) => {
    const pot = (x: number, base: number, wide: number, tall: number, color: string) =>
      ellipse(x + 20, base + 4, wide * 0.8, 18, '#1d1626', { opacity: 0.2 }) +
      shape(
        `M${x - wide / 2} ${base - tall} h${wide} l${-wide * 0.14} ${tall} h${-wide * 0.72} z`,
        color,
      ) +
      shape(
        `M${x + wide * 0.14} ${base - tall} h${wide * 0.36} l${-wide * 0.14} ${tall} h${-wide * 0.3} z`,
        shade(color, 0.18),
      )
    const blades = (
      x: number,
      base: number,
      long: number,
      wide: number,
      turns: readonly number[],
    ) =>
      turns
        .map((turn, index) =>
          shape(
            `M0 0 Q${-wide} ${-long * 0.5} 0 ${-long} Q${wide} ${-long * 0.5} 0 0 Z`,
            index % 2 ? shade(palette.leaf, 0.2) : tint(palette.leaf, index * 0.03),
            { transform: `translate(${x} ${base}) rotate(${turn})` },
          ),
        )
        .join('')
    return [
      blades(400, 640, 440, 70, [-38, -18, 2, 22, 40]),
      pot(400, 850, 220, 220, palette.accent),
      blades(700, 720, 300, 26, [-30, -16, -4, 8, 20, 34]),
      pot(700, 860, 170, 150, palette.fabric),
      ...[
        [880, 640],
        [950, 600],
        [1010, 650],
        [930, 680],
        [990, 700],
      ].map(([x, y]) =>
        circle(x ?? 0, y ?? 0, 56, (x ?? 0) > 960 ? shade(palette.leaf, 0.2) : palette.leaf),
      ),
      ...[
        [900, 620],
        [970, 590],
        [1000, 660],
      ].map(([x, y]) => circle(x ?? 0, y ?? 0, 14, palette.accent)),
      pot(950, 850, 190, 150, palette.linen),
    ].join('')
  },
}
