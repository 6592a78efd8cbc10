import type { SampleOf } from '../demo-listing.ts'

type Rental = SampleOf<'rental'>['body']
type Flag = { [Name in keyof Rental]-?: Rental[Name] extends boolean ? Name : never }[keyof Rental]

/** `{term}` in a text stands for the term in which the rental becomes available. */
export interface RentalSample extends Omit<SampleOf<'rental'>, 'body'> {
  availableInMonths: number
  body: Omit<Rental, 'date_available'>
}

const noFlags = {
  is_cost_per_room: false,
  is_utilities_included: false,
  is_sublet: false,
  is_shared: false,
  has_laundry: false,
  has_cooking: false,
  has_parking: false,
  no_smoking: false,
} satisfies Record<Flag, false>

export const onlyFlags = (...flags: Flag[]): Record<Flag, boolean> => ({
  ...noFlags,
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
})
