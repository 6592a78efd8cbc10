import type { CategoryId, CategoryOf } from '#categories/index.ts'
import type { FieldValues } from '#categories/listing-values.ts'
import type { Scene } from './drawings/draw-photo.ts'
import type { StudentKey } from './students.ts'

/** What a listing says, apart from its photos. */
export type DemoBody<Id extends CategoryId> = FieldValues<CategoryOf<Id>>

export interface Posting {
  seller: StudentKey
  daysAgo: number
  scene: Scene
}

export type DemoListing = {
  [Id in CategoryId]: Posting & { category: Id; body: DemoBody<Id> }
}[CategoryId]
