import type { CategoryDefinition } from '#categories/define-category.ts'
import type { CategoryId, CategoryOf } from '#categories/index.ts'
import type { FieldValue, FieldValues } from '#categories/listing-values.ts'
import type { StudentKey } from './students.ts'

/** The values of a category's fields. Only the required fields must be present. */
type SampleBody<Definition extends CategoryDefinition> = Partial<FieldValues<Definition>> & {
  [Name in keyof Definition['fields'] as Definition['fields'][Name] extends { required: true }
    ? Name
    : never]: FieldValue<Definition['fields'][Name]>
}

/** A sample listing of one category. */
export interface SampleOf<Id extends CategoryId> {
  seller: StudentKey
  daysAgo: number
  renewedDaysAgo?: number
  /** The price before the last change, and how long ago it changed. */
  previousPrice?: { price: number; untilDaysAgo: number }
  marked?: { as: 'pending' | 'sold'; daysAgo: number }
  /** Files in demo/photos, the cover first. */
  photos: string[]
  body: SampleBody<CategoryOf<Id>>
}

/** A sample listing with every field, as a posted listing has them. */
export type DemoListing = {
  [Id in CategoryId]: SampleOf<Id> & { category: Id; body: FieldValues<CategoryOf<Id>> }
}[CategoryId]
