import type { CategoryId, CategoryOf } from '#categories/index.ts'
import type { FieldValues } from '#categories/listing-values.ts'
import type { StudentKey } from './students.ts'

/** A sample listing of one category. */
export interface SampleOf<Id extends CategoryId> {
  seller: StudentKey
  daysAgo: number
  /** Files in demo/photos, the cover first. */
  photos: string[]
  body: FieldValues<CategoryOf<Id>>
}

export type DemoListing = { [Id in CategoryId]: SampleOf<Id> & { category: Id } }[CategoryId]
