import { mix, shade, tint } from '../colors.ts'
import { circle, ellipse, group, placed, rect, shape, stroke } from '../svg.ts'
import type { Thing } from './thing.ts'

const shadow = (half: number, y = 852, x = 650): string =>
  ellipse(x, y, half, 22, '#1d1626', { opacity: 0.24 })

export const laptop: Thing = {
  place: 'table',
  details: [
    [760, 520],
    [520, 800],
  ],
  draw: (palette, random) => {
    const metal = random.pick([
      mix(palette.linen, palette.ink, 0.2),
      palette.ink,
      mix(palette.fabric, palette.linen, 0.2),
    ])
    return [
      shadow(450),
      rect(290, 290, 700, 470, shade(metal, 0.25), { rx: 24 }),
      rect(312, 312, 656, 416, mix(palette.fabric, palette.ink, 0.45)),
      shape('M312 728 V600 q150 -130 300 -30 t356 -90 V728 Z', palette.accent),
      shape(
        'M312 728 V670 q180 -90 360 -20 t296 -40 V728 Z',
        mix(palette.accent, palette.fabric, 0.5),
      ),
      circle(800, 430, 54, palette.linen),
      shape('M312 312 H560 L340 728 H312 Z', '#ffffff', { opacity: 0.08 }),
      shape('M250 760 H1030 L1090 836 q4 20 -20 20 H210 q-24 0 -20 -20 Z', metal),
      rect(196, 836, 888, 20, shade(metal, 0.3), { rx: 10 }),
      ...[0, 1, 2].map((row) =>
        stroke(`M${310 - row * 14} ${778 + row * 15} H${970 + row * 14}`, shade(metal, 0.4), 9, {
          'stroke-dasharray': '26 12',
        }),
      ),
      rect(570, 822, 140, 10, shade(metal, 0.16), { rx: 5 }),
    ].join('')
  },
}

export const monitor: Thing = {
  place: 'table',
  details: [
    [640, 360],
    [640, 780],
  ],
  draw: (palette) =>
    [
      shadow(260),
      rect(600, 640, 80, 180, shade(palette.ink, 0.1)),
      shape('M470 850 q10 -40 60 -40 h220 q50 0 60 40 z', palette.ink),
      rect(210, 150, 860, 520, palette.ink, { rx: 20 }),
      rect(232, 172, 816, 460, mix(palette.fabric, '#1b2440', 0.5)),
      rect(232, 172, 210, 460, mix(palette.fabric, '#1b2440', 0.75)),
      ...[0, 1, 2, 3, 4, 5].map((row) =>
        rect(
          258,
          214 + row * 54,
          150 - (row % 3) * 30,
          14,
          mix(palette.linen, palette.fabric, 0.4),
          { rx: 7 },
        ),
      ),
      ...[0, 1, 2, 3, 4, 5, 6].map((row) =>
        rect(
          480 + (row % 3) * 40,
          214 + row * 54,
          380 - (row % 4) * 70,
          14,
          [palette.accent, palette.linen, palette.leaf][row % 3] ?? palette.linen,
          { rx: 7 },
        ),
      ),
      shape('M232 172 H560 L330 632 H232 Z', '#ffffff', { opacity: 0.07 }),
      circle(640, 652, 6, palette.accent),
    ].join(''),
}

export const mechanicalKeyboard: Thing = {
  place: 'tabletop',
  details: [
    [420, 460],
    [900, 560],
  ],
  draw: (palette, random) => {
    const keys: string[] = []
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 14; column++) {
        if (row === 4 && column > 3 && column < 9) continue
        const color =
          row === 0 && column === 0
            ? palette.accent
            : column > 12 || row === 4 || (column === 0 && row > 1)
              ? palette.fabric
              : palette.linen
        const x = 206 + column * 62
        const y = 330 + row * 66
        keys.push(
          rect(x, y, 54, 58, shade(color, 0.25), { rx: 10 }),
          rect(x + 5, y + 2, 44, 46, color, { rx: 9 }),
        )
      }
    }
    const cable = stroke('M640 280 C 620 160 820 190 800 90 S 900 40 900 -30', palette.accent, 16)
    return [
      cable,
      rect(190, 310, 920, 380, '#1d1626', { rx: 30, opacity: 0.25, transform: 'translate(12 20)' }),
      rect(180, 290, 920, 390, random.pick([palette.ink, palette.wood]), { rx: 30 }),
      ...keys,
      rect(454, 594, 302, 58, shade(palette.accent, 0.25), { rx: 10 }) +
        rect(459, 596, 292, 46, palette.accent, { rx: 9 }),
    ].join('')
  },
}

