import { mix, shade, tint } from '../colors.ts'
import { circle, ellipse, group, rect, shape, stroke } from '../svg.ts'
import type { Thing } from './thing.ts'

export const guitar: Thing = {
  place: 'floor',
  details: [
    [620, 640],
    [700, 220],
  ],
  draw: (palette, random) => {
    const wood = random.pick(['#c98a4b', palette.wood, palette.accent])
    const body =
      'M0 -40 Q110 -50 116 50 Q118 110 96 150 Q150 190 150 280 Q150 400 0 404 Q-150 400 -150 280 Q-150 190 -96 150 Q-118 110 -116 50 Q-110 -50 0 -40 Z'
    const strings = [-15, -9, -3, 3, 9, 15].map((x) => `M${x} -390 V300`)
    return [
      shape('M470 856 H820 L960 884 H520 Z', '#1d1626', { opacity: 0.2 }),
      stroke('M540 850 L600 700 M760 850 L690 700 M560 640 L740 640', palette.ink, 16),
      group(
        [
          shape(body, shade(wood, 0.35), { transform: 'translate(14 8)' }),
          shape(body, wood),
          shape(
            'M0 -40 Q110 -50 116 50 Q118 110 96 150 Q150 190 150 280 Q150 400 0 404 Q110 330 70 170 Q60 60 0 -40 Z',
            shade(wood, 0.14),
          ),
          circle(0, 120, 58, 'none', { stroke: palette.linen, 'stroke-width': 8 }),
          circle(0, 120, 50, palette.ink),
          shape('M44 160 q60 20 70 110 q-60 10 -90 -60 z', palette.ink, { opacity: 0.55 }),
          rect(-26, -400, 52, 470, shade(palette.wood, 0.4)),
          ...[0, 1, 2, 3, 4, 5, 6].map((fret) => rect(-26, -340 + fret * 56, 52, 5, '#c8bfae')),
          shape('M-40 -520 h80 l-12 130 h-56 z', shade(palette.wood, 0.2)),
          ...[0, 1, 2].map(
            (peg) =>
              circle(-50, -500 + peg * 38, 12, '#c8bfae') +
              circle(50, -500 + peg * 38, 12, '#c8bfae'),
          ),
          rect(-60, 290, 120, 26, palette.ink, { rx: 8 }),
          stroke(strings.join(' '), '#efe6d2', 2.5),
        ],
        { transform: 'translate(646 516) rotate(5) scale(0.84)' },
      ),
    ].join('')
  },
}

export const digitalPiano: Thing = {
  place: 'floor',
  details: [
    [420, 560],
    [860, 500],
  ],
  draw: (palette) => {
    const keys = Array.from({ length: 22 }, (_, index) =>
      rect(196 + index * 40.5, 530, 38, 96, '#fdfaf2', { rx: 4 }),
    )
    const blacks = Array.from({ length: 21 }, (_, index) =>
      [2, 6].includes(index % 7) ? '' : rect(224 + index * 40.5, 530, 22, 58, '#221c2a', { rx: 3 }),
    )
    return [
      ellipse(640, 856, 460, 22, '#1d1626', { opacity: 0.22 }),
      stroke('M330 640 L860 850 M950 640 L420 850', shade(palette.ink, 0.1), 26),
      stroke('M370 850 h110 M800 850 h110', palette.ink, 22),
      rect(150, 440, 980, 200, palette.ink, { rx: 20 }),
      rect(150, 440, 980, 80, shade(palette.ink, 0.3), { rx: 20 }),
      rect(560, 462, 160, 40, mix('#9fd3d8', palette.ink, 0.2), { rx: 6 }),
      ...[0, 1, 2, 3, 4].map((index) =>
        circle(200 + index * 46, 482, 13, index === 1 ? palette.accent : tint(palette.ink, 0.3)),
      ),
      ...[0, 1, 2, 3].map((index) =>
        rect(
          800 + index * 70,
          470,
          50,
          24,
          index === 2 ? palette.accent : tint(palette.ink, 0.25),
          { rx: 6 },
        ),
      ),
      ...keys,
      ...blacks,
      rect(450, 240, 380, 200, palette.linen, { rx: 6 }),
      ...[0, 1, 2, 3].map((row) =>
        stroke(`M480 ${280 + row * 40} H800`, mix(palette.ink, palette.linen, 0.6), 4),
      ),
      ...[520, 570, 640, 720, 760].map(
        (x, index) =>
          circle(x, 284 + ((index * 3) % 4) * 36, 12, palette.ink) +
          stroke(`M${x + 11} ${284 + ((index * 3) % 4) * 36} v-46`, palette.ink, 5),
      ),
    ].join('')
  },
}
