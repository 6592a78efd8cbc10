import { mix, shade, tint } from '../colors.ts'
import { fittingSize, lettering, textInBox } from '../lettering.ts'
import type { Palette } from '../palettes.ts'
import { circle, clipped, placed, rect, shape, stroke } from '../svg.ts'
import { MOTIFS, type MotifName } from './motifs.ts'

export const COVER_WIDTH = 460
export const COVER_HEIGHT = 620

export interface Book {
  title: string
  author: string
  motif: MotifName
  layout: CoverLayout
  palette: Palette
}

export type CoverLayout = keyof typeof LAYOUTS

interface Inks {
  ground: string
  second: string
  ink: string
}

function classic(book: Book, { ground, second, ink }: Inks): string {
  const title = textInBox({ x: 230, y: 84, width: 330, height: 178 }, book.title, {
    size: 56,
    color: ink,
    family: 'serif',
    anchor: 'middle',
  })
  return [
    rect(0, 0, 460, 620, ground),
    rect(28, 28, 404, 564, 'none', { stroke: second, 'stroke-width': 6 }),
    rect(42, 42, 376, 536, 'none', { stroke: second, 'stroke-width': 2 }),
    title,
    circle(230, 390, 122, second),
    placed(230, 390, MOTIFS[book.motif](ground, ink), 0.52),
    lettering(230, 556, book.author, {
      size: fittingSize(book.author, 340, 22),
      color: ink,
      family: 'serif',
      weight: 400,
      anchor: 'middle',
    }),
  ].join('')
}

function band(book: Book, { ground, second, ink }: Inks): string {
  return [
    rect(0, 0, 460, 620, ground),
    placed(230, 196, MOTIFS[book.motif](ink, second), 0.95),
    rect(0, 376, 460, 168, ink),
    rect(0, 376, 460, 12, second),
    textInBox({ x: 36, y: 412, width: 388, height: 124 }, book.title, { size: 44, color: ground }),
    lettering(36, 590, book.author, {
      size: fittingSize(book.author, 380, 24),
      color: ink,
      weight: 400,
    }),
  ].join('')
}

function diagonal(book: Book, { ground, second, ink }: Inks): string {
  return [
    rect(0, 0, 460, 620, ground),
    shape('M0 620 L460 260 V620 Z', second),
    shape('M0 620 L460 260 V320 L76 620 Z', book.palette.linen),
    textInBox({ x: 40, y: 52, width: 380, height: 232 }, book.title, { size: 50, color: ink }),
    rect(40, 300, 90, 10, second),
    lettering(40, 348, book.author, {
      size: fittingSize(book.author, 260, 24),
      color: ink,
      weight: 400,
    }),
    placed(330, 500, MOTIFS[book.motif](book.palette.linen, ground), 0.46),
  ].join('')
}

function fullBleed(book: Book, { ground, second, ink }: Inks): string {
  return [
    rect(0, 0, 460, 620, ground),
    circle(250, 240, 210, shade(ground, 0.16)),
    placed(250, 236, MOTIFS[book.motif](ink, second), 1.2, -6),
    rect(0, 440, 460, 180, second),
    textInBox({ x: 36, y: 466, width: 388, height: 106 }, book.title, {
      size: 40,
      color: readableOn(second, book.palette),
      family: 'serif',
    }),
    lettering(424, 594, book.author, {
      size: fittingSize(book.author, 380, 20),
      color: readableOn(second, book.palette),
      weight: 400,
      anchor: 'end',
    }),
  ].join('')
}

function swiss(book: Book, { ground, second, ink }: Inks): string {
  const tiles = [0, 1, 2, 3, 4, 5].map((index) => {
    const x = (index % 3) * 154
    const y = 320 + Math.floor(index / 3) * 150
    return index % 2
      ? rect(x, y, 154, 150, shade(ground, 0.12))
      : shape(`M${x} ${y} h154 a154 150 0 0 1 -154 150 z`, mix(ground, second, 0.5))
  })
  return [
    rect(0, 0, 460, 620, ground),
    ...tiles,
    placed(230, 466, MOTIFS[book.motif](ink, second), 0.82),
    textInBox({ x: 34, y: 40, width: 392, height: 226 }, book.title, { size: 52, color: ink }),
    lettering(34, 296, book.author, {
      size: fittingSize(book.author, 392, 24),
      color: ink,
      weight: 400,
    }),
  ].join('')
}

