import type { DemoBody, Posting } from './demo-listing.ts'
import type { BookLook, BookView } from './drawings/books/draw-book.ts'

export interface TextbookPosting extends Omit<Posting, 'scene'> {
  look: BookLook
  views: [BookView, ...BookView[]]
  body: DemoBody<'textbook'>
}

export const cover = (
  palette: BookLook['palette'],
  layout: BookLook['layout'],
  motif: BookLook['motif'],
): BookLook => ({ palette, layout, motif })
