import { mix, shade, tint } from '../colors.ts'
import { circle, ellipse, placed, rect, shape, stroke } from '../svg.ts'
import type { Thing } from './thing.ts'

function wheel(x: number, y: number, tyre: string, metal: string): string {
  const spokes = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6
    return `M${x} ${y} L${x + Math.cos(angle) * 150} ${y + Math.sin(angle) * 150}`
  })
  return [
    circle(x, y, 164, 'none', { stroke: tyre, 'stroke-width': 22 }),
    circle(x, y, 148, 'none', { stroke: metal, 'stroke-width': 7 }),
    stroke(spokes.join(' '), metal, 2.5),
    circle(x, y, 16, tyre),
  ].join('')
}

export const bike: Thing = {
  place: 'floor',
  details: [
    [560, 700],
    [880, 420],
  ],
  draw: (palette, random) => {
    const frame = random.pick([palette.fabric, palette.accent, palette.leaf])
    const metal = mix(palette.linen, palette.ink, 0.4)
    const city = random.chance(0.5)
    const basket = [
      stroke('M822 410 H880 M960 460 L930 680', palette.ink, 8),
      rect(866, 350, 170, 110, palette.wood, { rx: 12 }),
      stroke('M880 386 h142 M880 422 h142', tint(palette.wood, 0.3), 6),
      stroke('M190 640 A 190 190 0 0 1 540 600', frame, 12),
    ]
    return [
      ellipse(650, 852, 480, 22, '#1d1626', { opacity: 0.22 }),
      wheel(370, 680, palette.ink, metal),
      wheel(930, 680, palette.ink, metal),
      stroke('M370 680 H600 L840 420 M600 680 L500 400 L370 680 M500 420 L830 440', frame, 22),
      stroke('M930 680 L826 400', frame, 22),
      stroke('M520 416 L826 436', tint(frame, 0.4), 6),
      stroke(
        city
          ? 'M820 396 L806 330 Q 800 300 840 300 M806 330 Q 780 290 740 300'
          : 'M822 396 L812 340 H890 q40 0 40 40 q0 30 -30 30',
        palette.ink,
        17,
      ),
      stroke('M500 404 L490 350', metal, 14),
      shape('M420 336 q70 -24 150 4 q10 22 -40 22 h-80 q-40 0 -30 -26 z', palette.ink),
      circle(600, 680, 42, 'none', { stroke: metal, 'stroke-width': 12 }),
      stroke('M600 680 L640 744 M622 744 h44 M600 680 L560 616 M540 616 h44', palette.ink, 12),
      stroke('M370 666 L600 640 M370 694 L600 720', metal, 4),
      ...(city ? basket : []),
    ].join('')
  },
}

export const skates: Thing = {
  place: 'floor',
  details: [
    [560, 800],
    [520, 480],
  ],
  draw: (palette, random) => {
    const hockey = random.chance(0.5)
    const boot = hockey ? palette.ink : palette.linen
    const skate = [
      shape(
        'M0 0 L190 -10 Q200 130 220 190 Q380 230 420 280 Q440 330 400 340 H20 Q-20 330 -10 260 Z',
        boot,
      ),
      shape(
        'M110 -6 L190 -10 Q200 130 220 190 Q380 230 420 280 Q440 330 400 340 H210 Q100 200 110 -6 Z',
        '#1d1626',
        { opacity: 0.14 },
      ),
      ...[0, 1, 2, 3, 4].map((row) =>
        stroke(`M${150 + row * 14} ${30 + row * 44} l70 ${-10 + row * 6}`, palette.accent, 11),
      ),
      rect(0, 0, 190, 34, palette.fabric, { rx: 14, transform: 'translate(0 -14)' }),
      stroke('M60 340 v40 M330 340 v40', '#9aa0a6', 36),
      shape('M-10 376 H420 Q450 372 452 352 L470 360 Q470 408 420 408 H-10 Z', '#c8ced4'),
      rect(-10, 398, 440, 8, '#8d949b'),
    ].join('')
    return [
      ellipse(660, 850, 440, 22, '#1d1626', { opacity: 0.22 }),
      placed(560, 446, skate, 1),
      placed(300, 430, skate, 1.02),
      stroke('M440 440 C 520 340 620 360 640 440', palette.accent, 9),
    ].join('')
  },
}

export const snowboard: Thing = {
  place: 'floor',
  details: [
    [640, 440],
    [700, 640],
  ],
  draw: (palette) =>
    [
      shape('M560 850 H740 L900 884 H620 Z', '#1d1626', { opacity: 0.2 }),
      `<g transform="rotate(6 640 480)">${[
        rect(520, 90, 240, 770, palette.fabric, { rx: 120 }),
        shape('M520 420 Q640 300 760 420 V560 Q640 440 520 560 Z', palette.accent),
        shape('M520 600 Q640 480 760 600 V650 Q640 530 520 650 Z', palette.linen),
        circle(640, 210, 62, palette.accent),
        shape('M690 110 Q760 150 760 210 V740 Q760 800 690 840 Z', '#1d1626', { opacity: 0.14 }),
        ...[330, 620].map(
          (y) =>
            rect(540, y, 200, 60, palette.ink, { rx: 24 }) +
            rect(570, y - 40, 140, 130, shade(palette.ink, 0.2), { rx: 30 }) +
            stroke(`M566 ${y - 6} H714 M566 ${y + 56} H714`, tint(palette.ink, 0.4), 14),
        ),
      ].join('')}</g>`,
      shape('M180 850 q-10 -150 60 -190 h90 q20 100 120 120 q40 20 30 70 z', palette.ink),
      shape('M250 664 h80 l6 40 h-92 z', palette.accent),
    ].join(''),
}

export const tent: Thing = {
  place: 'floor',
  details: [
    [620, 620],
    [880, 560],
  ],
  draw: (palette) =>
    [
      ellipse(640, 850, 520, 26, '#1d1626', { opacity: 0.22 }),
      shape('M160 850 Q360 260 640 250 Q920 260 1120 850 Z', palette.fabric),
      shape('M640 250 Q920 260 1120 850 H820 Q800 420 640 250 Z', shade(palette.fabric, 0.2)),
      shape('M640 300 Q470 560 440 850 H800 Q790 560 640 300 Z', palette.ink),
      shape('M640 300 Q470 560 440 850 H540 Q540 560 640 300 Z', palette.accent),
      stroke('M160 850 Q360 260 640 250 Q920 260 1120 850', palette.accent, 12),
      stroke('M160 850 L70 880 M1120 850 L1210 880', palette.linen, 6),
      rect(960, 780, 150, 80, palette.leaf, { rx: 40 }) +
        circle(1072, 820, 40, shade(palette.leaf, 0.2)) +
        circle(1072, 820, 20, tint(palette.leaf, 0.2)),
    ].join(''),
}