function stripe(book: Book, { ground, second, ink }: Inks): string {
  return [
    rect(0, 0, 460, 620, tint(ground, 0.1)),
    rect(0, 0, 132, 620, second),
    rect(132, 0, 12, 620, ink),
    ...Array.from({ length: 7 }, (_, row) => circle(66, 60 + row * 84, 18, row % 2 ? ground : ink)),
    textInBox({ x: 176, y: 60, width: 256, height: 236 }, book.title, {
      size: 42,
      color: ink,
      family: 'serif',
    }),
    placed(302, 420, MOTIFS[book.motif](ink, second), 0.68),
    stroke('M176 546 H430', second, 5),
    lettering(176, 584, book.author, {
      size: fittingSize(book.author, 254, 22),
      color: ink,
      weight: 400,
    }),
  ].join('')
}

const LAYOUTS = { classic, band, diagonal, fullBleed, swiss, stripe } satisfies Record<
  string,
  (book: Book, inks: Inks) => string
>

const luminance = (hex: string): number => {
  const value = Number.parseInt(hex.slice(1), 16)
  return 0.3 * (value >> 16) + 0.59 * ((value >> 8) & 255) + 0.11 * (value & 255)
}

const readableOn = (ground: string, { ink, linen }: Palette): string =>
  luminance(ground) > 140 ? ink : linen

export function inks({ palette, layout }: Book): Inks {
  const pairs: Record<CoverLayout, [string, string]> = {
    classic: [palette.fabric, palette.accent],
    fullBleed: [palette.fabric, palette.accent],
    band: [palette.linen, palette.accent],
    swiss: [palette.linen, palette.accent],
    diagonal: [palette.accent, palette.fabric],
    stripe: [palette.linen, palette.fabric],
  }
  const [ground, second] = pairs[layout]
  return { ground, second, ink: readableOn(ground, palette) }
}

export function frontCover(book: Book): string {
  const art = LAYOUTS[book.layout](book, inks(book))
  return [
    clipped('cover', rect(0, 0, COVER_WIDTH, COVER_HEIGHT, '#000', { rx: 8 }), art),
    rect(10, 0, 7, COVER_HEIGHT, '#1d1626', { opacity: 0.16 }),
    shape('M17 0 H190 L60 620 H17 Z', '#ffffff', { opacity: 0.09 }),
  ].join('')
}

export function backCover(book: Book): string {
  const { ground, second, ink } = inks(book)
  const line = (row: number) =>
    rect(52, 92 + row * 34, row % 5 === 4 ? 210 : 356 - (row % 3) * 14, 9, ink, {
      rx: 4,
      opacity: 0.45,
    })
  const barcode = Array.from({ length: 22 }, (_, bar) =>
    rect(282 + bar * 6, 500, bar % 3 ? 2.5 : 4, 62, '#222222'),
  )
  return [
    rect(0, 0, COVER_WIDTH, COVER_HEIGHT, ground, { rx: 8 }),
    rect(0, 0, COVER_WIDTH, 46, second, { rx: 8 }),
    ...Array.from({ length: 10 }, (_, row) => line(row)),
    placed(116, 516, MOTIFS[book.motif](ink, second), 0.36),
    rect(268, 486, 156, 98, '#fffdf7', { rx: 6 }),
    ...barcode,
    rect(COVER_WIDTH - 17, 0, 7, COVER_HEIGHT, '#1d1626', { opacity: 0.16 }),
    shape('M300 0 H430 L300 620 H170 Z', '#ffffff', { opacity: 0.07 }),
  ].join('')
}

/** Lying on its side: as long as a cover is high. */
export function spine(book: Book, length: number, thick: number): string {
  const { ground, second, ink } = inks(book)
  const size = fittingSize(book.title, length * 0.68, thick * 0.46)
  return [
    rect(0, 0, length, thick, ground, { rx: 5 }),
    rect(0, thick * 0.7, length, thick * 0.3, '#1d1626', { opacity: 0.14, rx: 5 }),
    rect(length * 0.06, 0, 12, thick, second),
    rect(length * 0.9, 0, 12, thick, second),
    lettering(length * 0.12, thick / 2 + size * 0.36, book.title, {
      size,
      color: ink,
      family: 'serif',
    }),
    circle(length * 0.83, thick / 2, thick * 0.22, second),
  ].join('')
}
