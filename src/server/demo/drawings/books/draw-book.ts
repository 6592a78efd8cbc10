import { mix, shade, tint } from '../colors.ts'
import { PALETTES, type Palette, type PaletteName } from '../palettes.ts'
import { type Random, seededRandom } from '../seeded-random.ts'
import { readingDesk, tabletop } from '../surfaces.ts'
import {
  circle,
  closeUp,
  ellipse,
  group,
  placed,
  rect,
  shape,
  stroke,
  svgDocument,
} from '../svg.ts'
import {
  type Book,
  backCover,
  COVER_HEIGHT,
  COVER_WIDTH,
  type CoverLayout,
  frontCover,
  inks,
  spine,
} from './covers.ts'
import { deskProps } from './desk-props.ts'
import { MOTIFS, type MotifName } from './motifs.ts'

export interface BookLook {
  palette: PaletteName
  layout: CoverLayout
  motif: MotifName
}

export type BookView = 'standing' | 'lying' | 'stack' | 'back' | 'open' | 'detail'

interface Shot {
  book: Book
  palette: Palette
  random: Random
  seed: string
}

const paper = '#f6ecd8'

function standingBlock(
  cover: string,
  x: number,
  base: number,
  scale: number,
  lean: number,
  spineColor: string,
): string {
  const body = [
    shape(`M0 0 L-44 26 V${COVER_HEIGHT - 14} L0 ${COVER_HEIGHT} Z`, spineColor),
    shape(`M-44 26 L0 0 H${COVER_WIDTH} l-46 22 H-44 Z`, paper),
    cover,
  ]
  const shadow = shape(
    `M-40 ${COVER_HEIGHT - 12} H${COVER_WIDTH} L${COVER_WIDTH + 190} ${COVER_HEIGHT + 46} H60 Z`,
    '#1d1626',
    { opacity: 0.2 },
  )
  return group([shadow, ...body], {
    transform: `translate(${Math.round(x)} ${Math.round(base - COVER_HEIGHT * scale)}) scale(${scale.toFixed(3)}) skewY(${lean})`,
  })
}

function standing({ book, palette, random, seed }: Shot): string {
  const x = random.between(380, 470)
  return [
    readingDesk(palette, seededRandom(`${seed}/desk`)),
    deskProps(x - 60, x + 560, palette, random),
    standingBlock(
      frontCover(book),
      x,
      838,
      1.08,
      random.between(-2.5, -1),
      shade(inks(book).ground, 0.3),
    ),
  ].join('')
}

function fromBehind({ book, palette, random, seed }: Shot): string {
  const x = random.between(420, 500)
  return [
    readingDesk(palette, seededRandom(`${seed}/desk`)),
    deskProps(x - 60, x + 540, palette, random),
    standingBlock(backCover(book), x, 830, 1.04, -2, shade(inks(book).ground, 0.36)),
  ].join('')
}

function lying({ book, palette, random }: Shot): string {
  const turn = random.between(6, 14) * random.sign()
  return [
    tabletop(palette, random),
    circle(1130, 190, 118, '#1d1626', { opacity: 0.16 }) +
      circle(1116, 176, 112, palette.linen) +
      circle(1116, 176, 92, mix(palette.wood, palette.ink, 0.3)) +
      ellipse(1086, 150, 24, 12, '#ffffff', { opacity: 0.25 }) +
      stroke('M1002 176 q-44 0 -44 34 t52 26', palette.linen, 20),
    stroke('M150 700 L290 350', palette.accent, 24) +
      stroke('M283 368 L290 350 L296 332', palette.ink, 12, { 'stroke-linecap': 'round' }),
    group(
      [
        rect(18, 22, COVER_WIDTH + 10, COVER_HEIGHT + 10, '#1d1626', { opacity: 0.26, rx: 10 }),
        rect(6, 8, COVER_WIDTH, COVER_HEIGHT, paper, { rx: 6 }),
        frontCover(book),
      ],
      {
        transform: `translate(640 480) rotate(${turn.toFixed(1)}) scale(1.16) translate(${-COVER_WIDTH / 2} ${-COVER_HEIGHT / 2})`,
      },
    ),
  ].join('')
}

