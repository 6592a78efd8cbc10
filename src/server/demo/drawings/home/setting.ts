import {
  type Palette,
  type PaletteName,
  roomPalette,
  type Season,
  type TimeOfDay,
} from '../palettes.ts'
import { type Random, seededRandom } from '../seeded-random.ts'

export interface HomeLook {
  palette: PaletteName
  season: Season
  time: TimeOfDay
}

export interface Setting extends Omit<HomeLook, 'palette'> {
  palette: Palette
  outside: HomeLook
  /** Each thing keeps its own look in every photo of the same home. */
  style: (thing: string) => Random
}

export const homeSetting = (look: HomeLook, seed: string): Setting => ({
  palette: roomPalette(look.palette, look.time),
  season: look.season,
  time: look.time,
  outside: look,
  style: (thing) => seededRandom(`${seed}/${thing}`),
})
