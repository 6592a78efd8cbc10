import { shade, tint } from '../colors.ts'
import { contactShadow, floorLamp, plant } from '../home/decoration.ts'
import { bookcase, desk } from '../home/furniture.ts'
import type { Setting } from '../home/setting.ts'
import { sofa } from '../home/sofas.ts'
import type { Palette } from '../palettes.ts'
import { type Random, seededRandom } from '../seeded-random.ts'
import { group, rect, shape, stroke } from '../svg.ts'
import type { Thing } from './thing.ts'

function indoors(palette: Palette, random: Random): Setting {
  const seed = String(random.next())
  return {
    palette,
    season: 'summer',
    time: 'noon',
    outside: { palette: 'clay', season: 'summer', time: 'noon' },
    style: (thing) => seededRandom(`${seed}/${thing}`),
  }
}

/** The same piece as in a furnished room, nearer to the camera. */
const enlarged = (scale: number, content: string): string =>
  group([content], { transform: `translate(640 850) scale(${scale}) translate(-640 -850)` })

export const couch: Thing = {
  place: 'floor',
  details: [
    [420, 640],
    [860, 700],
  ],
  draw: (palette, random) => enlarged(1.28, sofa(640, 840, 640, palette, random)),
}

export const writingDesk: Thing = {
  place: 'floor',
  details: [
    [460, 420],
    [860, 640],
  ],
  draw: (palette, random) => enlarged(1.42, desk(345, 840, 590, indoors(palette, random))),
}

export const bookshelf: Thing = {
  place: 'floor',
  details: [
    [620, 360],
    [660, 680],
  ],
  draw: (palette, random) => {
    const setting = indoors(palette, random)
    return enlarged(
      1.3,
      bookcase(490, 842, 300, 4, setting) + plant(900, 846, 170, 'beside', setting),
    )
  },
}

export const standingLamp: Thing = {
  place: 'floor',
  details: [
    [640, 330],
    [640, 800],
  ],
  draw: (palette, random) => enlarged(1.5, floorLamp(640, 842, indoors(palette, random))),
}

export const mattress: Thing = {
  place: 'floor',
  details: [
    [420, 560],
    [860, 780],
  ],
  draw: (palette) =>
    [
      contactShadow(650, 850, 520),
      rect(170, 770, 940, 60, palette.wood, { rx: 10 }),
      stroke('M230 830 v26 M1050 830 v26', shade(palette.wood, 0.3), 30),
      shape(
        'M170 610 H1110 q26 0 26 30 V740 q0 34 -30 34 H174 q-30 0 -30 -34 V640 q0 -30 26 -30 z',
        palette.linen,
      ),
      shape('M150 690 H1136 V740 q0 34 -30 34 H174 q-30 0 -30 -34 z', shade(palette.linen, 0.1)),
      stroke('M146 690 H1134', palette.fabric, 10),
      ...[240, 380, 520, 660, 800, 940, 1060].map((x) =>
        stroke(`M${x} 624 q10 26 0 52`, shade(palette.linen, 0.2), 6),
      ),
      shape(
        'M220 614 q-20 -110 60 -120 h170 q80 10 60 120 q-150 26 -290 0 z',
        tint(palette.linen, 0.6),
      ),
      shape('M230 606 q140 -34 270 0 q4 10 0 10 q-150 24 -270 -10 z', shade(palette.linen, 0.12)),
      shape('M760 616 h300 q40 -60 -10 -86 h-260 q-60 20 -30 86 z', palette.accent) +
        stroke('M780 574 h290', shade(palette.accent, 0.2), 8),
    ].join(''),
}
