import type { CategoryId, CategoryOf } from '#categories/index.ts'
import type { FieldValues } from '#categories/listing-values.ts'
import type { StudentKey } from './students.ts'

type Optional<Values> = {
  [Name in keyof Values]: null extends Values[Name] ? Name : never
}[keyof Values]

/** The values of a category's fields; those that may be blank may be left out. */
type SampleBody<Values> = Omit<Values, Optional<Values>> & Partial<Pick<Values, Optional<Values>>>

/** A sample listing of one category. */
export interface SampleOf<Id extends CategoryId> {
  seller: StudentKey
  daysAgo: number
  renewedDaysAgo?: number
  marked?: { as: 'pending' | 'sold'; daysAgo: number }
  /** Files in demo/photos, the cover first. */
  photos: string[]
  body: SampleBody<FieldValues<CategoryOf<Id>>>
}

export type DemoListing = { [Id in CategoryId]: SampleOf<Id> & { category: Id } }[CategoryId]