export const headphones: Thing = {
  place: 'table',
  details: [
    [470, 680],
    [650, 300],
  ],
  draw: (palette) => {
    const cup = (x: number, flip: 1 | -1) =>
      rect(x - 62, 570, 124, 240, palette.ink, { rx: 60 }) +
      rect(x - 62 + (flip > 0 ? -34 : 34), 590, 124, 200, palette.fabric, { rx: 56 }) +
      circle(x + flip * -34, 690, 40, tint(palette.fabric, 0.15)) +
      circle(x + flip * -34, 690, 14, palette.accent)
    return [
      shadow(330),
      stroke('M420 640 C 390 60 890 60 860 640', palette.ink, 60),
      stroke('M440 470 C 460 160 820 160 840 470', palette.fabric, 26),
      stroke('M470 330 C 500 190 620 160 660 164', tint(palette.fabric, 0.4), 9),
      stroke('M420 560 v40 M860 560 v40', '#b8b3ac', 26),
      cup(430, 1),
      cup(850, -1),
      stroke('M396 800 C 380 880 560 900 640 862 S 900 830 980 880', palette.ink, 9),
    ].join('')
  },
}

export const gameConsole: Thing = {
  place: 'table',
  details: [
    [900, 790],
    [480, 640],
  ],
  draw: (palette) =>
    [
      shadow(460, 856),
      rect(250, 560, 440, 280, palette.linen, { rx: 30 }),
      rect(250, 690, 440, 150, shade(palette.linen, 0.12), { rx: 30 }),
      rect(250, 676, 440, 20, palette.ink),
      rect(300, 600, 200, 14, shade(palette.linen, 0.25), { rx: 7 }),
      circle(630, 620, 16, palette.accent),
      rect(330, 760, 120, 26, palette.ink, { rx: 8 }),
      shape(
        'M760 700 q90 -40 180 0 q70 -10 92 60 q30 110 -26 112 q-36 0 -66 -66 h-180 q-30 66 -66 66 q-56 -2 -26 -112 q22 -70 92 -60 z',
        palette.fabric,
      ),
      shape(
        'M940 700 q70 -10 92 60 q30 110 -26 112 q-36 0 -66 -66 h-70 q60 -20 70 -106 z',
        shade(palette.fabric, 0.2),
      ),
      stroke('M740 736 v52 M714 762 h52', palette.linen, 16, { 'stroke-linecap': 'butt' }),
      circle(950, 744, 11, palette.accent) +
        circle(974, 766, 11, palette.linen) +
        circle(926, 766, 11, palette.leaf) +
        circle(950, 788, 11, palette.wall),
      circle(806, 808, 22, palette.ink) + circle(890, 808, 22, palette.ink),
      ...[0, 1, 2, 3].map((index) =>
        rect(
          300 + index * 26,
          350 + (index % 2) * 10,
          24,
          210 - (index % 2) * 10,
          [palette.fabric, palette.accent, palette.leaf, palette.ink][index] ?? palette.ink,
          { rx: 3 },
        ),
      ),
      rect(420, 540, 180, 22, palette.fabric, { rx: 3 }) +
        rect(430, 518, 166, 22, palette.accent, { rx: 3 }),
    ].join(''),
}

export const calculator: Thing = {
  place: 'tabletop',
  details: [
    [640, 240],
    [640, 640],
  ],
  draw: (palette, random) => {
    const keys: string[] = []
    for (let row = 0; row < 6; row++)
      for (let column = 0; column < 5; column++)
        keys.push(
          rect(
            -160 + column * 66,
            20 + row * 58,
            54,
            42,
            row === 0 ? palette.accent : column === 4 ? palette.fabric : palette.linen,
            { rx: 10 },
          ),
          rect(-160 + column * 66, 50 + row * 58, 54, 12, '#1d1626', { rx: 6, opacity: 0.2 }),
        )
    const body = [
      rect(-196, -330, 400, 730, '#1d1626', {
        rx: 44,
        opacity: 0.25,
        transform: 'translate(18 22)',
      }),
      rect(-200, -340, 400, 740, palette.ink, { rx: 44 }),
      rect(-170, -300, 340, 260, shade(palette.ink, 0.5), { rx: 20 }),
      rect(-152, -282, 304, 214, '#c9d6b8', { rx: 8 }),
      stroke('M-140 -175 H140 M0 -270 V-80', '#5b6a52', 4),
      stroke('M-130 -100 C -80 -320 -30 -290 0 -175 S 80 -60 130 -250', '#33402f', 9),
      circle(110, -12, 18, palette.accent),
      ...keys,
    ]
    const notes = [0, 1, 2, 3, 4, 5].map((row) =>
      stroke(`M930 ${180 + row * 56} h240`, mix(palette.ink, palette.linen, 0.75), 5),
    )
    return [
      group([shape('M900 120 h300 v420 h-300 z', palette.linen), ...notes], {
        transform: 'rotate(8 1050 330)',
      }),
      placed(620, 460, body.join(''), 1.08, random.between(-14, -5)),
    ].join('')
  },
}
