import type { z } from 'zod'
import type { CategoryDefinition } from './define-category.ts'
import { answerSchema, inputSchema } from './field-schemas.ts'
import { type CategoryId, type CategoryOf, perCategory } from './index.ts'
import type { FieldValues } from './listing-values.ts'

type Shape<Definition extends CategoryDefinition> = {
  [Name in keyof FieldValues<Definition>]: z.ZodType<FieldValues<Definition>[Name]>
}

type Shapes = { [Id in CategoryId]: Shape<CategoryOf<Id>> }

function shapes(schemaOf: typeof inputSchema): Shapes {
  return perCategory(({ fields }) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
  ) as Shapes
}

/** The zod of each category's own fields, built from its definition. Heavy: not for public pages. */
export const inputShapes = shapes(inputSchema)
export const answerShapes = shapes(answerSchema)
