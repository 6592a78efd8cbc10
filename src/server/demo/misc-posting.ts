import type { DemoBody, Posting } from './demo-listing.ts'
import type { PaletteName } from './drawings/palettes.ts'
import type { ThingName } from './drawings/things/draw-thing.ts'

export interface MiscPosting extends Posting {
  body: DemoBody<'misc'>
}

export const item = (
  thing: ThingName,
  palette: PaletteName,
  shots: 1 | 2 | 3 | 4,
): Posting['scene'] => ({ kind: 'thing', thing, palette, shots })
