import { mix, tint } from '../colors.ts'
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
