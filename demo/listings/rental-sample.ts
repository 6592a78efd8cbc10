import type { SampleOf } from '../demo-listing.ts'

type Rental = SampleOf<'rental'>['body']
type Flag = {
  [Name in keyof Rental]-?: Required<Rental>[Name] extends boolean | null ? Name : never
}[keyof Rental]

/**
 * A period in terms or in days. `term` counts from the next term that has not begun (0). `inDays` counts from today. `terms`
 * or `days` is the length; without it, the listing gives no end.
 */
export type SamplePeriod =
  | { term: 0 | 1 | 2; terms?: 1 | 2 | 3 }
  | { inDays: number; days?: number }

/** A sample rental. `{term}` in a text stands for the term in which the period begins. */
export interface RentalSample extends Omit<SampleOf<'rental'>, 'body'> {
  period: SamplePeriod
  body: Omit<Rental, 'date_available' | 'available_to'>
}

/** The answers that every sample gives, because the form requires them or because nearly every student gives them. */
const alwaysSaid = {
  is_sublet: false,
  is_shared: false,
  is_cost_per_room: false,
  is_utilities_included: false,
}

/** Sets these flags to yes. The flags that every sample answers are otherwise no; all others stay empty. */
export const onlyFlags = (...flags: Flag[]): Partial<Record<Flag, boolean>> => ({
  ...alwaysSaid,
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
})

/** Who lives in the first sample. */
export const quietHousehold = {
  housemates: 3,
  studies: 'Engineering and arts, third year',
  atmosphere: 'Quiet',
  atmosphere_words: 'On weeknights',
  guests: 'Now and then',
  cleaning: 'In turns',
  smoking: 'Nobody smokes',
  kitchen: ['Shared'],
  kitchen_words: 'Dinner together on Sundays',
} satisfies Partial<RentalSample['body']>
