import { mix, shade, tint } from '../colors.ts'
import { lettering } from '../lettering.ts'
import { circle, rect, shape, stroke } from '../svg.ts'
import type { Thing } from './thing.ts'

const hanger = (ink: string): string =>
  stroke('M640 160 q0 -30 24 -30 q20 0 20 20 q0 24 -44 44 L440 290 M640 194 L840 290', ink, 11)

const cast = (outline: string): string =>
  shape(outline, '#1d1626', { opacity: 0.16, transform: 'translate(34 26)' })

export const hoodie = (letter: string): Thing => ({
  place: 'hook',
  neverMirrored: true,
  details: [
    [640, 480],
    [640, 300],
  ],
  draw: (palette) => {
    const color = palette.fabric
    const body =
      'M500 250 L380 320 Q310 520 270 760 L370 800 L430 560 V850 H850 V560 L910 800 L1010 760 Q970 520 900 320 L780 250 Z'
    return [
      cast(body),
      hanger(palette.ink),
      shape(body, color),
      shape(
        'M780 250 L900 320 Q970 520 1010 760 L910 800 L850 560 V850 H720 Q800 560 760 270 Z',
        shade(color, 0.16),
      ),
      shape(
        'M500 250 Q520 180 640 176 Q760 180 780 250 Q720 340 640 350 Q560 340 500 250 Z',
        shade(color, 0.3),
      ),
      shape(
        'M500 250 Q560 230 640 346 Q720 230 780 250 Q740 350 640 372 Q540 350 500 250 Z',
        tint(color, 0.12),
      ),
      stroke('M600 350 v110 M680 350 v96', palette.linen, 9),
      lettering(640, 600, letter, {
        size: 170,
        color: palette.accent,
        family: 'serif',
        anchor: 'middle',
      }),
      stroke('M550 486 H730 M550 624 H730', palette.accent, 8),
      shape('M510 800 L560 670 H720 L770 800 Z', shade(color, 0.12)),
      rect(430, 826, 420, 34, shade(color, 0.28), { rx: 8 }),
      stroke('M270 750 L372 792 M1010 750 L908 792', shade(color, 0.3), 22),
    ].join('')
  },
})

export const parka: Thing = {
  place: 'hook',
  details: [
    [640, 300],
    [740, 680],
  ],
  draw: (palette, random) => {
    const color = random.pick([palette.fabric, palette.leaf, palette.accent])
    const fur = mix(palette.wood, palette.linen, 0.55)
    const body =
      'M480 260 L360 340 Q300 540 280 760 L380 780 L420 560 V900 H860 V560 L900 780 L1000 760 Q980 540 920 340 L800 260 Z'
    const quilt = [430, 540, 650, 760].map((y) =>
      stroke(`M420 ${y} Q640 ${y + 26} 860 ${y}`, shade(color, 0.18), 7),
    )
    return [
      cast(body),
      hanger(palette.ink),
      shape(body, color),
      ...quilt,
      shape(
        'M800 260 L920 340 Q980 540 1000 760 L900 780 L860 560 V900 H740 Q800 560 770 280 Z',
        '#1d1626',
        { opacity: 0.14 },
      ),
      ...Array.from({ length: 15 }, (_, index) => {
        const angle = Math.PI * (0.02 + index * 0.069)
        return circle(
          640 - Math.cos(angle) * 176,
          330 - Math.sin(angle) * 150,
          40,
          index % 2 ? fur : tint(fur, 0.25),
        )
      }),
      shape(
        'M496 330 Q510 214 640 210 Q770 214 784 330 Q720 380 640 384 Q560 380 496 330 Z',
        shade(color, 0.5),
      ),
      stroke('M640 384 V896', palette.ink, 11),
      rect(620, 420, 20, 44, palette.accent, { rx: 6 }),
      rect(460, 660, 130, 120, shade(color, 0.12), { rx: 12 }) +
        rect(690, 660, 130, 120, shade(color, 0.26), { rx: 12 }),
      stroke('M460 690 h130 M690 690 h130', palette.ink, 7),
      stroke('M284 740 l94 18 M996 740 l-94 18', palette.ink, 16),
    ].join('')
  },
}

export const labCoat: Thing = {
  place: 'hook',
  details: [
    [560, 520],
    [640, 320],
  ],
  draw: (palette) => {
    const white = '#fbfaf6'
    const body =
      'M520 250 L390 320 Q330 540 310 740 L400 760 L450 540 V910 H830 V540 L880 760 L970 740 Q950 540 890 320 L760 250 Z'
    return [
      cast(body),
      hanger(palette.ink),
      shape(body, white),
      shape(
        'M760 250 L890 320 Q950 540 970 740 L880 760 L830 540 V910 H700 Q790 560 740 260 Z',
        shade(white, 0.1),
      ),
      shape('M520 250 L640 520 L600 620 L470 340 Z', shade(white, 0.07)),
      shape('M760 250 L640 520 L680 620 L810 340 Z', shade(white, 0.15)),
      shape('M560 240 L640 500 L720 240 Q640 276 560 240 Z', palette.fabric),
      stroke('M640 520 V906', shade(white, 0.25), 7),
      ...[600, 690, 780].map((y) => circle(662, y, 10, shade(white, 0.35))),
      rect(500, 500, 96, 100, shade(white, 0.1), { rx: 8 }) +
        stroke('M522 470 v70 M550 480 v60', palette.accent, 11),
      rect(480, 720, 120, 120, shade(white, 0.08), { rx: 8 }) +
        rect(690, 720, 120, 120, shade(white, 0.16), { rx: 8 }),
      stroke('M960 150 C 900 300 1020 330 1040 300', palette.ink, 8),
      rect(950, 300, 190, 90, mix('#bfe0ea', palette.linen, 0.2), {
        rx: 40,
        stroke: palette.fabric,
        'stroke-width': 12,
      }),
    ].join('')
  },
}

export const backpack: Thing = {
  place: 'floor',
  details: [
    [640, 680],
    [640, 330],
  ],
  draw: (palette, random) => {
    const color = random.pick([palette.fabric, palette.accent])
    const other = color === palette.fabric ? palette.accent : palette.fabric
    return [
      shape('M380 850 H920 L1040 880 H420 Z', '#1d1626', { opacity: 0.2 }),
      stroke('M570 240 q0 -80 70 -80 t70 80', shade(color, 0.3), 26),
      shape(
        'M420 480 Q420 220 640 220 Q860 220 860 480 V780 Q860 850 790 850 H490 Q420 850 420 780 Z',
        color,
      ),
      shape(
        'M700 226 Q860 250 860 480 V780 Q860 850 790 850 H700 Q790 640 700 226 Z',
        shade(color, 0.16),
      ),
      stroke('M456 470 Q460 270 640 262 Q820 270 824 470', other, 10),
      rect(466, 550, 348, 260, shade(color, 0.12), { rx: 40 }),
      stroke('M480 610 H800', other, 10),
      rect(780, 602, 16, 60, palette.linen, { rx: 8 }),
      rect(560, 390, 160, 70, palette.wood, { rx: 12 }) +
        circle(600, 425, 12, palette.linen) +
        circle(680, 425, 12, palette.linen),
      stroke('M400 520 q-46 150 20 280 M880 520 q46 150 -20 280', shade(color, 0.34), 26),
    ].join('')
  },
}
