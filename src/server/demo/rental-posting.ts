import type { DemoBody, Posting } from './demo-listing.ts'
import type { HomeView } from './drawings/home/draw-home.ts'
import type { PaletteName, Season, TimeOfDay } from './drawings/palettes.ts'

type Rental = DemoBody<'rental'>
type Flag = { [Name in keyof Rental]: Rental[Name] extends boolean ? Name : never }[keyof Rental]

/** `{term}` in a text stands for the term in which the place becomes free. */
export interface RentalPosting extends Posting {
  freeInMonths: number
  body: Omit<Rental, 'date_available'>
}

const FLAGS = {
  is_cost_per_room: false,
  is_utilities_included: false,
  is_sublet: false,
  is_shared: false,
  has_laundry: false,
  has_cooking: false,
  has_parking: false,
  no_smoking: false,
} satisfies Record<Flag, false>

export const only = (...flags: Flag[]): Record<Flag, boolean> => ({
  ...FLAGS,
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
})

export const home = (
  palette: PaletteName,
  season: Season,
  time: TimeOfDay,
  ...views: [HomeView, ...HomeView[]]
): Posting['scene'] => ({ kind: 'home', palette, season, time, views })
