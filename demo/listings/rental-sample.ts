import type { SampleOf } from '../demo-listing.ts'

type Rental = SampleOf<'rental'>['body']
type Flag = {
  [Name in keyof Rental]-?: Required<Rental>[Name] extends boolean | null ? Name : never
}[keyof Rental]

/**
 * From the first day of the next term that has not begun (0) or one after it, for so many terms; or from so many days
 * ahead, for so many days. Without a length, no end is given.
 */
export type SamplePeriod =
  | { term: 0 | 1 | 2; terms?: 1 | 2 | 3 }
  | { inDays: number; days?: number }

/** `{term}` in a text stands for the term in which the period begins. */
export interface RentalSample extends Omit<SampleOf<'rental'>, 'body'> {
  period: SamplePeriod
  body: Omit<Rental, 'date_available' | 'available_to'>
}

/** What every sample says, as the form asks for it or as nearly every student does. */
const alwaysSaid = {
  is_sublet: false,
  is_shared: false,
  is_cost_per_room: false,
  is_utilities_included: false,
}

/** These are a yes. Of the others the sample says a no, or nothing. */
export const onlyFlags = (...flags: Flag[]): Partial<Record<Flag, boolean>> => ({
  ...alwaysSaid,
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
})