function stack({ book, palette, random, seed }: Shot): string {
  const others = [
    palette.wood,
    palette.leaf,
    palette.linen,
    palette.accent,
    palette.fabric,
  ] as const
  const layers: string[] = []
  let y = 838
  for (let level = 0; level < 4; level++) {
    const mine = level === 2
    const thick = mine ? 104 : random.between(56, 84)
    const length = mine ? 640 : random.between(540, 680)
    const x = 640 - length / 2 + random.between(-34, 34)
    y -= thick
    const color = random.pick(others)
    const plain =
      rect(0, 0, length, thick, color, { rx: 5 }) +
      rect(0, thick * 0.68, length, thick * 0.32, '#1d1626', { opacity: 0.14 }) +
      rect(length * 0.1, thick * 0.3, length * 0.4, thick * 0.2, tint(color, 0.5), {
        rx: 4,
        opacity: 0.7,
      })
    layers.push(placed(x, y, mine ? spine(book, length, thick) : plain))
  }
  return [
    readingDesk(palette, seededRandom(`${seed}/desk`)),
    deskProps(200, 1080, palette, random),
    ellipse(660, 846, 400, 26, '#1d1626', { opacity: 0.22 }),
    ...layers,
    shape(`M600 ${y} v-60 h96 v40 q0 20 -20 20 z`, palette.linen) +
      circle(704, y - 34, 20, 'none', { stroke: palette.linen, 'stroke-width': 10 }),
  ].join('')
}

function open({ book, palette, random }: Shot): string {
  const { second, ink } = inks({ ...book, layout: 'band' })
  const text = (x: number, y: number, rows: number) =>
    Array.from({ length: rows }, (_, row) =>
      rect(x, y + row * 34, row % 4 === 3 ? 220 : 360 - (row % 3) * 16, 9, shade(paper, 0.4), {
        rx: 4,
      }),
    ).join('')
  return [
    tabletop(palette, random),
    shape('M120 190 H1180 V820 H120 Z', '#1d1626', { opacity: 0.2 }),
    shape('M104 160 H1176 V800 H104 Z', inks(book).ground),
    shape('M130 150 Q 400 110 640 170 V800 Q 400 744 130 780 Z', tint(paper, 0.3)),
    shape('M1150 150 Q 880 110 640 170 V800 Q 880 744 1150 780 Z', paper),
    shape('M640 170 V800 Q 600 780 570 776 V158 Z', '#1d1626', { opacity: 0.09 }),
    text(190, 236, 14),
    rect(184, 330, 330, 24, palette.accent, { opacity: 0.45, rx: 6 }),
    rect(700, 210, 380, 270, tint(second, 0.72), { rx: 10 }),
    placed(890, 345, motifOf(book, ink, palette.fabric), 0.72),
    text(710, 520, 7),
    rect(1120, 250, 56, 30, palette.accent, { rx: 4 }) +
      rect(1120, 330, 56, 30, palette.fabric, { rx: 4 }),
  ].join('')
}

const motifOf = (book: Book, line: string, fill: string): string => MOTIFS[book.motif](line, fill)

const detail = (shot: Shot): string => closeUp(standing(shot), 700, 640, 1.8)

const VIEWS = { standing, lying, stack, back: fromBehind, open, detail } satisfies Record<
  BookView,
  (shot: Shot) => string
>

export function drawBook(
  look: BookLook,
  words: { title: string; author: string },
  view: BookView,
  seed: string,
): string {
  const palette = PALETTES[look.palette]
  const book: Book = { ...words, motif: look.motif, layout: look.layout, palette }
  return svgDocument(VIEWS[view]({ book, palette, random: seededRandom(`${seed}/${view}`), seed }))
}
