import type { Palette } from '../palettes.ts'
import type { Random } from '../seeded-random.ts'

export interface Thing {
  place: 'floor' | 'table' | 'tabletop' | 'hook'
  /** Drawn about x 640, standing on the place's own level; light from the left. */
  draw: (palette: Palette, random: Random) => string
  /** Where a close-up looks. */
  details: readonly [[number, number], [number, number]]
  /** Lettering would read backwards. */
  neverMirrored?: boolean
}
